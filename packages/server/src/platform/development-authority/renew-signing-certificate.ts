import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import { readChain } from '../signer/read-chain.ts';
import { SignerError } from '../signer/signer-error.ts';
import {
  AUTHORITY_FILES,
  AUTHORITY_FOLDER,
  readIfPresent,
  readSigningPair,
  writeSigningPair,
} from './authority-files.ts';
import { importIssuer, issueCertificate, privateKeyPem } from './issue-certificate.ts';
import { SIGNING_NAME, signingEnd } from './signing-validity.ts';

/**
 * Replaces the installation's development signing certificate with a new key and certificate, issued by the stored intermediate.
 * Several processes may do it at once: the last one counts.
 * @throws {SignerError} when there is no authority, its key is missing, or it would end no later than the present certificate
 */
export async function renewDevelopmentCertificate(dataDir: string, clock: Clock): Promise<void> {
  const folder = join(dataDir, AUTHORITY_FOLDER);
  const pair = await readSigningPair(folder);
  if (pair === undefined) throw cannot('There is no development authority here; "revera certs show" makes it.');
  const { leaf, certificates } = readChain(pair.chainPem);
  const intermediate = certificates[1];
  const keyPath = join(folder, AUTHORITY_FILES.intermediateKey);
  const issuerKeyPem = await readIfPresent(keyPath);
  if (intermediate === undefined) throw cannot(`The intermediate certificate is missing from the chain in ${folder}.`);
  if (issuerKeyPem === undefined) throw cannot(`The key of the intermediate certificate, ${keyPath}, is missing.`);
  const now = clock.now();
  const authorityEnd = new Date(intermediate.validTo);
  const notAfter = signingEnd(now, authorityEnd);
  if (authorityEnd <= new Date(leaf.validTo) || notAfter <= now) {
    throw cannot(`The development authority in ${folder} ends itself; without that folder a new one is made.`);
  }
  const issuer = readIssuer(intermediate.toString(), issuerKeyPem, keyPath);
  const issued = issueCertificate({ kind: 'signing', commonName: SIGNING_NAME, now, notAfter, issuer });
  const chainPem = issued.certificate.toString() + issuer.certificate.toString();
  await writeSigningPair(folder, { chainPem, keyPem: privateKeyPem(issued.privateKey) });
}

function readIssuer(pem: string, keyPem: string, keyPath: string) {
  try {
    return importIssuer(pem, keyPem);
  } catch (cause) {
    throw cannot(`The key of the intermediate certificate, ${keyPath}, cannot be read.`, cause);
  }
}

function cannot(message: string, cause?: unknown): SignerError {
  return new SignerError('DEVELOPMENT_AUTHORITY', message, { cause });
}
