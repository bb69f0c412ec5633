import {
  BitString,
  Boolean as AsnBoolean,
  Constructed,
  Integer,
  ObjectIdentifier,
  OctetString,
  Sequence,
  type BaseBlock,
} from 'asn1js';
import { DecodeError } from '../../bytes/decode-error.ts';
import { hasTag, oidOf, readDer, sequenceOf } from './der.ts';

/** Fields that the certificate profile needs and `node:crypto` does not provide. */
export interface CertificateFields {
  /** As people count: 3 is X.509 v3. */
  version: number;
  signatureOid: string;
  /**
   * The hash named by the parameters of RSASSA-PSS (RFC 4055 §3.1); null for another algorithm, or when none is named
   * (SHA-1).
   */
  signatureHashOid: string | null;
  hasUniqueIdentifier: boolean;
  /** By object identifier. */
  extensions: ReadonlyMap<string, CertificateExtension>;
}

export interface CertificateExtension {
  critical: boolean;
  /** DER inside the octet string. */
  value: Uint8Array;
}

const TAG = { version: 0, issuerUniqueId: 1, subjectUniqueId: 2, extensions: 3 } as const;
/** Extensions that are read here, by name. */
export const EXTENSION = {
  basicConstraints: '2.5.29.19',
  keyUsage: '2.5.29.15',
  extendedKeyUsage: '2.5.29.37',
  subjectKeyIdentifier: '2.5.29.14',
  authorityKeyIdentifier: '2.5.29.35',
  authorityInformationAccess: '1.3.6.1.5.5.7.1.1',
} as const;
export const RSASSA_PSS = '1.2.840.113549.1.1.10';

/** Reads a certificate in DER form (RFC 5280 §4.1). Null when it is not a well-formed certificate. */
export function readCertificateFields(der: Uint8Array): CertificateFields | null {
  return fieldsOf(decode(der));
}

/** The same for a certificate that is decoded already. */
export function fieldsOf(certificate: BaseBlock | undefined): CertificateFields | null {
  const [tbs, signature] = membersOf(certificate) ?? [];
  const [members, algorithm] = [membersOf(tbs), membersOf(signature)];
  const [oid, parameters] = algorithm ?? [];
  if (members === null || !(oid instanceof ObjectIdentifier)) return null;
  const tagged = (tag: number) => members.find((block) => hasTag(block, tag));
  const extensions = readExtensions(tagged(TAG.extensions));
  if (extensions === null) return null;
  const signatureOid = oid.valueBlock.toString();
  return {
    version: readVersion(tagged(TAG.version)),
    signatureOid,
    signatureHashOid: signatureOid === RSASSA_PSS ? pssHash(parameters) : null,
    hasUniqueIdentifier: [TAG.issuerUniqueId, TAG.subjectUniqueId].some((tag) => tagged(tag) !== undefined),
    extensions,
  };
}

/** Numbers of the bits that are set, as RFC 5280 §4.2.1.3 numbers key usages. Null when it is not a bit string. */
export function readKeyUsage(value: Uint8Array): ReadonlySet<number> | null {
  const block = decode(value);
  if (!(block instanceof BitString)) return null;
  const bits = [...block.valueBlock.valueHexView].flatMap((byte, at) =>
    [...Array(8).keys()].flatMap((bit) => ((byte & (0x80 >> bit)) === 0 ? [] : [at * 8 + bit])),
  );
  return new Set(bits);
}

/** The object identifiers of an extended key usage extension. Null when it is not a list of them. */
export function readExtendedKeyUsages(value: Uint8Array): readonly string[] | null {
  const what = 'extended key usages';
  return readOr(null, () => sequenceOf(readDer(value, what), what).map((usage) => oidOf(usage, what)));
}

/** The basic constraints (RFC 5280 §4.2.1.9). Null when they are malformed. */
export function readBasicConstraints(value: Uint8Array): { isCa: boolean; pathLength: number | null } | null {
  const members = membersOf(decode(value));
  if (members === null) return null;
  const [ca, length] = [members.find((b) => b instanceof AsnBoolean), members.find((b) => b instanceof Integer)];
  return { isCa: ca?.valueBlock.value ?? false, pathLength: length?.valueBlock.valueDec ?? null };
}

function decode(der: Uint8Array): BaseBlock | undefined {
  return readOr(undefined, () => readDer(der, 'certificate'));
}

function readOr<Value, Otherwise>(otherwise: Otherwise, read: () => Value): Value | Otherwise {
  try {
    return read();
  } catch (error) {
    if (error instanceof DecodeError) return otherwise;
    throw error;
  }
}

function membersOf(block: BaseBlock | undefined): readonly BaseBlock[] | null {
  return block instanceof Sequence || block instanceof Constructed ? block.valueBlock.value : null;
}

function readVersion(block: BaseBlock | undefined): number {
  const number = membersOf(block)?.[0];
  return number instanceof Integer ? number.valueBlock.valueDec + 1 : 1;
}

/** A duplicate extension counts as a fault: readers differ in which one they take (RFC 5280 §4.2). */
function readExtensions(block: BaseBlock | undefined): ReadonlyMap<string, CertificateExtension> | null {
  const found = new Map<string, CertificateExtension>();
  if (block === undefined) return found;
  for (const extension of membersOf(membersOf(block)?.[0]) ?? []) {
    const [oid, ...rest] = membersOf(extension) ?? [];
    const value = rest.at(-1);
    if (!(oid instanceof ObjectIdentifier) || !(value instanceof OctetString)) return null;
    const name = oid.valueBlock.toString();
    if (found.has(name)) return null;
    const critical = rest.some((member) => member instanceof AsnBoolean && member.valueBlock.value);
    found.set(name, { critical, value: new Uint8Array(value.getValue()) });
  }
  return found;
}

function pssHash(parameters: BaseBlock | undefined): string | null {
  const hash = membersOf(parameters)?.find((block) => hasTag(block, 0));
  const oid = membersOf(membersOf(hash)?.[0])?.[0];
  return oid instanceof ObjectIdentifier ? oid.valueBlock.toString() : null;
}
