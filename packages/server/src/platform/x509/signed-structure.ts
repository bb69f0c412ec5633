import { sign, type KeyObject } from 'node:crypto';
import { type BaseBlock, BitString, fromBER, Null, ObjectIdentifier, Sequence } from 'asn1js';

interface SignatureScheme {
  oid: string;
  /** Null when the scheme hashes by itself. */
  hash: string | null;
  /** Whether RFC 4055 §5 demands NULL as parameters. */
  hasNull?: boolean;
}

/** How certificates and requests are signed. RSA in the form that every authority knows, whatever the key signs later. */
const SCHEMES = {
  ES256: { oid: '1.2.840.10045.4.3.2', hash: 'sha256' },
  ES384: { oid: '1.2.840.10045.4.3.3', hash: 'sha384' },
  ES512: { oid: '1.2.840.10045.4.3.4', hash: 'sha512' },
  PS256: { oid: '1.2.840.113549.1.1.11', hash: 'sha256', hasNull: true },
  EdDSA: { oid: '1.3.101.112', hash: null },
} as const satisfies Record<string, SignatureScheme>;

export type SchemeName = keyof typeof SCHEMES;

export function isSchemeName(name: string): name is SchemeName {
  return Object.hasOwn(SCHEMES, name);
}

/** An AlgorithmIdentifier (RFC 5280 §4.1.1.2). */
export function algorithmIdentifier(name: SchemeName): Sequence {
  const { oid, hasNull }: SignatureScheme = SCHEMES[name];
  return new Sequence({ value: [new ObjectIdentifier({ value: oid }), ...(hasNull === true ? [new Null()] : [])] });
}

/** The content, the algorithm and the signature over the content: a certificate or a request in DER form. */
export function signStructure(content: Sequence, name: SchemeName, key: KeyObject): Buffer {
  const signature = sign(SCHEMES[name].hash, new Uint8Array(content.toBER()), key);
  const value = [content, algorithmIdentifier(name), new BitString({ valueHex: Uint8Array.from(signature) })];
  return Buffer.from(new Sequence({ value }).toBER());
}

/** A public key as a SubjectPublicKeyInfo. */
export function publicKeyInfo(key: KeyObject): BaseBlock {
  return fromBER(Uint8Array.from(key.export({ type: 'spki', format: 'der' }))).result;
}
