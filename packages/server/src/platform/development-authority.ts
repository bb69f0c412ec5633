import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from './clock.ts';
import {
  AUTHORITY_FILES,
  AUTHORITY_FOLDER,
  readIfPresent,
  readSigningPair,
  writeSigningPair,
  type SigningPair,
} from './development-authority/authority-files.ts';
import { issueCertificate, privateKeyPem, type Issued } from './development-authority/issue-certificate.ts';
import { authorityEnd, SIGNING_NAME, signingEnd } from './development-authority/signing-validity.ts';
import { errorCode } from './system-error.ts';

export { renewDevelopmentCertificate } from './development-authority/renew-signing-certificate.ts';

/**
 * The certificates of an installation that has no production certificate: a root, an intermediate and a signing certificate in
 * the C2PA certificate profile. They sign for try-outs only; nobody but this service trusts the root.
 */
export interface DevelopmentAuthority {
  rootPem: string;
  /** Signing certificate and intermediate, in this order, without the root. */
  chainPem: string;
}

/** Answers the installation's development certificates, and makes them if necessary. */
export async function openDevelopmentAuthority(dataDir: string, clock: Clock): Promise<DevelopmentAuthority> {
  const { rootPem, pair } = await openAuthority(dataDir, clock);
  return { rootPem, chainPem: pair.chainPem };
}

/** The current signing key of the development authority with its chain; made if necessary. */
export async function readDevelopmentSigner(dataDir: string, clock: Clock): Promise<SigningPair> {
  return (await openAuthority(dataDir, clock)).pair;
}

interface Authority {
  rootPem: string;
  pair: SigningPair;
}

async function openAuthority(dataDir: string, clock: Clock): Promise<Authority> {
  const folder = join(dataDir, AUTHORITY_FOLDER);
  const existing = await readAuthority(folder);
  if (existing !== undefined) return existing;
  await makeAuthority(dataDir, folder, clock.now());
  const made = await readAuthority(folder);
  if (made === undefined) throw new Error(`the certificates in ${folder} cannot be read back`);
  return made;
}

async function readAuthority(folder: string): Promise<Authority | undefined> {
  const rootPem = await readIfPresent(join(folder, AUTHORITY_FILES.root));
  const pair = await readSigningPair(folder);
  return rootPem === undefined || pair === undefined ? undefined : { rootPem, pair };
}

/** Written beside the final folder and renamed into place, so that a half-made authority is never used. */
async function makeAuthority(dataDir: string, folder: string, now: Date): Promise<void> {
  const notAfter = authorityEnd(now);
  const make = (kind: 'authority' | 'signing', commonName: string, end: Date, issuer?: Issued) =>
    issueCertificate({ kind, commonName, now, notAfter: end, issuer });
  const root = make('authority', 'Revera Development Root', notAfter);
  const intermediate = make('authority', 'Revera Development Intermediate', notAfter, root);
  const signing = make('signing', SIGNING_NAME, signingEnd(now, notAfter), intermediate);
  const draft = join(dataDir, `${AUTHORITY_FOLDER}.${randomUUID()}.new`);
  await mkdir(draft, { recursive: true, mode: 0o700 });
  await writeFile(join(draft, AUTHORITY_FILES.root), root.certificate.toString(), { mode: 0o644 });
  await writeKey(join(draft, AUTHORITY_FILES.rootKey), root);
  await writeKey(join(draft, AUTHORITY_FILES.intermediateKey), intermediate);
  const chainPem = signing.certificate.toString() + intermediate.certificate.toString();
  await writeSigningPair(draft, { chainPem, keyPem: privateKeyPem(signing.privateKey) });
  try {
    await rename(draft, folder);
  } catch (error) {
    // Another process was first; its certificates count.
    if (!['ENOTEMPTY', 'EEXIST'].includes(String(errorCode(error)))) throw error;
    await rm(draft, { recursive: true, force: true });
  }
}

async function writeKey(path: string, { privateKey }: Issued): Promise<void> {
  await writeFile(path, privateKeyPem(privateKey), { mode: 0o600 });
}
