import { DecodeError } from '../bytes/decode-error.ts';
import type { MediaSource } from './media-source.ts';
import type { ItemEncoding } from './metadata-item.ts';
import type { MetadataSink } from './metadata-sink.ts';
import { addRawProfile } from './png-raw-profile.ts';
import { asciiText } from './stored-value.ts';

/** PNG third edition §11.3.3. */
export const PNG_TEXT_CHUNKS: ReadonlySet<string> = new Set(['tEXt', 'zTXt', 'iTXt']);
const XMP_KEYWORD = 'XML:com.adobe.xmp';
/** The standard allows 79; what is longer is no keyword. */
const KEYWORD_MAX_BYTES = 256;

/** One chunk, and its data as far as they are there. */
export interface PngChunk {
  type: string;
  /** Of the data, in the source. */
  offset: number;
  bytes: Uint8Array;
  /** False: the checksum is wrong, or the file ends here. */
  intact: boolean;
}

interface Text {
  /** Of the stored text, in the chunk. */
  start: number;
  isCompressed: boolean;
  encoding: ItemEncoding;
}

/** Adds a textual chunk under its keyword; it may hold the XMP packet, or a profile of ImageMagick's. */
export function addPngText(source: MediaSource, sink: MetadataSink, chunk: PngChunk): void {
  const { type, offset, bytes, intact } = chunk;
  const end = findZero(source, chunk, 0);
  if (end > KEYWORD_MAX_BYTES) throw new DecodeError('PNG keyword', source.fileOffset(offset));
  const keyword = asciiText(bytes.subarray(0, end));
  const { start, isCompressed, encoding } = textOf(source, chunk, end + 1);
  const stored = bytes.subarray(start);
  const text = isCompressed ? source.decompress(stored, 'zlib', offset + start, `PNG ${type}`) : stored;
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

/** Where the text begins, behind the fields that its chunk type has between keyword and text. */
function textOf(source: MediaSource, chunk: PngChunk, at: number): Text {
  if (chunk.type === 'tEXt') return { start: at, isCompressed: false, encoding: 'latin1' };
  // A compression method other than 0 is none that exists; the data show whether they are zlib.
  if (chunk.type === 'zTXt') return { start: at + 1, isCompressed: true, encoding: 'latin1' };
  const isCompressed = chunk.bytes[at] === 1;
  const language = findZero(source, chunk, at + 2);
  return { start: findZero(source, chunk, language + 1) + 1, isCompressed, encoding: 'utf-8' };
}

function findZero(source: MediaSource, { bytes, offset }: PngChunk, from: number): number {
  const at = bytes.indexOf(0, from);
  if (at === -1) throw new DecodeError('PNG text', source.fileOffset(offset));
  return at;
}
