import type { MediaSource } from '../media-source.ts';
import { parseAt } from './parse-window.ts';
import type { PdfParser } from './parser.ts';
import type { PdfValue } from './values.ts';

/** Where a value stands and whose it is. */
export interface PdfOwner {
  /** The bytes that places of values count in, and where the first one is in the source. */
  bytes: Uint8Array;
  start: number;
  /** The indirect object around the value; null for a trailer, whose strings are never encrypted. */
  number: number | null;
  generation: number;
  /** The data of the object stream that the object was taken from. */
  packed: { offset: number; length: number } | null;
}

export interface PdfObject {
  value: PdfValue;
  owner: PdfOwner;
  /** Where the data of a stream begins; null for other objects. */
  streamStart: number | null;
}

/** `12 0 obj … endobj` at an offset of the source (ISO 32000-2 §7.3.10). */
export function readIndirectObject(source: MediaSource, offset: number): PdfObject {
  return parseAt(source, offset, 'PDF object', (parser) => {
    const number = parser.wholeNumber('PDF object number');
    const generation = parser.wholeNumber('PDF object generation');
    if (!parser.takeWord('obj')) return { value: { kind: 'null' }, owner: owner(parser, offset), streamStart: null };
    const value = parser.value();
    const dataStart = value.kind === 'dictionary' ? streamStart(parser) : null;
    return {
      value,
      owner: { ...owner(parser, offset), number, generation },
      streamStart: dataStart === null ? null : offset + dataStart,
    };
  });
}

function owner(parser: PdfParser, start: number): PdfOwner {
  return { bytes: parser.bytes, start, number: null, generation: 0, packed: null };
}

/** `stream` is followed by CRLF or LF (§7.3.8.1); some writers leave CR alone. */
function streamStart(parser: PdfParser): number | null {
  if (!parser.takeWord('stream')) return null;
  const { bytes, position } = parser;
  // Looks two bytes ahead, so that the window has to reach that far.
  parser.position = Math.min(position + 2, bytes.length);
  if (bytes[position] === 13) return bytes[position + 1] === 10 ? position + 2 : position + 1;
  return bytes[position] === 10 ? position + 1 : position;
}
