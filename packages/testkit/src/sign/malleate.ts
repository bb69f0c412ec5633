import { decode, encode, Tag } from 'cbor2';
import { concat, copyBytes, type Bytes } from '../bytes.ts';
import type { ByteRange } from '../mutate.ts';
import type { SignatureAlgorithm } from '../authorities/signature-algorithms.ts';

/** A decoded claim signature (COSE_Sign1). Of all this only `protectedHeader` is signed. */
export interface ClaimSignatureParts {
  protectedHeader: Uint8Array;
  /** Without the padding, which is recreated. */
  unprotected: ReadonlyMap<unknown, unknown>;
  signature: Uint8Array;
  /** The value of each byte of the padding. */
  padding: number;
}

/** Null when there is none in it. */
type Malleation = (parts: ClaimSignatureParts, algorithm: SignatureAlgorithm) => ClaimSignatureParts | null;

const COSE_SIGN1_TAG = 18;
const HEADER_X5CHAIN = 33;

/** Orders of the curves (FIPS 186-5): with (r, s) also (r, n - s) is a signature of the same key over the same bytes. */
const CURVE_ORDERS: Partial<Record<SignatureAlgorithm, string>> = {
  ES256: 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551',
  ES384: 'ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973',
  ES512: `01ff${'ff'.repeat(31)}fa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409`,
};

/** What anyone can do to a claim signature without its key, and it stays valid. */
export const malleations = {
  'the other signature of the same key': (parts, algorithm) => {
    const order = CURVE_ORDERS[algorithm];
    return order === undefined ? null : { ...parts, signature: otherSignature(parts.signature, BigInt(`0x${order}`)) };
  },
  'padding that is not zero': (parts) => ({ ...parts, padding: 0xa5 }),
  'a header that nobody knows': (parts) => withHeader(parts, 'anything', 'of anybody'),
  'a header with a number': (parts) => withHeader(parts, -70_000, new Uint8Array(3)),
  'its certificates once more': (parts) => withHeader(parts, HEADER_X5CHAIN, chainIn(parts)),
  'its certificates in another order': (parts) => {
    const chain = chainIn(parts);
    return Array.isArray(chain) ? withHeader(parts, HEADER_X5CHAIN, chain.toReversed()) : null;
  },
  'no time stamp': (parts) => withoutHeaders(parts, ['sigTst', 'sigTst2']),
  'no answer on revocation': (parts) => withoutHeaders(parts, ['rVals']),
} as const satisfies Readonly<Record<string, Malleation>>;

/**
 * The file with another claim signature in its active manifest, in a container that has the manifest store in one piece and
 * without a checksum (JPEG up to 64 KB, BMFF). No length changes: the padding makes up for the difference. Null where
 * `edit` answers it.
 */
export function editClaimSignature(
  file: Uint8Array,
  edit: (parts: ClaimSignatureParts) => ClaimSignatureParts | null,
): Bytes | null {
  const { start, length } = claimSignatureRange(file);
  const edited = edit(takeApart(file.subarray(start, start + length)));
  if (edited === null) return null;
  return concat(file.subarray(0, start), putTogether(edited, length), file.subarray(start + length));
}

/** The place of the active manifest's claim signature in such a file. */
export function claimSignatureRange(file: Uint8Array): ByteRange {
  // The active manifest is the last one; with the zero this is the label of a box and not an address of it.
  return contentRange(file, Buffer.from(file).lastIndexOf('c2pa.signature\0'));
}

/** The same of its claim. */
export function claimRange(file: Uint8Array): ByteRange {
  return contentRange(file, Buffer.from(file).lastIndexOf('c2pa.claim.v2\0'));
}

function contentRange(file: Uint8Array, label: number): ByteRange {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  const type = bytes.indexOf('cbor', label);
  if (label === -1 || type === -1) throw new RangeError('the manifest store is not in one piece');
  return { start: type + 4, length: bytes.readUInt32BE(type - 4) - 8 };
}

interface DecodedSign1 {
  contents: [Uint8Array, Map<unknown, unknown>, null, Uint8Array];
}

function takeApart(cose: Uint8Array): ClaimSignatureParts {
  // The encoder takes a Buffer for an object.
  const { contents } = decode<DecodedSign1>(copyBytes(cose), { preferMap: true });
  const [protectedHeader, headers, , signature] = contents;
  const unprotected = new Map([...headers].filter(([name]) => name !== 'pad' && name !== 'pad2'));
  return { protectedHeader, unprotected, signature, padding: 0 };
}

function putTogether(parts: ClaimSignatureParts, length: number): Uint8Array {
  const { protectedHeader, unprotected, signature, padding } = parts;
  const encoded = (...pads: readonly number[]): Uint8Array => {
    const named = pads.map((bytes, i) => [i === 0 ? 'pad' : 'pad2', new Uint8Array(bytes).fill(padding)] as const);
    const headers = new Map<unknown, unknown>([...unprotected, ...named]);
    return encode(new Tag(COSE_SIGN1_TAG, [protectedHeader, headers, null, signature]));
  };
  const bare = encoded();
  if (bare.length === length) return bare;
  // The length of a padding is itself encoded in 1 to 5 bytes: what one cannot reach, two can.
  for (const others of [[], [0], [1], [2], [3]]) {
    const missing = length - encoded(0, ...others).length;
    for (const bytes of [missing, missing - 1, missing - 2]) {
      const cose = bytes < 0 ? null : encoded(bytes, ...others);
      if (cose?.length === length) return cose;
    }
  }
  throw new RangeError(`no padding makes a claim signature of ${length} bytes`);
}

function withHeader(parts: ClaimSignatureParts, name: unknown, value: unknown): ClaimSignatureParts {
  return { ...parts, unprotected: new Map([...parts.unprotected, [name, value]]) };
}

function withoutHeaders(parts: ClaimSignatureParts, names: readonly unknown[]): ClaimSignatureParts | null {
  const left = new Map([...parts.unprotected].filter(([name]) => !names.includes(name)));
  return left.size === parts.unprotected.size ? null : { ...parts, unprotected: left };
}

function chainIn({ protectedHeader }: ClaimSignatureParts): unknown {
  return decode<Map<unknown, unknown>>(protectedHeader, { preferMap: true }).get(HEADER_X5CHAIN);
}

/** ECDSA in IEEE P1363 form: r and s, each as long as the order. */
function otherSignature(signature: Uint8Array, order: bigint): Uint8Array {
  const half = signature.length / 2;
  const s = BigInt(`0x${Buffer.from(signature.subarray(half)).toString('hex')}`);
  const other = (order - s).toString(16).padStart(half * 2, '0');
  return concat(signature.subarray(0, half), Buffer.from(other, 'hex'));
}
