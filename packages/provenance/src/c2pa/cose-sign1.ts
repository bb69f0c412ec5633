import { Tag } from 'cbor2';
import { DecodeError } from '../bytes/decode-error.ts';
import { LIMITS } from '../limits.ts';
import { decodeCbor } from './decode-cbor.ts';

/** A decoded claim signature. */
export interface CoseSign1 {
  /** The protected header as it is signed: the content of its byte string. */
  protectedBytes: Uint8Array;
  protectedHeader: ReadonlyMap<unknown, unknown>;
  unprotectedHeader: ReadonlyMap<unknown, unknown>;
  signature: Uint8Array;
}

const COSE_SIGN1_TAG = 18;

/** Decodes a COSE_Sign1 (RFC 9052 §4.2), tagged or not. Its payload is detached. Fails with DecodeError. */
export function decodeCoseSign1(bytes: Uint8Array): CoseSign1 {
  if (bytes.length > LIMITS.claimSignatureBytes) throw new DecodeError('claim signature too large', 0);
  const decoded = decodeCbor(bytes, 'claim signature');
  const message = decoded instanceof Tag && decoded.tag === COSE_SIGN1_TAG ? decoded.contents : decoded;
  const members: unknown[] = Array.isArray(message) ? message : [];
  const [protectedBytes, unprotectedHeader, , signature] = members;
  if (members.length !== 4 || !(signature instanceof Uint8Array)) {
    throw new DecodeError('claim signature is not COSE_Sign1', 0);
  }
  if (!(protectedBytes instanceof Uint8Array)) throw new DecodeError('protected header is not a byte string', 0);
  // Empty for an empty map (RFC 9052 §3).
  const protectedHeader = protectedBytes.length === 0 ? new Map() : decodeCbor(protectedBytes, 'protected header');
  return {
    protectedBytes,
    protectedHeader: mapOf(protectedHeader),
    unprotectedHeader: mapOf(unprotectedHeader),
    signature,
  };
}

function mapOf(header: unknown): ReadonlyMap<unknown, unknown> {
  if (!(header instanceof Map)) throw new DecodeError('signature header is not a map', 0);
  return header;
}
