import { decode, encode } from 'cbor2';
import { be32, concat, copyBytes, type Bytes } from '../bytes.ts';
import type { Authority } from '../authorities/certificate-authority.ts';
import { coseSign1 } from './cose-sign1.ts';

/** A box of a manifest store that can be changed: a superbox with what is in it, or a box with bytes. */
export interface StoreBox {
  type: string;
  /** Label of a superbox that has one. */
  label: string | null;
  /** Empty for a box with bytes. The first of a superbox is its description. */
  boxes: StoreBox[];
  bytes: Uint8Array;
}

const UUID_AND_TOGGLES = 17;

/** Decodes the bytes of a manifest store; lengths are trusted, so pass only our own stores. */
export function readStore(store: Uint8Array): StoreBox {
  const [outer] = readBoxes(store);
  if (outer === undefined) throw new RangeError('an empty manifest store');
  return outer;
}

/** The bytes of a changed store; all lengths are recomputed. */
export function writeStore(box: StoreBox): Bytes {
  const content = box.type === 'jumb' ? concat(...box.boxes.map(writeStore)) : box.bytes;
  return concat(be32(content.length + 8), box.type, content);
}

/** The last manifest of a store: the active one. */
export function activeManifest(store: StoreBox): StoreBox {
  const manifest = store.boxes.at(-1);
  if (manifest?.type !== 'jumb') throw new RangeError('a store without a manifest');
  return manifest;
}

/** What is inside the box with this label. */
export function boxIn(parent: StoreBox, label: string): StoreBox {
  const found = parent.boxes.find((box) => box.label === label);
  if (found === undefined) throw new RangeError(`no box ${label}`);
  return found;
}

/** The content box of a superbox: of a claim or a signature. */
export function contentOf(parent: StoreBox, label: string): StoreBox {
  const content = boxIn(parent, label).boxes[1];
  if (content === undefined) throw new RangeError(`nothing in the box ${label}`);
  return content;
}

/** Label of the claim's box, by version. */
export const CLAIM_BOXES = { 1: 'c2pa.claim', 2: 'c2pa.claim.v2' } as const;

/** Changes the claim (its members as CBOR has them) and signs it again: a hostile signer's work, not an attacker's. */
export async function reclaim(
  manifest: StoreBox,
  version: 1 | 2,
  authority: Authority,
  change: (claim: Record<string, unknown>) => void,
): Promise<void> {
  const content = contentOf(manifest, CLAIM_BOXES[version]);
  const claim: Record<string, unknown> = { ...decode<object>(content.bytes) };
  change(claim);
  content.bytes = copyBytes(encode(claim));
  const signature = contentOf(manifest, 'c2pa.signature');
  signature.bytes = await coseSign1(authority, content.bytes, signature.bytes.length);
}

function readBoxes(bytes: Uint8Array): StoreBox[] {
  const boxes: StoreBox[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < bytes.length;) {
    const length = view.getUint32(at);
    const type = Buffer.from(bytes.subarray(at + 4, at + 8)).toString('latin1');
    const content = bytes.subarray(at + 8, at + length);
    const inner = type === 'jumb' ? readBoxes(content) : [];
    boxes.push({ type, label: labelOf(inner[0]), boxes: inner, bytes: content });
    at += length;
  }
  return boxes;
}

function labelOf(description: StoreBox | undefined): string | null {
  if (description?.type !== 'jumd') return null;
  const text = description.bytes.subarray(UUID_AND_TOGGLES);
  return Buffer.from(text.subarray(0, text.indexOf(0))).toString('utf8');
}
