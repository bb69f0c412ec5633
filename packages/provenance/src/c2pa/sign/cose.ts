import { X509Certificate } from 'node:crypto';
import { encode, Tag } from 'cbor2';
import { LIMITS } from '../../limits.ts';
import { algorithmDetails } from './algorithms.ts';
import type { ClaimSigner } from './claim-signer.ts';

const COSE_SIGN1_TAG = 18;
const HEADER_ALG = 1;
const HEADER_X5CHAIN = 33;
/** Both paddings: each is its own text key, and C2PA 2.x §13.2.3 gives them these names. */
const PAD = 'pad';
const PAD2_BYTES = PAD.length + 2;

/** Evidence beside a claim signature of when it was made and that its certificate was good then. */
export interface ClaimEvidence {
  /** Requests a time stamp (RFC 3161 token) over these bytes; it may be missing. Null when none is wanted. */
  stamp: ((data: Uint8Array) => Promise<Uint8Array | null>) | null;
  /** The OCSP response (DER) to staple. */
  ocspResponse: Uint8Array | null;
}

/** Bytes to reserve for the claim signature in the manifest: known before the claim is, so tokens count at their bound. */
export function claimReserveBytes(signer: ClaimSigner, evidence: ClaimEvidence): number {
  const token = evidence.stamp === null ? null : new Uint8Array(LIMITS.timeStampTokenBytes);
  const signature = new Uint8Array(signatureBytes(signer));
  return encodeSign1(protectedHeader(signer), signature, unprotected(token, evidence, [0])).length;
}

/**
 * Signs a claim: a tagged COSE_Sign1 (RFC 9052 §4.2) over the detached claim as C2PA 2.x §13.2 wants it, with `alg` and
 * `x5chain` in the protected header and `sigTst2`, `rVals` and the padding in the other, exactly `reserveBytes` long.
 *
 * @throws {RangeError} when it does not fit; what the signer and the stamper throw is passed on
 */
export async function signClaim(
  claim: Uint8Array,
  signer: ClaimSigner,
  evidence: ClaimEvidence,
  reserveBytes: number,
): Promise<Uint8Array> {
  const header = protectedHeader(signer);
  const toBeSigned = encode(['Signature1', header, new Uint8Array(0), plain(claim)]);
  const signature = plain(await signer.sign(toBeSigned));
  // C2PA 2.x §10.3.2.5: the imprint is over the structure of a countersignature (RFC 8152 §4.4) whose payload is the
  // signature as it is encoded in the COSE_Sign1.
  const toBeStamped = toBeCountersigned(header, encode(signature));
  const token = (await evidence.stamp?.(toBeStamped)) ?? null;
  const missing = reserveBytes - encodeSign1(header, signature, unprotected(token, evidence, [0])).length;
  const cose = encodeSign1(header, signature, unprotected(token, evidence, choosePadding(missing)));
  if (cose.length !== reserveBytes)
    throw new RangeError(`a claim signature of ${cose.length} bytes, not ${reserveBytes}`);
  return cose;
}

/** The structure of a countersignature (RFC 8152 §4.4), which time stamps of claim signatures cover. */
export function toBeCountersigned(protectedBytes: Uint8Array, payload: Uint8Array): Uint8Array {
  return encode(['CounterSignature', plain(protectedBytes), new Uint8Array(0), plain(payload)]);
}

function protectedHeader({ algorithm, chain }: ClaimSigner): Uint8Array {
  const [leaf, ...others] = chain.map(plain);
  return encode(
    new Map<number, unknown>([
      [HEADER_ALG, algorithmDetails(algorithm).coseId],
      // RFC 9360 §2: one certificate is a byte string, several are an array.
      [HEADER_X5CHAIN, others.length === 0 ? leaf : [leaf, ...others]],
    ]),
  );
}

function unprotected(
  token: Uint8Array | null,
  { ocspResponse }: ClaimEvidence,
  padding: readonly number[],
): Map<string, unknown> {
  const header = new Map<string, unknown>();
  if (token !== null) header.set('sigTst2', { tstTokens: [{ val: plain(token) }] });
  if (ocspResponse !== null) header.set('rVals', { ocspVals: [plain(ocspResponse)] });
  for (const [index, bytes] of padding.entries()) header.set(index === 0 ? PAD : `${PAD}2`, new Uint8Array(bytes));
  return header;
}

function encodeSign1(header: Uint8Array, signature: Uint8Array, others: Map<string, unknown>): Uint8Array {
  return encode(new Tag(COSE_SIGN1_TAG, [header, others, null, signature]));
}

/**
 * Lengths of `pad` and, where one cannot do it, `pad2`, that make an encoding longer by exactly `missing` bytes. The length
 * of a byte string is itself encoded in 1, 2, 3 or 5 bytes, so no single string reaches some lengths.
 */
export function choosePadding(missing: number): number[] {
  if (missing < 0) throw new RangeError(`the claim signature is ${-missing} bytes longer than what was reserved`);
  const single = fillBytes(missing);
  if (single !== null) return [single];
  for (let second = 0; second < 8; second++) {
    const first = fillBytes(missing - PAD2_BYTES - 1 - second);
    if (first !== null) return [first, second];
  }
  throw new RangeError(`no padding makes up for ${missing} bytes`);
}

/** The length whose encoding is longer by exactly this than that of the empty string, or null. */
function fillBytes(extra: number): number | null {
  const lengths = [1, 2, 3, 5].map((head) => ({ head, bytes: extra - (head - 1) }));
  return lengths.find(({ head, bytes }) => bytes >= 0 && headBytes(bytes) === head)?.bytes ?? null;
}

/** Size of the head of a CBOR byte string (RFC 8949 §3). */
function headBytes(length: number): number {
  if (length < 24) return 1;
  if (length < 0x100) return 2;
  return length < 0x10000 ? 3 : 5;
}

function signatureBytes({ algorithm, chain }: ClaimSigner): number {
  const { keyType, curve } = algorithmDetails(algorithm);
  if (keyType === 'ed25519') return 64;
  if (curve === 'prime256v1') return 64;
  if (curve === 'secp384r1') return 96;
  if (curve === 'secp521r1') return 132;
  const [leaf] = chain;
  const bits = leaf === undefined ? undefined : new X509Certificate(leaf).publicKey.asymmetricKeyDetails?.modulusLength;
  if (bits === undefined) throw new TypeError('the signing certificate has no RSA key');
  return Math.ceil(bits / 8);
}

/** The CBOR encoder writes a `Buffer` as an object with members, not as a byte string. */
export function plain(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
