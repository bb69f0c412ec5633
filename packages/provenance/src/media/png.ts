import { crc32 } from 'node:zlib';
import { LIMITS } from '../limits.ts';
import { attemptAt } from './attempt-at.ts';
import { addExifBlock } from './exif.ts';
import type { MediaSource } from './media-source.ts';
import type { MetadataSink } from './metadata-sink.ts';
import { checkPngSignature, PNG_CHECKSUM_BYTES, pngChunks, type PngChunk } from './png-chunks.ts';
import { readStealthText } from './png-stealth.ts';
import { addPngText, PNG_TEXT_CHUNKS } from './png-text.ts';
import { readSamsungTrailer } from './samsung-trailer.ts';
import { storedValue } from './stored-value.ts';

/** Text and Exif chunks before and after the picture, up to IEND, and Samsung's trailer at the end of the file. */
export function readPng(source: MediaSource, sink: MetadataSink): void {
  checkPngSignature(source);
  sink.attempt(() => {
    for (const chunk of pngChunks(source)) attemptAt(source, sink, chunk.data, () => readChunk(source, sink, chunk));
  });
  readStealthText(source, sink);
  readSamsungTrailer(source, sink);
}

function readChunk(source: MediaSource, sink: MetadataSink, { type, data: offset, length }: PngChunk): void {
  const isText = PNG_TEXT_CHUNKS.has(type);
  // A private chunk of this name holds a label or nothing of interest.
  const isNamed = type.toUpperCase() === 'AIGC' && length <= LIMITS.labelBytes;
  if (!isText && !isNamed && type !== 'eXIf') return;
  const value = storedValue(source, offset, length, 'PNG chunk');
  const intact = value.intact && hasRightCrc(source, type, offset, value.bytes);
  const { bytes } = value;
  if (isText) addPngText(source, sink, { type, offset, bytes }, intact);
  else if (isNamed) {
    sink.add({ kind: 'opaque', path: type, offset: source.fileOffset(offset), length: bytes.length, bytes, intact });
  } else addExifBlock(source, sink, { offset, path: type, value: { bytes, intact } });
}

function hasRightCrc(source: MediaSource, type: string, offset: number, bytes: Uint8Array): boolean {
  const stored = source.upTo(offset + bytes.length, PNG_CHECKSUM_BYTES, 'PNG checksum');
  if (stored.length < PNG_CHECKSUM_BYTES) return false;
  const wanted = new DataView(stored.buffer, stored.byteOffset, PNG_CHECKSUM_BYTES).getUint32(0);
  return crc32(bytes, crc32(type)) === wanted;
}
