import { createHash, type X509Certificate } from 'node:crypto';
import { DecodeError } from '../../bytes/decode-error.ts';
import { isInForce, parseCertificate, type ParseCertificate } from '../../trust/certificate.ts';
import { EXTENSION, fieldsOf, readExtendedKeyUsages, type CertificateExtension } from './certificate-fields.ts';
import { bitsOf, hasTag, integerOf, rawOf, readDer, sequenceOf, type Der } from './der.ts';

/** A certificate with the raw parts by which CMS and OCSP identify it. */
export interface PkiCertificate {
  der: Uint8Array;
  x509: X509Certificate;
  serial: bigint;
  /** DER of the name, to be compared byte by byte: both certificates and references to an issuer copy it. */
  issuer: Uint8Array;
  subject: Uint8Array;
  /** The public key without its algorithm, as RFC 6960 hashes it. */
  publicKey: Uint8Array;
  extensions: ReadonlyMap<string, CertificateExtension>;
}

/** What was read before, for as long as `parse` keeps the certificate. */
const read = new WeakMap<X509Certificate, PkiCertificate>();

/** @throws {DecodeError} when it is not one certificate in DER form (RFC 5280 §4.1). */
export function readPkiCertificate(
  der: Uint8Array,
  what: string,
  parse: ParseCertificate = parseCertificate,
): PkiCertificate {
  const x509 = parse(der);
  if (x509 === null) throw new DecodeError(what, 0);
  const certificate = read.get(x509) ?? decodePkiCertificate(new Uint8Array(der), x509, what);
  read.set(x509, certificate);
  return certificate;
}

function decodePkiCertificate(der: Uint8Array, x509: X509Certificate, what: string): PkiCertificate {
  const block = readDer(der, what);
  const [tbs] = sequenceOf(block, what);
  const members = sequenceOf(tbs, what);
  const [serial, , issuer, , subject, key] = hasTag(members[0], 0) ? members.slice(1) : members;
  const fields = fieldsOf(block);
  if (fields === null) throw new DecodeError(what, 0);
  return {
    der,
    x509,
    serial: integerOf(serial, what),
    issuer: rawName(issuer, what),
    subject: rawName(subject, what),
    publicKey: bitsOf(sequenceOf(key, what)[1], what),
    extensions: fields.extensions,
  };
}

/** Those that can be read. Sets of certificates may hold other things as well (RFC 5652 §10.2.2). */
export function readPkiCertificates(
  ders: readonly Uint8Array[],
  what: string,
  parse: ParseCertificate = parseCertificate,
): PkiCertificate[] {
  return ders.flatMap((der) => {
    try {
      return [readPkiCertificate(der, what, parse)];
    } catch (error) {
      if (error instanceof DecodeError) return [];
      throw error;
    }
  });
}

/**
 * The extended key usages and whether readers must heed them. Null when the certificate has none or they cannot be read.
 */
export function extendedKeyUsagesOf({
  extensions,
}: PkiCertificate): { critical: boolean; usages: readonly string[] } | null {
  const extension = extensions.get(EXTENSION.extendedKeyUsage);
  const usages = extension === undefined ? null : readExtendedKeyUsages(extension.value);
  return extension === undefined || usages === null ? null : { critical: extension.critical, usages };
}

/** See `isInForce`. */
export function isValidAt({ x509 }: PkiCertificate, at: Date): boolean {
  return isInForce(x509, at);
}

export function hashOf(algorithm: 'sha1' | 'sha256' | 'sha384' | 'sha512', bytes: Uint8Array): Uint8Array {
  return createHash(algorithm).update(bytes).digest();
}

export function isSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

function rawName(block: Der | undefined, what: string): Uint8Array {
  sequenceOf(block, what);
  return block === undefined ? new Uint8Array() : rawOf(block);
}
