import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
  type Extension,
  type X509Certificate,
} from '@peculiar/x509';
import type { Clock } from './clock.ts';

/**
 * The certificates of an installation that has no production certificate: a root, an intermediate and a signing
 * certificate in the C2PA certificate profile (C2PA 2.2 §14.5.1), ECDSA P-256. They sign for try-outs only; the root is
 * trusted by this service and by nobody else.
 */
export interface DevelopmentAuthority {
  rootPem: string;
  /** Signing certificate and intermediate, in this order, without the root. */
  chainPem: string;
}

const FILES = {
  root: 'development-root.pem',
  chain: 'development-signing-chain.pem',
  rootKey: 'development-root-key.pem',
  intermediateKey: 'development-intermediate-key.pem',
  signingKey: 'development-signing-key.pem',
} as const;

const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const CLAIM_SIGNING = '1.3.6.1.4.1.62558.2.1';
const EMAIL_PROTECTION = '1.3.6.1.5.5.7.3.4';
const DAY_MS = 24 * 60 * 60 * 1000;
const CA_DAYS = 3650;
const SIGNING_DAYS = 366;
const FOLDER = 'certificates';

/** Answers the installation's development certificates, and makes them when there are none yet. */
export async function openDevelopmentAuthority(dataDir: string, clock: Clock): Promise<DevelopmentAuthority> {
  const folder = join(dataDir, FOLDER);
  const existing = await readAuthority(folder);
  if (existing !== undefined) return existing;
  await makeAuthority(dataDir, folder, clock.now());
  const made = await readAuthority(folder);
  if (made === undefined) throw new Error(`the certificates in ${folder} cannot be read back`);
  return made;
}

async function readAuthority(folder: string): Promise<DevelopmentAuthority | undefined> {
  try {
    return {
      rootPem: await readFile(join(folder, FILES.root), 'utf8'),
      chainPem: await readFile(join(folder, FILES.chain), 'utf8'),
    };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Written beside the final folder and renamed into place: a half-made authority is never used. */
async function makeAuthority(dataDir: string, folder: string, now: Date): Promise<void> {
  const root = await issue('CN=Revera Development Root', CA_DAYS, now, undefined);
  const intermediate = await issue('CN=Revera Development Intermediate', CA_DAYS, now, root);
  const signing = await issue('CN=Revera Development Signing', SIGNING_DAYS, now, intermediate);
  const draft = join(dataDir, `${FOLDER}.${process.pid}.new`);
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  await writeFile(join(draft, FILES.root), pemOf(root.certificate), { mode: 0o644 });
  const chain = pemOf(signing.certificate) + pemOf(intermediate.certificate);
  await writeFile(join(draft, FILES.chain), chain, { mode: 0o644 });
  await writeKey(join(draft, FILES.rootKey), root.keys);
  await writeKey(join(draft, FILES.intermediateKey), intermediate.keys);
  await writeKey(join(draft, FILES.signingKey), signing.keys);
  try {
    await rename(draft, folder);
  } catch (error) {
    // Another process was first; its certificates count.
    if (!(error instanceof Error && 'code' in error && isOccupied(error.code))) throw error;
    await rm(draft, { recursive: true, force: true });
  }
}

function isOccupied(code: unknown): boolean {
  return code === 'ENOTEMPTY' || code === 'EEXIST';
}

interface Issued {
  certificate: X509Certificate;
  keys: webcrypto.CryptoKeyPair;
}

/** A certificate authority without an issuer is a root; the last link, issued by the intermediate, signs claims. */
async function issue(commonName: string, days: number, now: Date, issuer: Issued | undefined): Promise<Issued> {
  const keys = await webcrypto.subtle.generateKey(EC, true, ['sign', 'verify']);
  const isCa = days === CA_DAYS;
  const subject = `C=CN, O=Revera Development (not for production), ${commonName}`;
  const certificate = await X509CertificateGenerator.create(
    {
      subject,
      issuer: issuer?.certificate.subject ?? subject,
      notBefore: now,
      notAfter: new Date(now.getTime() + days * DAY_MS),
      publicKey: keys.publicKey,
      signingKey: (issuer?.keys ?? keys).privateKey,
      signingAlgorithm: EC,
      extensions: await extensions(isCa, keys, issuer?.keys ?? keys),
    },
    webcrypto,
  );
  return { certificate, keys };
}

async function extensions(
  isCa: boolean,
  own: webcrypto.CryptoKeyPair,
  issuer: webcrypto.CryptoKeyPair,
): Promise<Extension[]> {
  const usage = isCa
    ? KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign
    : KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation;
  return [
    new BasicConstraintsExtension(isCa, undefined, true),
    new KeyUsagesExtension(usage, true),
    ...(isCa ? [] : [new ExtendedKeyUsageExtension([CLAIM_SIGNING, EMAIL_PROTECTION], false)]),
    await SubjectKeyIdentifierExtension.create(own.publicKey, false, webcrypto),
    await AuthorityKeyIdentifierExtension.create(issuer.publicKey, false, webcrypto),
  ];
}

function pemOf(certificate: X509Certificate): string {
  return `${certificate.toString('pem')}\n`;
}

async function writeKey(path: string, keys: webcrypto.CryptoKeyPair): Promise<void> {
  const der = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  await writeFile(path, `${PemConverter.encode(der, 'PRIVATE KEY')}\n`, { mode: 0o600 });
  await chmod(path, 0o600);
}
