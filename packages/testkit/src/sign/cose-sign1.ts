import { encode, Tag } from 'cbor2';
import type { Authority } from '../authorities/certificate-authority.ts';
import { signatureAlgorithms } from '../authorities/signature-algorithms.ts';
import { copyBytes, type Bytes } from '../bytes.ts';

const COSE_SIGN1_TAG = 18;
const HEADER_ALG = 1;
const HEADER_X5CHAIN = 33;
/** Zeros in `pad`; their length head then has three bytes whatever the rest is. */
const PAD_BYTES = 1024;
/** More than any token of a test. */
const STAMP_BYTES = 8192;

/** What is put beside the claim signature, unprotected. */
export interface CoseEvidence {
  /**
   * Returns a time stamp (RFC 3161) over these bytes. Claims of version 1 carry the response as `sigTst`, over the claim;
   * others the token as `sigTst2`, over the signature (C2PA 2.x §10.3.2.5).
   */
  stamp?: (toBeStamped: Uint8Array) => Promise<Uint8Array>;
  /** OCSP responses (DER), as they are. */
  ocsp?: readonly Uint8Array[];
  /** Default 2. */
  claimVersion?: 1 | 2;
}

/** Bytes that {@link coseSign1} needs for this signer: known before the claim is. */
export async function coseReserveBytes(authority: Authority, evidence: CoseEvidence = {}): Promise<number> {
  const stamp = () => Promise.resolve(new Uint8Array(STAMP_BYTES));
  const measured = evidence.stamp === undefined ? evidence : { ...evidence, stamp };
  return encodeParts(await signedParts(authority, new Uint8Array(0), measured), PAD_BYTES).length;
}

/**
 * A complete COSE_Sign1 (RFC 9052 §4.2) over a detached claim, as C2PA 2.x §13.2 wants it: `alg` and `x5chain` in the
 * protected header, `pad` in the unprotected one, exactly `reserveBytes` long.
 */
export async function coseSign1(
  authority: Authority,
  claim: Uint8Array,
  reserveBytes: number,
  evidence: CoseEvidence = {},
): Promise<Bytes> {
  // The token is requested once: neither it nor a randomized signature may change between the two encodings.
  const parts = await signedParts(authority, claim, evidence);
  const missing = reserveBytes - encodeParts(parts, PAD_BYTES).length;
  const cose = encodeParts(parts, PAD_BYTES + missing);
  if (cose.length !== reserveBytes) throw new RangeError(`COSE_Sign1 of ${cose.length} bytes, not ${reserveBytes}`);
  return cose;
}

interface SignedParts {
  protectedHeader: Uint8Array;
  unprotected: [string, unknown][];
  signature: Uint8Array;
}

async function signedParts(authority: Authority, claim: Uint8Array, evidence: CoseEvidence): Promise<SignedParts> {
  const [leaf, ...others] = authority.chainDer;
  const protectedHeader = encode(
    new Map<number, unknown>([
      [HEADER_ALG, signatureAlgorithms[authority.algorithm].coseId],
      [HEADER_X5CHAIN, others.length === 0 ? leaf : [leaf, ...others]],
    ]),
  );
  const structure = (context: string, payload: Uint8Array): Uint8Array =>
    encode([context, protectedHeader, new Uint8Array(0), payload]);
  const signature = await authority.sign(structure('Signature1', copyBytes(claim)));
  const unprotected: [string, unknown][] = [];
  const isFirstVersion = evidence.claimVersion === 1;
  const stamped = structure('CounterSignature', isFirstVersion ? copyBytes(claim) : encode(signature));
  const token = await evidence.stamp?.(stamped);
  if (token !== undefined) {
    unprotected.push([isFirstVersion ? 'sigTst' : 'sigTst2', { tstTokens: [{ val: copyBytes(token) }] }]);
  }
  if (evidence.ocsp !== undefined) unprotected.push(['rVals', { ocspVals: evidence.ocsp.map(copyBytes) }]);
  return { protectedHeader, unprotected, signature };
}

function encodeParts({ protectedHeader, unprotected, signature }: SignedParts, padBytes: number): Bytes {
  const header = new Map([...unprotected, ['pad', new Uint8Array(padBytes)]]);
  return copyBytes(encode(new Tag(COSE_SIGN1_TAG, [protectedHeader, header, null, signature])));
}
