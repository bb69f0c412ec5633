import { open } from 'node:fs/promises';
import { KEY_LIMITS } from './key-limits.ts';
import { SignerError, type SignerErrorCode } from './signer-error.ts';

/** A file that a setting names. */
export interface OperatorFile {
  text: string;
  /** Whether everybody on this machine may read it. */
  worldReadable: boolean;
}

/**
 * `what` is its name in the message.
 * @throws {SignerError} with the given code
 */
export async function readOperatorFile(path: string, what: string, code: SignerErrorCode): Promise<OperatorFile> {
  const file = await open(path).catch((cause: unknown) => {
    throw new SignerError(code, `${what} ${path} cannot be opened.`, { cause });
  });
  try {
    const stat = await file.stat();
    if (!stat.isFile()) throw new SignerError(code, `${what} ${path} is no file.`);
    if (stat.size > KEY_LIMITS.fileBytes) throw new SignerError(code, `${what} ${path} is too large to be one.`);
    return { text: await file.readFile('utf8'), worldReadable: (stat.mode & 0o004) !== 0 };
  } finally {
    await file.close();
  }
}
