import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../system-error.ts';

/** Inside the data folder. */
export const AUTHORITY_FOLDER = 'certificates';

/** The files of a development authority. */
export const AUTHORITY_FILES = {
  root: 'development-root.pem',
  rootKey: 'development-root-key.pem',
  intermediateKey: 'development-intermediate-key.pem',
  /** Key, signing certificate and intermediate in one file, so that nobody ever reads the key of another chain. */
  signing: 'development-signing.pem',
} as const;

/** Earlier versions kept the signing key and its chain in separate files. */
const EARLIER_FILES = { chain: 'development-signing-chain.pem', key: 'development-signing-key.pem' } as const;

/** PEM texts. The chain: signing certificate and intermediate, in this order. */
export interface SigningPair {
  chainPem: string;
  keyPem: string;
}

const KEY = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----\n?/;

/** The signing key with its chain, in the present or the earlier form. Undefined without one. */
export async function readSigningPair(folder: string): Promise<SigningPair | undefined> {
  return (
    (await readTogether(folder)) ??
    (await readEarlier(folder)) ??
    // Between the two reads another process may have replaced the two files with one.
    (await readTogether(folder))
  );
}

async function readTogether(folder: string): Promise<SigningPair | undefined> {
  const text = await readIfPresent(join(folder, AUTHORITY_FILES.signing));
  if (text === undefined) return undefined;
  return { keyPem: KEY.exec(text)?.[0] ?? '', chainPem: text.replace(KEY, '') };
}

async function readEarlier(folder: string): Promise<SigningPair | undefined> {
  const chainPem = await readIfPresent(join(folder, EARLIER_FILES.chain));
  const keyPem = await readIfPresent(join(folder, EARLIER_FILES.key));
  return chainPem === undefined || keyPem === undefined ? undefined : { chainPem, keyPem };
}

/** Replaces the pair atomically: readers get the old one or the new one, each complete. */
export async function writeSigningPair(folder: string, { keyPem, chainPem }: SigningPair): Promise<void> {
  const draft = join(folder, `${AUTHORITY_FILES.signing}.${randomUUID()}.new`);
  await writeFile(draft, keyPem + chainPem, { mode: 0o600, flag: 'wx', flush: true });
  await rename(draft, join(folder, AUTHORITY_FILES.signing));
  // Unused keys are deleted.
  for (const name of Object.values(EARLIER_FILES)) await rm(join(folder, name), { force: true });
}

/** The text of a file; undefined when it is absent. */
export async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
