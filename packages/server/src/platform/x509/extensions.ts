import { createHash, type KeyObject } from 'node:crypto';
import {
  type BaseBlock,
  BitString,
  Boolean as AsnBoolean,
  ObjectIdentifier,
  OctetString,
  Primitive,
  Sequence,
} from 'asn1js';
import { KEY_PURPOSE } from '../signer/key-purposes.ts';

/** An uncompressed point of P-256, the last part of its SubjectPublicKeyInfo. */
const P256_POINT_BYTES = 65;

/** The uses of a key that signs claims, in its certificate and in the request for one (C2PA 2.2 §14.5.1). */
export function signingUsages(): Sequence[] {
  const purposes = [KEY_PURPOSE.claimSigning, KEY_PURPOSE.emailProtection];
  return [
    // digitalSignature and nonRepudiation
    extension('2.5.29.15', true, new BitString({ valueHex: Uint8Array.of(0xc0), unusedBits: 6 })),
    extension('2.5.29.37', false, new Sequence({ value: purposes.map((value) => new ObjectIdentifier({ value })) })),
  ];
}

/** The uses of an authority's key: keyCertSign and cRLSign. */
export function issuingUsages(): Sequence[] {
  return [extension('2.5.29.15', true, new BitString({ valueHex: Uint8Array.of(0x06), unusedBits: 1 }))];
}

export function basicConstraints(isCa: boolean): Sequence {
  return extension('2.5.29.19', true, new Sequence({ value: isCa ? [new AsnBoolean({ value: true })] : [] }));
}

/** Both identifiers, of P-256 keys (RFC 5280 §4.2.1.2, first method). */
export function keyIdentifiers(subjectKey: KeyObject, issuerKey: KeyObject): Sequence[] {
  const issuerId = new Primitive({ idBlock: { tagClass: 3, tagNumber: 0 }, valueHex: keyIdentifier(issuerKey) });
  return [
    extension('2.5.29.14', false, new OctetString({ valueHex: keyIdentifier(subjectKey) })),
    extension('2.5.29.35', false, new Sequence({ value: [issuerId] })),
  ];
}

function keyIdentifier(key: KeyObject): Uint8Array<ArrayBuffer> {
  const point = key.export({ type: 'spki', format: 'der' }).subarray(-P256_POINT_BYTES);
  return Uint8Array.from(createHash('sha1').update(point).digest());
}

function extension(oid: string, isCritical: boolean, value: BaseBlock): Sequence {
  const critical = isCritical ? [new AsnBoolean({ value: true })] : [];
  const content = new OctetString({ valueHex: value.toBER() });
  return new Sequence({ value: [new ObjectIdentifier({ value: oid }), ...critical, content] });
}
