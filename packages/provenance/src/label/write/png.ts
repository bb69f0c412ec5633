import { crc32 } from 'node:zlib';
import { DecodeError } from '../../bytes/decode-error.ts';
import { LimitError } from '../../bytes/limit-error.ts';
import { LIMITS } from '../../limits.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { checkPngSignature, pngChunks, type PngChunk } from '../../media/png-chunks.ts';
import { rawProfileOf } from '../../media/png-raw-profile.ts';
import { decodePngText, PNG_TEXT_CHUNKS, XMP_KEYWORD } from '../../media/png-text.ts';
import { withoutExifLabels } from './exif-blanks.ts';
import { imagePlan } from './image-plan.ts';
import { bigEndianBytes, joinBytes } from './number-bytes.ts';
import type { Splice } from './splice.ts';
import { LabelWriteError, type LabelPlan, type LabelTest } from './writer.ts';
import { hasXmpLabel, setXmpLabel } from './xmp-edit.ts';

const LABEL_KEYWORD = 'AIGC';
const BLANK = 0x20;

interface LoadedChunk extends PngChunk {
  /** Empty for chunks that hold no metadata. */
  bytes: Uint8Array;
}

/** The label in the file's XMP: an uncompressed iTXt after IHDR (TC260-PG-20259A clause 6). */
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

/** @throws {DecodeError} when it is not a PNG, or is cut off */
function readChunks(source: MediaSource): LoadedChunk[] {
  checkPngSignature(source);
  return Array.from(pngChunks(source), ({ type, start, data, length, end }) => {
    if (end > source.size) throw new DecodeError('PNG chunk: not enough bytes', source.fileOffset(start));
    const isMetadata = (type === 'eXIf' || PNG_TEXT_CHUNKS.has(type)) && length <= LIMITS.mediaItemBytes;
    return {
      type,
      start,
      data,
      length,
      end,
      bytes: isMetadata ? source.bytes(data, length, 'PNG chunk') : new Uint8Array(0),
    };
  });
}

interface Replacement {
  bytes: Uint8Array;
  /** The new label is in it. */
  isHome: boolean;
}

const REMOVED: Replacement = { bytes: new Uint8Array(0), isHome: false };

/** What replaces a chunk; null when it stays. */
function replaceChunk(
  source: MediaSource,
  { type, data, bytes }: LoadedChunk,
  json: string,
  isLabel: LabelTest,
  isPlaced: boolean,
): Replacement | null {
  if (bytes.length === 0) return null;
  if (type === 'eXIf') {
    const exif = withoutExifLabels(bytes, isLabel);
    return exif === bytes ? null : { bytes: chunkBytes(type, exif), isHome: false };
  }
  const text = readOrNull(() => decodePngText(source, { type, offset: data, bytes }));
  if (text === null) return null;
  const value = readOrNull(text.text);
  if (text.keyword === XMP_KEYWORD) {
    if (value === null) throw new LabelWriteError('media_unreadable', 'The XMP cannot be decompressed');
    if (!isPlaced && type === 'iTXt') {
      return { bytes: chunkBytes(type, xmpTextContent(setXmpLabel(value, json, isLabel))), isHome: true };
    }
    // Of two packets, some readers take one and some the other.
    return hasXmpLabel(value, isLabel) ? REMOVED : null;
  }
  if (value === null) return null;
  // An empty text under the label's own name is the shell of a label; any other text that is not a label stays.
  const isShell = text.keyword.toUpperCase() === LABEL_KEYWORD && value.every((byte) => byte === 0 || byte === BLANK);
  const isOne = isShell || isLabel(value, text.encoding) || hasProfileLabel(text.keyword, value, isLabel);
  return isOne ? REMOVED : null;
}

/** The content of the iTXt chunk that holds XMP (ISO 16684-3 §1.1.5): not compressed, without language or translation. */
function xmpTextContent(packet: Uint8Array): Uint8Array {
  return joinBytes(`${XMP_KEYWORD}\0\0\0\0\0`, packet);
}

/** Null for text that no reader can read, which therefore is not a label. @throws {LimitError} the budget is spent */
function readOrNull<Read>(read: () => Read): Read | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof DecodeError && !(error instanceof LimitError && error.isFinal)) return null;
    throw error;
  }
}

/** A profile is removed together with the label in it: converters keep a copy there that other programs do not read. */
function hasProfileLabel(keyword: string, text: Uint8Array, isLabel: LabelTest): boolean {
  const profile = rawProfileOf(keyword, text);
  if (profile === null) return false;
  const { kind, bytes } = profile;
  return kind === 'xmp' ? hasXmpLabel(bytes, isLabel) : withoutExifLabels(bytes, isLabel) !== bytes;
}

function chunkBytes(type: string, data: Uint8Array): Uint8Array {
  const content = joinBytes(type, data);
  return joinBytes(bigEndianBytes(data.length, 4), content, bigEndianBytes(crc32(content), 4));
}
