import { Cursor } from '../bytes/cursor.ts';
import { DecodeError } from '../bytes/decode-error.ts';
import { toHex } from '../bytes/hex.ts';
import { LIMITS } from '../limits.ts';
import { MANIFEST_STORE_UUID } from '../media/sniff/manifest-store.ts';

/** A JUMBF superbox (ISO/IEC 19566-5): a description and boxes inside. All bytes are views of the decoded store. */
export interface SuperBox {
  /** UUID of the content type, hexadecimal without dashes. */
  uuid: string;
  label: string | null;
  superboxes: SuperBox[];
  contents: ContentBox[];
}

export interface ContentBox {
  /** Four characters, for example `cbor`, `json`, `bfdb`. */
  type: string;
  bytes: Uint8Array;
}

/** The signed boxes of a manifest, as bytes. Null when the manifest has no such box or it is compressed. */
export interface ManifestBoxes {
  claim: Uint8Array | null;
  signature: Uint8Array | null;
}

/** Manifests, update manifests and compressed manifests: four characters before the tail that all types share. */
const MANIFEST_UUIDS = new Set(
  ['c2ma', 'c2um', 'c2cm'].map((type) => Buffer.from(type).toString('hex') + MANIFEST_STORE_UUID.slice(8)),
);
const CLAIM_LABELS = ['c2pa.claim.v2', 'c2pa.claim'];
const SIGNATURE_LABEL = 'c2pa.signature';

const HAS_LABEL = 0x02;

/**
 * Decodes a manifest store into its tree of boxes. Bytes after the outermost box are ignored: some containers pad. Fails
 * with DecodeError on lengths that do not fit, nesting or counts above the limits, and stores of another type.
 */
export function decodeManifestStore(bytes: Uint8Array): SuperBox {
  if (bytes.length > LIMITS.manifestStoreBytes) throw new DecodeError('manifest store too large', 0);
  const walk = { boxes: 0 };
  const outer = readBox(new Cursor(bytes), walk);
  if (outer.type !== 'jumb') throw new DecodeError('manifest store: not a superbox', 0);
  const store = decodeSuperBox(outer, 1, walk);
  if (store.uuid !== MANIFEST_STORE_UUID) throw new DecodeError('manifest store: another content type', 0);
  return store;
}

/** Labels of the manifests in the store, in store order; the last is the active manifest. */
export function listManifestLabels(store: SuperBox): string[] {
  return store.superboxes.flatMap((box) => (MANIFEST_UUIDS.has(box.uuid) && box.label !== null ? [box.label] : []));
}

/**
 * The superbox that a path of labels leads to. Fails when a label on the way is a duplicate: two readers could then mean
 * different boxes.
 */
export function findBox(root: SuperBox, path: readonly string[]): SuperBox | undefined {
  let box = root;
  for (const label of path) {
    const matches = box.superboxes.filter((candidate) => candidate.label === label);
    if (matches.length > 1) throw new DecodeError('two boxes with one label', 0);
    const [match] = matches;
    if (match === undefined) return undefined;
    box = match;
  }
  return box;
}

/** Claim and claim signature of the manifest with this label, or undefined when the store has no such manifest. */
export function findManifestBoxes(store: SuperBox, label: string): ManifestBoxes | undefined {
  const manifest = findBox(store, [label]);
  if (manifest === undefined) return undefined;
  const claims = CLAIM_LABELS.flatMap((claimLabel) => findBox(manifest, [claimLabel]) ?? []);
  // C2PA 2.x §15.6: more than one claim is a failure of its own; it is unknown which one was signed.
  if (claims.length > 1) throw new DecodeError('two claims in one manifest', 0);
  return { claim: cborOf(claims[0]), signature: cborOf(findBox(manifest, [SIGNATURE_LABEL])) };
}

function cborOf(box: SuperBox | undefined): Uint8Array | null {
  const contents = box?.contents.filter(({ type }) => type === 'cbor') ?? [];
  if (contents.length > 1) throw new DecodeError('two contents in one box', 0);
  return contents[0]?.bytes ?? null;
}

interface RawBox {
  type: string;
  offset: number;
  content: Cursor;
}

interface Walk {
  boxes: number;
}

function decodeSuperBox({ content, offset }: RawBox, depth: number, walk: Walk): SuperBox {
  if (depth > LIMITS.jumbfDepth) throw new DecodeError('boxes nested too deeply', offset);
  const first = readBox(content, walk);
  if (first.type !== 'jumd') throw new DecodeError('superbox without description', offset);
  const box: SuperBox = { ...decodeDescription(first.content), superboxes: [], contents: [] };
  while (content.remaining > 0) {
    const child = readBox(content, walk);
    if (child.type === 'jumb') box.superboxes.push(decodeSuperBox(child, depth + 1, walk));
    else box.contents.push({ type: child.type, bytes: child.content.slice(child.content.remaining, 'box content') });
  }
  return box;
}

/** LBox 1: the length follows in 64 bits; LBox 0: to the end of what surrounds the box (ISO/IEC 19566-5 §4.2). */
function readBox(cursor: Cursor, walk: Walk): RawBox {
  const { offset } = cursor;
  walk.boxes += 1;
  if (walk.boxes > LIMITS.jumbfBoxes) throw new DecodeError('too many boxes', offset);
  const short = cursor.u32('box length');
  const type = cursor.fourCc('box type');
  const long = short === 1 ? cursor.u64('box length') : short;
  const headerBytes = short === 1 ? 16 : 8;
  const contentBytes = short === 0 ? cursor.remaining : long - headerBytes;
  if (contentBytes < 0) throw new DecodeError('box shorter than its header', offset);
  const base = cursor.offset;
  return { type, offset, content: new Cursor(cursor.slice(contentBytes, 'box content'), { base }) };
}

function decodeDescription(cursor: Cursor): { uuid: string; label: string | null } {
  const uuid = toHex(cursor.slice(16, 'content type'));
  const toggles = cursor.u8('description toggles');
  return { uuid, label: (toggles & HAS_LABEL) === 0 ? null : decodeLabel(cursor) };
}

function decodeLabel(cursor: Cursor): string {
  const { offset } = cursor;
  const rest = cursor.slice(cursor.remaining, 'label');
  const end = rest.subarray(0, LIMITS.jumbfLabelBytes + 1).indexOf(0);
  if (end === -1) throw new DecodeError('label without end', offset);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(rest.subarray(0, end));
  } catch (cause) {
    throw new DecodeError('label is not UTF-8', offset, { cause });
  }
}
