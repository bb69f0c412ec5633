import { DecodeError } from '../bytes/decode-error.ts';
import { latin1Text } from '../bytes/latin1-text.ts';
import type { MediaSource } from './media-source.ts';
import type { ItemEncoding } from './metadata-item.ts';
import type { MetadataSink } from './metadata-sink.ts';
import { addRawProfile } from './png-raw-profile.ts';

/** PNG third edition §11.3.3. */
export const PNG_TEXT_CHUNKS: ReadonlySet<string> = new Set(['tEXt', 'zTXt', 'iTXt']);
export const XMP_KEYWORD = 'XML:com.adobe.xmp';
/** The standard allows 79; what is longer is not a keyword. */
const KEYWORD_MAX_BYTES = 256;

/** A textual chunk, and its data as far as the file holds them. */
export interface PngTextChunk {
  type: string;
  /** Offset of the data in the source. */
  offset: number;
  bytes: Uint8Array;
}

export interface PngText {
  keyword: string;
  /** Where the stored text begins, in the chunk's data. */
  start: number;
  stored: Uint8Array;
  encoding: ItemEncoding;
  /** The text, decompressed. @throws {DecodeError} it cannot be decompressed */
  text: () => Uint8Array;
}

/** Adds a textual chunk under its keyword; it may hold the XMP packet, or a profile of ImageMagick's. */
export function addPngText(source: MediaSource, sink: MetadataSink, chunk: PngTextChunk, intact: boolean): void {
  const { type, offset } = chunk;
  const decoded = decodePngText(source, chunk);
  const { keyword, start, stored, encoding } = decoded;
  const text = decoded.text();
  const isXmp = keyword === XMP_KEYWORD;
  sink.add({
    kind: isXmp ? 'xmp' : 'entry',
    path: type,
    key: isXmp ? null : keyword,
    offset: source.fileOffset(offset + start),
    length: stored.length,
    bytes: text,
    encoding: isXmp ? null : encoding,
    intact,
  });
  addRawProfile(source, sink, { keyword, type, text, offset: offset + start, length: stored.length, intact });
}

/** @throws {DecodeError} the chunk does not have the form of a textual chunk */
export function decodePngText(source: MediaSource, chunk: PngTextChunk): PngText {
  const { type, offset, bytes } = chunk;
  const end = findZero(source, chunk, 0);
  if (end > KEYWORD_MAX_BYTES) throw new DecodeError('PNG keyword', source.fileOffset(offset));
  const { start, isCompressed, encoding } = fieldsOf(source, chunk, end + 1);
  const stored = bytes.subarray(start);
  return {
    keyword: latin1Text(bytes.subarray(0, end)),
    start,
    stored,
    encoding,
    text: () => (isCompressed ? source.decompress(stored, 'zlib', offset + start, `PNG ${type}`) : stored),
  };
}

interface Fields {
  start: number;
  isCompressed: boolean;
  encoding: ItemEncoding;
}

/** The fields that the chunk's type has between keyword and text. */
function fieldsOf(source: MediaSource, chunk: PngTextChunk, at: number): Fields {
  if (chunk.type === 'tEXt') return { start: at, isCompressed: false, encoding: 'latin1' };
  // Only compression method 0 exists; the data show whether they are zlib.
  if (chunk.type === 'zTXt') return { start: at + 1, isCompressed: true, encoding: 'latin1' };
  const isCompressed = chunk.bytes[at] === 1;
  const language = findZero(source, chunk, at + 2);
  return { start: findZero(source, chunk, language + 1) + 1, isCompressed, encoding: 'utf-8' };
}

function findZero(source: MediaSource, { bytes, offset }: PngTextChunk, from: number): number {
  const at = bytes.indexOf(0, from);
  if (at === -1) throw new DecodeError('PNG text', source.fileOffset(offset));
  return at;
}
