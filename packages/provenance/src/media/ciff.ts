import { DecodeError } from '../bytes/decode-error.ts';
import { LIMITS } from '../limits.ts';
import { attemptAt } from './attempt-at.ts';
import type { MediaSource } from './media-source.ts';
import type { MetadataSink } from './metadata-sink.ts';
import { storedValue, trimZeros } from './stored-value.ts';

const ENTRY_BYTES = 10;
/** In a tag: where the value is stored (0: in the heap), and its type. */
const PLACE_MASK = 0xc000;
const TYPE_MASK = 0x3800;
const HEAPS = new Set([0x2800, 0x3000]);
/** Maker and model as two texts one after another (CIFF 1.0 §5). */
const MAKE_MODEL = 0x080a;
const COMMENT = 0x0805;
const FIRMWARE = 0x080b;

/** Canon's raw photographs up to 2004 (CRW), a heap of heaps: maker, model and firmware, at `CIFF`. */
export function readCiff(source: MediaSource, sink: MetadataSink): void {
  const littleEndian = source.bytes(0, 1, 'CIFF header')[0] === 0x49;
  const start = source.cursor(2, 4, 'CIFF header', { littleEndian }).u32('CIFF header length');
  readHeap({ source, sink, littleEndian }, { start, end: source.size, depth: 0 });
}

interface Reading {
  source: MediaSource;
  sink: MetadataSink;
  littleEndian: boolean;
}

interface Heap {
  start: number;
  end: number;
  depth: number;
}

/** The last four bytes of a heap say where its directory stands. */
function readHeap(reading: Reading, { start, end, depth }: Heap): void {
  const { source, sink, littleEndian } = reading;
  if (depth > LIMITS.mediaDepth || end - start < 6) throw new DecodeError('CIFF heap', source.fileOffset(start));
  const at = start + source.cursor(end - 4, 4, 'CIFF heap', { littleEndian }).u32('CIFF directory');
  const count = source.cursor(at, 2, 'CIFF directory', { littleEndian }).u16('CIFF entries');
  for (let entry = 0; entry < count; entry += 1) {
    const place = at + 2 + entry * ENTRY_BYTES;
    source.step('CIFF entry', place);
    const cursor = source.cursor(place, ENTRY_BYTES, 'CIFF entry', { littleEndian });
    const tag = cursor.u16('CIFF tag');
    const [length, offset] = [cursor.u32('CIFF length'), start + cursor.u32('CIFF offset')];
    if ((tag & PLACE_MASK) !== 0 || offset + length > end) continue;
    attemptAt(source, sink, place, () => {
      if (HEAPS.has(tag & TYPE_MASK)) readHeap(reading, { start: offset, end: offset + length, depth: depth + 1 });
      else addTexts(reading, tag, offset, length);
    });
  }
}

function addTexts({ source, sink }: Reading, tag: number, offset: number, length: number): void {
  const keys =
    tag === MAKE_MODEL ? ['Make', 'Model'] : tag === FIRMWARE ? ['Firmware'] : tag === COMMENT ? ['Comment'] : [];
  if (keys.length === 0) return;
  const { bytes } = storedValue(source, offset, length, 'CIFF text');
  let at = 0;
  for (const key of keys) {
    const zero = bytes.indexOf(0, at);
    const end = zero === -1 ? bytes.length : zero;
    const text = trimZeros(bytes.subarray(at, end));
    const place = { offset: source.fileOffset(offset + at), length: text.length };
    if (text.length > 0) sink.add({ kind: 'entry', path: 'CIFF', key, ...place, bytes: text, encoding: 'latin1' });
    at = end + 1;
  }
}
