import { encode, Tag } from 'cbor2';
import type { Authority } from '../certificate-authority.ts';
import { signatureAlgorithms } from '../signature-algorithms.ts';
import { copyBytes, type Bytes } from '../bytes.ts';

const COSE_SIGN1_TAG = 18;
const HEADER_ALG = 1;
const HEADER_X5CHAIN = 33;
/** Zeros in `pad`; their length head then has three bytes whatever the rest is. */
const PAD_BYTES = 1024;

/** Bytes that {@link coseSign1} needs for this signer: known before the claim is. */
export async function coseReserveBytes(authority: Authority): Promise<number> {
  return (await encodeSign1(authority, new Uint8Array(0), PAD_BYTES)).length;
}

/**
 * A complete COSE_Sign1 (RFC 9052 §4.2) over a detached claim, as C2PA 2.x §13.2 wants it: `alg` and `x5chain` in the
 * protected header, `pad` in the unprotected one, exactly `reserveBytes` long.
 */
export async function coseSign1(authority: Authority, claim: Uint8Array, reserveBytes: number): Promise<Bytes> {
  const missing = reserveBytes - (await coseReserveBytes(authority));
  const cose = await encodeSign1(authority, claim, PAD_BYTES + missing);
  if (cose.length !== reserveBytes) throw new RangeError(`COSE_Sign1 of ${cose.length} bytes, not ${reserveBytes}`);
  return cose;
}

async function encodeSign1(authority: Authority, claim: Uint8Array, padBytes: number): Promise<Bytes> {
  const [leaf, ...others] = authority.chainDer;
  const protectedHeader = encode(
    new Map<number, unknown>([
      [HEADER_ALG, signatureAlgorithms[authority.algorithm].coseId],
      [HEADER_X5CHAIN, others.length === 0 ? leaf : [leaf, ...others]],
    ]),
  );
  const toBeSigned = encode(['Signature1', protectedHeader, new Uint8Array(0), copyBytes(claim)]);
  const signature = await authority.sign(toBeSigned);
  const unprotected = new Map([['pad', new Uint8Array(padBytes)]]);
  return copyBytes(encode(new Tag(COSE_SIGN1_TAG, [protectedHeader, unprotected, null, signature])));
}
