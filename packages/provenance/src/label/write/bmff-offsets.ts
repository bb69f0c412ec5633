import { DecodeError } from '../../bytes/decode-error.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { bigEndianBytes } from './number-bytes.ts';
import type { BoxEditor } from './box-editor.ts';
import { childNodes, nodesAt, type BoxNode } from './box-tree.ts';
import { LabelWriteError } from './writer.ts';

const SAMPLE_TABLE = ['mdia', 'minf', 'stbl'];
const DATA_REFERENCES = ['mdia', 'minf', 'dinf', 'dref'];
const DATA = new Set(['mdat', 'moof']);

/**
 * Corrects every offset from the start of the file for the changes planned so far: chunk offsets, auxiliary information, and
 * of fragmented files the base offsets, the random access table and the segment index. What `iloc` says is corrected with
 * `rewriteLocations`.
 */
export function fixOffsets(source: MediaSource, editor: BoxEditor, top: readonly BoxNode[]): void {
  const dataEnd = top.findLast(({ type }) => DATA.has(type))?.end ?? 0;
  if (editor.firstMove >= dataEnd) return;
  for (const box of top) {
    if (box.type === 'moov') fixMovie(source, editor, box);
    else if (box.type === 'moof') fixFragment(source, editor, box);
    else if (box.type === 'mfra') fixRandomAccess(source, editor, box);
    else if (box.type === 'sidx') fixSegmentIndex(source, editor, box);
  }
}

function fixMovie(source: MediaSource, editor: BoxEditor, movie: BoxNode): void {
  for (const track of nodesAt(source, movie, ['trak'])) {
    if (!hasOwnData(source, track)) continue;
    for (const table of nodesAt(source, track, SAMPLE_TABLE).flatMap((box) => childNodes(source, box))) {
      if (table.type === 'stco') fixTable(source, editor, { table, at: 4, width: 4 });
      else if (table.type === 'co64') fixTable(source, editor, { table, at: 4, width: 8 });
      else if (table.type === 'saio') fixAuxiliary(source, editor, table);
    }
  }
}

/** Whether a track's offsets are in this file: reference movies of QuickTime point into others. */
function hasOwnData(source: MediaSource, track: BoxNode): boolean {
  const references = nodesAt(source, track, DATA_REFERENCES).flatMap((table) => childNodes(source, table, 8));
  const own = references.filter(({ contentStart, end }) => {
    if (end - contentStart < 4) throw new DecodeError('dref', source.fileOffset(contentStart));
    return (source.cursor(contentStart, 4, 'dref').u32('dref flags') & 1) === 1;
  });
  if (own.length === references.length) return true;
  if (own.length === 0) return false;
  throw new LabelWriteError('media_unreadable', 'A track has its data in several files');
}

interface OffsetTable {
  table: BoxNode;
  /** The position of the count in the content. */
  at: number;
  width: number;
}

function fixTable(source: MediaSource, editor: BoxEditor, { table, at, width }: OffsetTable): void {
  const { contentStart, end, type } = table;
  const cursor = source.cursor(contentStart, end - contentStart, type);
  cursor.skip(at, type);
  const length = cursor.u32(`${type} count`) * width;
  const old = cursor.slice(length, type);
  const view = new DataView(old.buffer, old.byteOffset, old.length);
  editor.replaceLater(null, {
    offset: contentStart + at + 4,
    removed: length,
    length,
    make: (shift) => {
      const out = new Uint8Array(length);
      for (let entry = 0; entry < length; entry += width) {
        const offset = width === 4 ? view.getUint32(entry) : Number(view.getBigUint64(entry));
        out.set(bigEndianBytes(shift(offset), width), entry);
      }
      return out;
    },
  });
}

/** Only for a movie: in fragments these offsets count from the fragment (ISO/IEC 14496-12 §8.7.9). */
function fixAuxiliary(source: MediaSource, editor: BoxEditor, table: BoxNode): void {
  const head = source.cursor(table.contentStart, 4, 'saio').u32('saio flags');
  fixTable(source, editor, { table, at: (head & 1) === 1 ? 12 : 4, width: head >>> 24 === 0 ? 4 : 8 });
}

function fixFragment(source: MediaSource, editor: BoxEditor, fragment: BoxNode): void {
  for (const header of nodesAt(source, fragment, ['traf', 'tfhd'])) {
    const flags = source.cursor(header.contentStart, 4, 'tfhd').u32('tfhd flags');
    if ((flags & 1) === 1) fixNumber(source, editor, { box: header, at: 8, width: 8 });
  }
}

/** One absolute offset in the content of a box. */
function fixNumber(
  source: MediaSource,
  editor: BoxEditor,
  { box, at, width, anchor = 0 }: { box: BoxNode; at: number; width: 4 | 8; anchor?: number },
): void {
  const cursor = source.cursor(box.contentStart, box.end - box.contentStart, box.type);
  cursor.skip(at, box.type);
  const old = width === 4 ? cursor.u32(box.type) : cursor.u64(box.type);
  editor.replaceLater(null, {
    offset: box.contentStart + at,
    removed: width,
    length: width,
    make: (shift) => Uint8Array.from(bigEndianBytes(shift(anchor + old) - (anchor === 0 ? 0 : shift(anchor)), width)),
  });
}

/** Counts from its own end (§8.16.3), so it changes only when bytes come between it and what it points at. */
function fixSegmentIndex(source: MediaSource, editor: BoxEditor, box: BoxNode): void {
  const isShort = source.cursor(box.contentStart, 1, 'sidx').u8('sidx version') === 0;
  fixNumber(source, editor, { box, at: isShort ? 16 : 20, width: isShort ? 4 : 8, anchor: box.end });
}

function fixRandomAccess(source: MediaSource, editor: BoxEditor, index: BoxNode): void {
  for (const box of nodesAt(source, index, ['tfra'])) {
    const cursor = source.cursor(box.contentStart, box.end - box.contentStart, 'tfra');
    const width = cursor.u8('tfra version') === 0 ? 4 : 8;
    cursor.skip(7, 'tfra track');
    const sizes = cursor.u32('tfra sizes') & 63;
    const count = cursor.u32('tfra count');
    const numbers = ((sizes >> 4) & 3) + ((sizes >> 2) & 3) + (sizes & 3) + 3;
    for (let row = 0; row < count; row += 1) {
      source.step('tfra', box.start);
      cursor.skip(width, 'tfra time');
      fixNumber(source, editor, { box, at: 16 + row * (2 * width + numbers) + width, width });
      cursor.skip(width + numbers, 'tfra row');
    }
  }
}
