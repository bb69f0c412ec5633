import { X509Certificate } from 'node:crypto';
import { SignerError } from './signer-error.ts';

/** Certificates with their DER form, leaf first. Never empty. */
export interface CertificateChain {
  leaf: X509Certificate;
  certificates: readonly X509Certificate[];
  der: readonly Uint8Array[];
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;

/**
 * Reads the certificates of a PEM text; anything between them (comments, a key) is skipped.
 * @throws {SignerError}
 */
export function readChain(pem: string): CertificateChain {
  const certificates = (pem.match(CERTIFICATE) ?? []).map((text, index) => readCertificate(text, index));
  const [leaf] = certificates;
  if (leaf === undefined) throw new SignerError('CERTIFICATE_UNREADABLE', 'There are no certificates in PEM form.');
  return { leaf, certificates, der: certificates.map(({ raw }) => new Uint8Array(raw)) };
}

function readCertificate(pem: string, index: number): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (cause) {
    throw new SignerError('CERTIFICATE_UNREADABLE', `Certificate ${index + 1} of the chain cannot be read.`, { cause });
  }
}

/** The instants between which every certificate of the chain is valid. */
export function validityOf({ certificates }: CertificateChain): { notBefore: Date; notAfter: Date } {
  return {
    notBefore: new Date(Math.max(...certificates.map(({ validFrom }) => Date.parse(validFrom)))),
    notAfter: new Date(Math.min(...certificates.map(({ validTo }) => Date.parse(validTo)))),
  };
}

/** The subject of the certificate: its organization, else its common name. Somebody else's text, on one line. */
export function identityOf(certificate: X509Certificate): string {
  const { O: organization, CN: commonName } = certificate.toLegacyObject().subject;
  const [name = ''] = [organization ?? commonName ?? ''].flat();
  return name.replaceAll(/\p{C}/gu, ' ').trim();
}
