import { BaseStringBlock, Utf8String } from 'asn1js';
import type { SignerIdentity } from '../trust/match-product.ts';
import { decodedOrNull } from './decoded-or-null.ts';
import { readCertificateFields } from './sign/certificate-fields.ts';
import { hasTag, oidOf, readDer, sequenceOf, setOf, type Der } from './sign/der.ts';

const ATTRIBUTE = { commonName: '2.5.4.3', organization: '2.5.4.10', organizationalUnit: '2.5.4.11' } as const;
/** The C2PA's arc of object identifiers (its `oid.txt`). */
const EXTENSION = { assuranceLevel: '1.3.6.1.4.1.62558.3', recordId: '1.3.6.1.4.1.62558.4' } as const;
const LEVELS: Readonly<Record<string, number>> = { '1.3.6.1.4.1.62558.3.10': 1, '1.3.6.1.4.1.62558.3.20': 2 };
const WHAT = 'signing certificate';

/**
 * What a signing certificate (DER) says about the product it belongs to: its subject part by part, so that a comma or an
 * escape in one value is not mistaken for another part, and the two extensions of the C2PA certificate policy. Null when it
 * is not a well-formed certificate. An extension that cannot be read says nothing.
 */
export function readSignerIdentity(der: Uint8Array): SignerIdentity | null {
  const extensions = readCertificateFields(der)?.extensions;
  const subject = decodedOrNull(() => readSubject(der));
  if (extensions === undefined || subject === null) return null;
  const valueOf = (oid: string) => extensions.get(oid)?.value ?? null;
  const named = (oid: string) => subject.filter((part) => part.oid === oid).map(({ text }) => text);
  return {
    common_names: named(ATTRIBUTE.commonName),
    organizations: named(ATTRIBUTE.organization),
    organizational_units: named(ATTRIBUTE.organizationalUnit),
    record_id: readRecordId(valueOf(EXTENSION.recordId)),
    assurance_level: readLevel(valueOf(EXTENSION.assuranceLevel)),
  };
}

interface NamePart {
  oid: string;
  text: string;
}

/** The subject is the fifth member after the version, which old certificates lack (RFC 5280 §4.1). */
function readSubject(der: Uint8Array): NamePart[] {
  const members = sequenceOf(sequenceOf(readDer(der, WHAT), WHAT)[0], WHAT);
  const [, , , , subject] = hasTag(members[0], 0) ? members.slice(1) : members;
  return sequenceOf(subject, WHAT).flatMap((part) => setOf(part, WHAT).flatMap(readAttribute));
}

/** Values that are not text name no product. */
function readAttribute(attribute: Der): NamePart[] {
  const [oid, value] = sequenceOf(attribute, WHAT);
  return value instanceof BaseStringBlock ? [{ oid: oidOf(oid, WHAT), text: value.getValue() }] : [];
}

function readRecordId(value: Uint8Array | null): string | null {
  const block = value === null ? null : decodedOrNull(() => readDer(value, WHAT));
  return block instanceof Utf8String ? block.getValue() : null;
}

function readLevel(value: Uint8Array | null): number | null {
  const oid = value === null ? null : decodedOrNull(() => oidOf(readDer(value, WHAT), WHAT));
  return oid === null || !Object.hasOwn(LEVELS, oid) ? null : (LEVELS[oid] ?? null);
}
