import { X509Certificate } from 'node:crypto';
import { LIMITS } from '../limits.ts';

/** Parses one certificate in DER form. Null when it is too large, has bytes after its end, or cannot be read. */
export function parseCertificate(der: Uint8Array): X509Certificate | null {
  if (der.length > LIMITS.certificateBytes) return null;
  const certificate = tryParse(der);
  // Node also takes PEM text here, and OpenSSL ignores what follows a certificate.
  return certificate?.raw.length === der.length ? certificate : null;
}

/** `parseCertificate`, or the same with a memory. */
export type ParseCertificate = (der: Uint8Array) => X509Certificate | null;

/** Parses one certificate in PEM form. Null when it cannot be read. */
export function parsePemCertificate(pem: string): X509Certificate | null {
  return tryParse(pem);
}

/** SHA-256 over the DER form, lower-case hexadecimal. */
export function fingerprintOf(certificate: X509Certificate): string {
  return certificate.fingerprint256.replaceAll(':', '').toLowerCase();
}

/** The holder in one line, most specific part first: `CN=…, O=…, C=…` (like RFC 4514). Text of the certificate: hostile. */
export function subjectOf(certificate: X509Certificate): string {
  return oneLine(certificate.subject);
}

/** The issuer, in the form of `subjectOf`. */
export function issuerOf(certificate: X509Certificate): string {
  return oneLine(certificate.issuer);
}

/** First and last instant of validity, RFC 3339 in UTC. */
export function validityOf(certificate: X509Certificate): { not_before: string; not_after: string } {
  return {
    not_before: new Date(certificate.validFrom).toISOString(),
    not_after: new Date(certificate.validTo).toISOString(),
  };
}

/** Whether the certificate is valid at that instant, both ends included (RFC 5280 §4.1.2.5). */
export function isInForce({ validFrom, validTo }: X509Certificate, at: Date): boolean {
  return Date.parse(validFrom) <= at.getTime() && at.getTime() <= Date.parse(validTo);
}

/** What was found before, for as long as both certificates are kept. */
const issued = new WeakMap<X509Certificate, WeakMap<X509Certificate, boolean>>();

/** Whether `certificate` names `issuer` as its issuer and is signed with its key. */
export function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  const found = issued.get(certificate) ?? new WeakMap<X509Certificate, boolean>();
  const isIssued = found.get(issuer) ?? isSignedWithKeyOf(certificate, issuer);
  issued.set(certificate, found.set(issuer, isIssued));
  return isIssued;
}

function isSignedWithKeyOf(certificate: X509Certificate, issuer: X509Certificate): boolean {
  if (certificate.issuer !== issuer.subject) return false;
  try {
    return certificate.verify(issuer.publicKey);
  } catch (error) {
    // OpenSSL does not know this kind of key, so nothing shows that it signed the certificate.
    if (error instanceof Error) return false;
    throw error;
  }
}

function tryParse(encoded: Uint8Array | string): X509Certificate | null {
  try {
    const certificate = new X509Certificate(encoded);
    // OpenSSL parses dates only on request, and prints words for those it cannot read.
    return isReadableTime(certificate.validFrom) && isReadableTime(certificate.validTo) ? certificate : null;
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}

function isReadableTime(text: string): boolean {
  return !Number.isNaN(Date.parse(text));
}

/** Node prints one attribute a line, broadest first; line feeds inside values are escaped (RFC 2253 §2.4). */
function oneLine(name: string | undefined): string {
  return (name ?? '').split('\n').toReversed().join(', ');
}
