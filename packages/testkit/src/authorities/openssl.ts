import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import type { KeyedCertificate } from './make-certificate.ts';

const PROGRAM = 'openssl';
const OUT = 'out';
const TIMEOUT_MS = 20_000;
const run = promisify(execFile);

/** Whether the program is installed. When it is not, one line says that the tests with it are skipped. */
export function hasOpenssl(): boolean {
  const present = spawnSync(PROGRAM, ['version']).status === 0;
  if (!present) console.info('openssl is absent: the tests with a time-stamp authority or OCSP responder are skipped');
  return present;
}

/** Rejects when the program is not installed. */
export async function requireOpenssl(): Promise<void> {
  await runOpenssl(['version'], {});
}

/**
 * Runs openssl in a folder of its own with these files in it, and answers the file `out` when the arguments name it, else
 * what it prints. Rejects with what it prints when it fails, and says so when it is not installed.
 */
export async function runOpenssl(
  args: readonly string[],
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'revera-openssl-'));
  try {
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, basename(name)), content);
    const { stdout } = await run(PROGRAM, [...args], { cwd: folder, timeout: TIMEOUT_MS });
    return new Uint8Array(args.includes(OUT) ? await readFile(join(folder, OUT)) : Buffer.from(stdout));
  } catch (cause) {
    const isAbsent = cause instanceof Error && 'syscall' in cause && cause.syscall === `spawn ${PROGRAM}`;
    throw isAbsent ? new Error('openssl is not installed', { cause }) : cause;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The private key in PEM form (PKCS #8), as openssl reads it. */
export function privateKeyPem({ keys }: KeyedCertificate): string {
  return keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
