import { crc32 } from 'node:zlib';
import { DecodeError } from '../bytes/decode-error.ts';
import { hasBytes } from '../bytes/match.ts';
import { LIMITS } from '../limits.ts';
import { attemptAt } from './attempt-at.ts';
import { addExifBlock } from './exif.ts';
import type { MediaSource } from './media-source.ts';
import type { MetadataSink } from './metadata-sink.ts';
import { readStealthText } from './png-stealth.ts';
import { addPngText, PNG_TEXT_CHUNKS } from './png-text.ts';
import { readSamsungTrailer } from './samsung-trailer.ts';
import { storedValue } from './stored-value.ts';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const HEAD_BYTES = 8;
const CRC_BYTES = 4;
/** PNG third edition §5.3. */
const CHUNK_LENGTH_MAX = 0x7fff_ffff;

/** Text and Exif chunks in front of and behind the picture, up to IEND, and the trailer of Samsung at the end of the file. */
export function readPng(source: MediaSource, sink: MetadataSink): void {
  if (!hasBytes(source.upTo(0, HEAD_BYTES, 'PNG signature'), 0, SIGNATURE)) {
    throw new DecodeError('PNG signature', source.fileOffset(0));
  }
  sink.attempt(() => walkChunks(source, sink));
  readStealthText(source, sink);
  readSamsungTrailer(source, sink);
}

function walkChunks(source: MediaSource, sink: MetadataSink): void {
  let offset = SIGNATURE.length;
  for (;;) {
    source.step('PNG chunk', offset);
    const head = source.cursor(offset, HEAD_BYTES, 'PNG chunk');
    const length = head.u32('PNG chunk length');
    const type = head.fourCc('PNG chunk type');
    if (length > CHUNK_LENGTH_MAX) throw new DecodeError('PNG chunk length', source.fileOffset(offset));
    if (type === 'IEND') return;
    const data = offset + HEAD_BYTES;
    attemptAt(source, sink, data, () => readChunk(source, sink, type, data, length));
    offset = data + length + CRC_BYTES;
  }
}

function readChunk(source: MediaSource, sink: MetadataSink, type: string, offset: number, length: number): void {
  const isText = PNG_TEXT_CHUNKS.has(type);
  // A private chunk of this name holds a label or nothing of interest.
  const isNamed = type.toUpperCase() === 'AIGC' && length <= LIMITS.labelBytes;
  if (!isText && !isNamed && type !== 'eXIf') return;
  const value = storedValue(source, offset, length, 'PNG chunk');
  const intact = value.intact && hasRightCrc(source, type, offset, value.bytes);
  const { bytes } = value;
  if (isText) addPngText(source, sink, { type, offset, bytes, intact });
  else if (isNamed) {
    sink.add({ kind: 'opaque', path: type, offset: source.fileOffset(offset), length: bytes.length, bytes, intact });
  } else addExifBlock(source, sink, { offset, path: type, value: { bytes, intact } });
}

function hasRightCrc(source: MediaSource, type: string, offset: number, bytes: Uint8Array): boolean {
  const stored = source.upTo(offset + bytes.length, CRC_BYTES, 'PNG checksum');
  if (stored.length < CRC_BYTES) return false;
  const wanted = new DataView(stored.buffer, stored.byteOffset, CRC_BYTES).getUint32(0);
  return crc32(bytes, crc32(type)) === wanted;
}
