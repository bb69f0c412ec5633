import { readBmff } from '../../media/bmff/metadata.ts';
import type { MediaSource } from '../../media/media-source.ts';
import type { MetadataItem } from '../../media/metadata-item.ts';
import { MetadataSink } from '../../media/metadata-sink.ts';
import type { BoxEditor } from './box-editor.ts';
import { boxAround, childNodes, type BoxNode } from './box-tree.ts';
import { blankExifLabels } from './exif-blanks.ts';
import { LabelWriteError, type LabelTest } from './writer.ts';
import { removeXmpLabel } from './xmp-edit.ts';

/** Length and language before a QuickTime text. */
const TEXT_HEADER_BYTES = 4;
const SPACE = 0x20;
const WHITE_SPACE = new Set([SPACE, 0x09, 0x0a, 0x0d]);

/**
 * Removes every label that the reader finds and no change has replaced yet: a list item or an atom as a whole; in XMP and
 * EXIF only the label, keeping the lengths.
 */
export function removeBmffLabels(
  source: MediaSource,
  editor: BoxEditor,
  top: readonly BoxNode[],
  isLabel: LabelTest,
): void {
  const sink = new MetadataSink();
  const { items } = sink.run(() => readBmff(source, sink));
  for (const item of items) {
    if (editor.touches(item.offset, item.length)) continue;
    if (item.kind === 'xmp') blankXmp(source, editor, item, isLabel);
    else if (item.kind === 'exif') blankExif(source, editor, item, isLabel);
    else if (isLabel(item.bytes, item.encoding)) removeEntry(source, editor, { item, top });
  }
}

function removeEntry(
  source: MediaSource,
  editor: BoxEditor,
  { item, top }: { item: MetadataItem; top: readonly BoxNode[] },
): void {
  const box = boxAround(source, top, item.offset);
  // EXIF texts come as entries too; they are in no such box, and their block is handled as a whole.
  if (box === null || (box.type !== 'data' && box.parent?.type !== 'udta')) return;
  if (box.type === 'data' && box.parent !== null) {
    const values = childNodes(source, box.parent).filter(({ type }) => type === 'data');
    return editor.remove(values.length > 1 ? box : box.parent);
  }
  const start = item.offset - TEXT_HEADER_BYTES;
  const end = item.offset + item.length;
  const isOneOfMany = start >= box.contentStart && end <= box.end && (start > box.contentStart || end < box.end);
  if (!isOneOfMany) return editor.remove(box);
  editor.replace(box, { offset: start, removed: end - start, inserted: new Uint8Array(0) });
}

/** Nothing is done to a packet that is not well-formed: no reader finds a label in it. */
function blankXmp(source: MediaSource, editor: BoxEditor, item: MetadataItem, isLabel: LabelTest): void {
  let inserted;
  try {
    const without = removeXmpLabel(item.bytes, isLabel);
    if (without === item.bytes) return;
    inserted = padXmp(without, item.length);
  } catch (error) {
    if (error instanceof LabelWriteError && error.code === 'media_unreadable') return;
    throw error;
  }
  if (inserted === null || !isPlain(source, item)) {
    throw new LabelWriteError('media_unreadable', 'A label stands in XMP that is compressed or in pieces');
  }
  editor.replace(null, { offset: item.offset, removed: item.length, inserted });
}

function blankExif(source: MediaSource, editor: BoxEditor, item: MetadataItem, isLabel: LabelTest): void {
  if (!isPlain(source, item)) return;
  for (const blank of blankExifLabels(source.within(item.offset, item.length), isLabel)) {
    if (!editor.touches(blank.offset, blank.removed)) editor.replace(null, blank);
  }
}

/** Whether the bytes of an item are in the file unchanged and in one piece. */
function isPlain(source: MediaSource, { offset, length, bytes }: MetadataItem): boolean {
  const stored = source.bytes(offset, length, 'metadata');
  return Buffer.compare(Buffer.from(stored), Buffer.from(bytes)) === 0;
}

/** A packet padded to this length by blanks in its own encoding; null when that is impossible. */
export function padXmp(packet: Uint8Array, length: number): Uint8Array | null {
  const [a, b] = packet;
  const isWide = (a === 0xfe && b === 0xff) || (a === 0xff && b === 0xfe) || a === 0 || b === 0;
  const end = isWide ? packet.length : contentEnd(packet);
  const missing = length - end;
  if (missing < 0 || (isWide && missing % 2 !== 0)) return null;
  const isBigEndian = a === 0xfe || a === 0;
  const blank = !isWide ? [SPACE] : isBigEndian ? [0, SPACE] : [SPACE, 0];
  const out = new Uint8Array(length);
  out.set(packet.subarray(0, Math.min(packet.length, length)));
  for (let at = end; at < length; at += blank.length) out.set(blank, at);
  return out;
}

/** Where the white space at the end of a packet begins. */
function contentEnd(packet: Uint8Array): number {
  let end = packet.length;
  while (end > 0 && WHITE_SPACE.has(packet[end - 1] ?? 0)) end -= 1;
  return end;
}
