import { be32, concat, copyBytes, fromHex, u8, type Bytes, type Part } from '../bytes.ts';
import { box } from '../media/bmff.ts';

/** The rest of the UUID that names the content type. */
const UUID_REST = fromHex('00110010800000aa00389b71');
/** Requestable, with a label. */
const TOGGLES = u8(0x03);
const MANIFEST_LABEL = 'urn:c2pa:00000000-0000-4000-8000-000000000000';

/** A superbox (ISO 19566-5) with its description box; `type` is the first four characters of its content type. */
export function jumbfBox(type: string, label: string, ...content: Part[]): Bytes {
  return box('jumb', jumbfDescription(type, label), ...content);
}

/** The skeleton of a manifest store whose claim is exactly these bytes of CBOR; its signature is empty. */
export function manifestStoreWithClaim(claimCbor: Uint8Array): Bytes {
  const emptyMap = box('cbor', u8(0xa0));
  return jumbfBox(
    'c2pa',
    'c2pa',
    jumbfBox(
      'c2ma',
      MANIFEST_LABEL,
      jumbfBox('c2as', 'c2pa.assertions', jumbfBox('cbor', 'c2pa.actions.v2', emptyMap)),
      jumbfBox('c2cl', 'c2pa.claim.v2', box('cbor', claimCbor)),
      jumbfBox('c2cs', 'c2pa.signature', emptyMap),
    ),
  );
}

/** Superboxes inside superboxes, `depth` of them, the outermost labelled as a manifest store; all lengths are right. */
export function nestedJumbf(depth: number): Bytes {
  const outer = jumbfDescription('c2pa', 'c2pa');
  const inner = jumbfDescription('c2ma', MANIFEST_LABEL);
  const out = new Uint8Array(8 + outer.length + (depth - 1) * (8 + inner.length));
  for (let level = 0, at = 0; level < depth; level++) {
    const head = concat(be32(out.length - at), 'jumb', level === 0 ? outer : inner);
    out.set(head, at);
    at += head.length;
  }
  return out;
}

/** A manifest store that ends where its own length, and that of its claim, say there are almost 4 GiB more. */
export function jumbfWithForgedLength(forgedLength: number): Bytes {
  const store = copyBytes(manifestStoreWithClaim(u8(0xa0)));
  store.set(be32(forgedLength), 0);
  return store;
}

/** A store of `bytes` bytes with right lengths, filled with one large box of no known type. */
export function oversizedStore(bytes: number): Bytes {
  const smallest = jumbfBox('c2pa', 'c2pa', box('free')).length;
  return jumbfBox('c2pa', 'c2pa', box('free', new Uint8Array(bytes - smallest)));
}

/** CBOR that costs a careless decoder its stack or its memory. */
export const cborBombs = {
  /** Arrays in arrays. */
  deepArrays: (depth: number): Bytes => concat(new Uint8Array(depth).fill(0x81), u8(0)),
  /** Maps in maps, each under the key 0. */
  deepMaps: (depth: number): Bytes =>
    concat(
      Uint8Array.from({ length: depth * 2 }, (_, i) => (i % 2 ? 0 : 0xa1)),
      u8(0),
    ),
  deepTags: (depth: number): Bytes => concat(new Uint8Array(depth).fill(0xc6), u8(0)),
  /** Arrays of indefinite length that never end. */
  deepIndefinite: (depth: number): Bytes => new Uint8Array(depth).fill(0x9f),
  /** An array that announces 2^63 elements. */
  hugeArray: (): Bytes => fromHex('9b8000000000000000'),
  hugeMap: (): Bytes => fromHex('bb8000000000000000'),
  /** A byte string that announces 2^40 bytes. */
  hugeBytes: (): Bytes => fromHex('5b0000010000000000'),
  hugeText: (): Bytes => fromHex('7b0000010000000000'),
} as const;

function jumbfDescription(type: string, label: string): Bytes {
  return box('jumd', Buffer.from(type, 'latin1'), UUID_REST, TOGGLES, `${label}\0`);
}
