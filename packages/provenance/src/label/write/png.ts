import { crc32 } from 'node:zlib';
import { DecodeError } from '../../bytes/decode-error.ts';
import { hasBytes } from '../../bytes/match.ts';
import { LIMITS } from '../../limits.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { rawProfileOf } from '../../media/png-raw-profile.ts';
import { withoutExifLabels } from './exif-blanks.ts';
import { imagePlan } from './image-plan.ts';
import { PNG_TEXT_TYPES, readPngText, XMP_KEYWORD, xmpTextContent } from './png-text.ts';
import type { Splice } from './splice.ts';
import { LabelWriteError, type LabelPlan, type LabelTest } from './writer.ts';
import { hasXmpLabel, setXmpLabel } from './xmp-edit.ts';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const HEAD_BYTES = 8;
const CRC_BYTES = 4;
const LABEL_KEYWORD = 'AIGC';
const BLANK = 0x20;

interface Chunk {
  type: string;
  start: number;
  end: number;
  /** Empty for chunks that hold no metadata. */
  data: Uint8Array;
}

/** The label in the file's XMP: an uncompressed iTXt behind IHDR (TC260-PG-20259A clause 6). */
export function writePng(source: MediaSource, json: string, isLabel: LabelTest): LabelPlan {
  const chunks = readChunks(source);
  const splices: Splice[] = [];
  let isPlaced = false;
  for (const chunk of chunks) {
    source.step('PNG chunk', chunk.start);
    const replacement = replaceChunk(source, chunk, json, isLabel, isPlaced);
    if (replacement === null) continue;
    isPlaced ||= replacement.isHome;
    const { start, end } = chunk;
    splices.push({ offset: source.fileOffset(start), removed: end - start, inserted: replacement.bytes });
  }
  if (!isPlaced) {
    const header = chunks.find(({ type }) => type === 'IHDR');
    if (header === undefined) throw new DecodeError('PNG without a header', source.fileOffset(0));
    const inserted = chunkBytes('iTXt', xmpTextContent(setXmpLabel(null, json, isLabel)));
    splices.push({ offset: source.fileOffset(header.end), removed: 0, inserted });
  }
  return imagePlan(splices, 'iTXt');
}

/** @throws {DecodeError} no PNG, or cut off before its end */
function readChunks(source: MediaSource): Chunk[] {
  if (!hasBytes(source.bytes(0, SIGNATURE.length, 'PNG signature'), 0, SIGNATURE)) {
    throw new DecodeError('PNG signature', source.fileOffset(0));
  }
  const chunks: Chunk[] = [];
  let at = SIGNATURE.length;
  let isEnd = false;
  while (!isEnd) {
    source.step('PNG chunk', at);
    const cursor = source.cursor(at, HEAD_BYTES, 'PNG chunk');
    const length = cursor.u32('PNG chunk length');
    const type = cursor.fourCc('PNG chunk type');
    const end = at + HEAD_BYTES + length + CRC_BYTES;
    if (end > source.size) throw new DecodeError('PNG chunk: not enough bytes', source.fileOffset(at));
    const isMetadata = (type === 'eXIf' || PNG_TEXT_TYPES.has(type)) && length <= LIMITS.mediaItemBytes;
    const data = isMetadata ? source.bytes(at + HEAD_BYTES, length, 'PNG chunk') : new Uint8Array(0);
    chunks.push({ type, start: at, end, data });
    isEnd = type === 'IEND';
    at = end;
  }
  return chunks;
}

interface Replacement {
  bytes: Uint8Array;
  /** The new label is in it. */
  isHome: boolean;
}

/** What a chunk gives way to; null: it stays. */
function replaceChunk(
  source: MediaSource,
  { type, start, data }: Chunk,
  json: string,
  isLabel: LabelTest,
  isPlaced: boolean,
): Replacement | null {
  if (data.length === 0) return null;
  if (type === 'eXIf') {
    const exif = withoutExifLabels(data, isLabel);
    return exif === data ? null : { bytes: chunkBytes(type, exif), isHome: false };
  }
  const text = readPngText(source, type, data, start + HEAD_BYTES);
  if (text === null) return null;
  if (text.keyword === XMP_KEYWORD && type === 'iTXt') {
    if (text.value === null) throw new LabelWriteError('media_unreadable', 'The XMP cannot be decompressed');
    if (!isPlaced)
      return { bytes: chunkBytes(type, xmpTextContent(setXmpLabel(text.value, json, isLabel))), isHome: true };
    // A second packet: readers take the one or the other.
    return hasXmpLabel(text.value, isLabel) ? { bytes: new Uint8Array(0), isHome: false } : null;
  }
  if (text.value === null) return null;
  // Under the label's own name an empty text is the shell of one; any other text that is no label stays.
  const isShell =
    text.keyword.toUpperCase() === LABEL_KEYWORD && text.value.every((byte) => byte === 0 || byte === BLANK);
  if (!isShell && !isLabel(text.value, text.encoding) && !hasProfileLabel(text.keyword, text.value, isLabel))
    return null;
  return { bytes: new Uint8Array(0), isHome: false };
}

/** A profile goes with the label in it: what converters keep there is a copy that other programs do not read. */
function hasProfileLabel(keyword: string, text: Uint8Array, isLabel: LabelTest): boolean {
  const profile = rawProfileOf(keyword, text);
  if (profile === null) return false;
  const { kind, bytes } = profile;
  return kind === 'xmp' ? hasXmpLabel(bytes, isLabel) : withoutExifLabels(bytes, isLabel) !== bytes;
}

function chunkBytes(type: string, data: Uint8Array): Uint8Array {
  const out = Buffer.alloc(HEAD_BYTES + data.length + CRC_BYTES);
  out.writeUInt32BE(data.length, 0);
  out.write(type, 4, 'latin1');
  out.set(data, HEAD_BYTES);
  out.writeUInt32BE(crc32(out.subarray(4, HEAD_BYTES + data.length)), HEAD_BYTES + data.length);
  return Uint8Array.from(out);
}
