import { latin1Text } from '../bytes/latin1-text.ts';
import { LIMITS } from '../limits.ts';
import type { MediaSource } from './media-source.ts';
import type { ItemEncoding } from './metadata-item.ts';
import type { MetadataSink } from './metadata-sink.ts';
import { decodeItemText } from './text-decoding.ts';

/**
 * A text document for readers of markup, which is ASCII: one character for each byte, or for each two of UTF-16. So every
 * position leads back to the file, and no undecodable byte moves what follows it. The second bytes of GB 18030 are
 * no sign of markup either.
 */
export interface TextView {
  /** Without the byte order mark. */
  text: string;
  /** Encoding of the document, when a byte order mark states it. */
  encoding: 'utf-16le' | 'utf-16be' | null;
  /** Length of the byte order mark. */
  start: number;
  /** False when the document is longer than what is read of documents. */
  isWhole: boolean;
  /** The place of a part in the source. */
  range(start: number, end: number): { offset: number; length: number };
  /** As stored. */
  bytes(start: number, end: number): Uint8Array;
  /** Text of a part, in the document's coding. */
  decode(start: number, end: number): string;
  /** ASCII text in the document's coding. */
  encode(ascii: string): Uint8Array;
}

export function openText(source: MediaSource): TextView {
  const all = source.upTo(0, LIMITS.textScanBytes, 'text document');
  const { encoding, mark: start } = findMark(all);
  const width = encoding === null ? 1 : 2;
  const content = all.subarray(start, all.length - ((all.length - start) % width));
  const bytes = (from: number, to: number): Uint8Array => content.subarray(from * width, to * width);
  const itemEncoding: ItemEncoding = encoding;
  return {
    text: encoding === null ? latin1Text(content) : new TextDecoder(encoding, { ignoreBOM: true }).decode(content),
    encoding,
    start,
    isWhole: all.length === source.size,
    range: (from, to) => ({ offset: start + from * width, length: (to - from) * width }),
    bytes,
    decode: (from, to) => decodeItemText(bytes(from, to), itemEncoding),
    encode: (ascii) => encodeAscii(ascii, encoding),
  };
}

/** What follows the limit was not looked at. */
export function noteCutText(source: MediaSource, view: TextView, sink: MetadataSink): void {
  if (!view.isWhole) sink.problem('limit', 'text document', source.fileOffset(LIMITS.textScanBytes));
}

function findMark([a, b, c]: Uint8Array): { encoding: TextView['encoding']; mark: number } {
  if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le', mark: 2 };
  if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be', mark: 2 };
  return { encoding: null, mark: a === 0xef && b === 0xbb && c === 0xbf ? 3 : 0 };
}

function encodeAscii(ascii: string, encoding: TextView['encoding']): Uint8Array {
  if (encoding === null) return new Uint8Array(Buffer.from(ascii, 'latin1'));
  const wide = Buffer.from(ascii, 'utf16le');
  return new Uint8Array(encoding === 'utf-16be' ? wide.swap16() : wide);
}

/** Lower case that moves no position: of one character, U+0130, it is longer; then only ASCII is changed. */
export function lowerCaseInPlace(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return text.replaceAll(/[A-Z]+/g, (upper) => upper.toLowerCase());
}
