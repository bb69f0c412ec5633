import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../system-error.ts';

/** Below the data folder. */
export const AUTHORITY_FOLDER = 'certificates';

/** The files of a development authority. */
export const AUTHORITY_FILES = {
  root: 'development-root.pem',
  rootKey: 'development-root-key.pem',
  intermediateKey: 'development-intermediate-key.pem',
  /** Key, signing certificate and intermediate in one, so that nobody ever reads a key of another chain. */
  signing: 'development-signing.pem',
} as const;

/** How the signing key and its chain were kept before they were kept together. */
const EARLIER_FILES = { chain: 'development-signing-chain.pem', key: 'development-signing-key.pem' } as const;

/** PEM texts. The chain: signing certificate and intermediate, in this order. */
export interface SigningPair {
  chainPem: string;
  keyPem: string;
}

const KEY = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----\n?/;

/** The signing key with its chain, as kept now or earlier. Undefined: there is none. */
export async function readSigningPair(folder: string): Promise<SigningPair | undefined> {
  return (
    (await readTogether(folder)) ??
    (await readEarlier(folder)) ??
    // Between the two looks another process may have put the one file in the place of the two.
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

/** Replaces the pair at once: who reads meanwhile gets the old one or the new one, each whole. */
export async function writeSigningPair(folder: string, { keyPem, chainPem }: SigningPair): Promise<void> {
  const draft = join(folder, `${AUTHORITY_FILES.signing}.${randomUUID()}.new`);
  await writeFile(draft, keyPem + chainPem, { mode: 0o600, flag: 'wx', flush: true });
  await rename(draft, join(folder, AUTHORITY_FILES.signing));
  // A key that is no longer used is not left lying about.
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
