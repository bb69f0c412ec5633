import { DecodeError } from '../bytes/decode-error.ts';
import { hasBytes } from '../bytes/match.ts';
import type { MediaSource } from './media-source.ts';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
export const PNG_SIGNATURE_BYTES = SIGNATURE.length;
/** Length and type. */
export const PNG_CHUNK_HEAD_BYTES = 8;
export const PNG_CHECKSUM_BYTES = 4;
/** PNG third edition §5.3. */
const CHUNK_LENGTH_MAX = 0x7fff_ffff;

export interface PngChunk {
  type: string;
  /** Offset of the chunk. */
  start: number;
  /** Offset of its data. */
  data: number;
  length: number;
  /** Where the next chunk begins, after the checksum; it may be past the end of the file. */
  end: number;
}

export function hasPngSignature(source: MediaSource): boolean {
  return hasBytes(source.upTo(0, PNG_SIGNATURE_BYTES, 'PNG signature'), 0, SIGNATURE);
}

/** @throws {DecodeError} not a PNG */
export function checkPngSignature(source: MediaSource): void {
  if (!hasPngSignature(source)) throw new DecodeError('PNG signature', source.fileOffset(0));
}

/** The chunks of a PNG in order, the last one IEND. @throws {DecodeError} the file ends, or a length is impossible */
export function* pngChunks(source: MediaSource, from = PNG_SIGNATURE_BYTES): Generator<PngChunk> {
  for (let start = from; ;) {
    source.step('PNG chunk', start);
    const head = source.cursor(start, PNG_CHUNK_HEAD_BYTES, 'PNG chunk');
    const length = head.u32('PNG chunk length');
    const type = head.fourCc('PNG chunk type');
    if (length > CHUNK_LENGTH_MAX) throw new DecodeError('PNG chunk length', source.fileOffset(start));
    const data = start + PNG_CHUNK_HEAD_BYTES;
    const end = data + length + PNG_CHECKSUM_BYTES;
    yield { type, start, data, length, end };
    if (type === 'IEND') return;
    start = end;
  }
}
