import { LIMITS } from '../limits.ts';
import type { MediaSource } from './media-source.ts';
import type { ItemEncoding } from './metadata-item.ts';
import type { MetadataSink } from './metadata-sink.ts';

/** Each data set begins with it. */
export const IIM_MARKER = 0x1c;
const HEAD_BYTES = 5;
/** The length has this bit and the number of bytes that hold the length itself (IIM 4.2 §1.6, extended data set). */
const EXTENDED = 0x8000;
const EXTENDED_MAX_BYTES = 4;
/** 1:90, coded character set: the escape sequence of UTF-8 (ISO 2022). */
const CHARACTER_SET = '1:90';
const UTF8_ESCAPE = [0x1b, 0x25, 0x47];
/**
 * Data sets that name something or somebody: title, special instructions, originating program and its version, byline,
 * credit, source, copyright, caption, writer.
 */
const TEXTS = new Set(['2:05', '2:40', '2:65', '2:70', '2:80', '2:110', '2:115', '2:116', '2:120', '2:122']);

export interface IptcPlace {
  path: string;
  /** The place in the file of a range of the bytes. */
  place: (start: number, end: number) => { offset: number; length: number };
  /** False when the structure around it is damaged. */
  intact?: boolean;
}

interface DataSet {
  name: string;
  start: number;
  /** Clipped to what there is. */
  end: number;
  isWhole: boolean;
}

/**
 * Adds the texts of IPTC-IIM data sets, such as `2:110`. Anything else ends the reading: writers pad with zeros.
 * @throws {LimitError} the file's budget is spent
 */
export function addIptcTexts(source: MediaSource, sink: MetadataSink, bytes: Uint8Array, where: IptcPlace): void {
  const { path, place, intact = true } = where;
  let encoding: ItemEncoding = null;
  let texts = 0;
  let at = 0;
  while (texts < LIMITS.iptcTexts) {
    const dataSet = decodeDataSet(bytes, at);
    if (dataSet === null) return;
    const { name, start, end, isWhole } = dataSet;
    source.step('IPTC data set', 0);
    const value = bytes.subarray(start, end);
    if (name === CHARACTER_SET) encoding = UTF8_ESCAPE.every((byte, index) => value[index] === byte) ? 'utf-8' : null;
    if (TEXTS.has(name)) {
      const item = { kind: 'entry', path, key: name, encoding, intact: intact && isWhole } as const;
      sink.add({ ...item, ...place(start, end), bytes: value });
      texts += 1;
    }
    at = end;
  }
}

function decodeDataSet(bytes: Uint8Array, at: number): DataSet | null {
  const [marker, record, number, high = 0, low = 0] = bytes.subarray(at, at + HEAD_BYTES);
  if (marker !== IIM_MARKER || at + HEAD_BYTES > bytes.length) return null;
  const stated = high * 0x100 + low;
  const lengthBytes = stated >= EXTENDED ? stated - EXTENDED : 0;
  if (lengthBytes > EXTENDED_MAX_BYTES) return null;
  const start = at + HEAD_BYTES + lengthBytes;
  const extended = bytes.subarray(at + HEAD_BYTES, start).reduce((sum, byte) => sum * 0x100 + byte, 0);
  const end = start + (stated >= EXTENDED ? extended : stated);
  const isWhole = end <= bytes.length;
  return {
    name: `${record}:${String(number).padStart(2, '0')}`,
    start: Math.min(start, bytes.length),
    end: Math.min(end, bytes.length),
    isWhole,
  };
}
