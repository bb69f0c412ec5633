import { concat, copyBytes, indexOfBytes, le16, le32, u8, type Bytes } from '../bytes.ts';
import { buildAvi, buildWav, buildWebp, riffChunk } from './riff.ts';

const SIDE = 16;
const RIFF_HEAD_BYTES = 12;
const U32_MAX = 0xffff_ffff;

/** `buildWav` with further chunks, before the samples or after them. */
export function buildWavWith(chunks: readonly Bytes[], place: 'before' | 'after' = 'after'): Bytes {
  const wav = buildWav();
  return withSize(insert(wav, place === 'before' ? indexOfBytes(wav, 'data') : wav.length, chunks));
}

/** The same as RF64 or BW64 (EBU Tech 3306, ITU-R BS.2088): the sizes are in `ds64`. */
export function buildWav64With(form: 'RF64' | 'BW64', chunks: readonly Bytes[]): Bytes {
  const wav = buildWavWith(chunks);
  const dataBytes = new DataView(wav.buffer).getUint32(indexOfBytes(wav, 'data') + 4, true);
  const sizes = (riffBytes: number): Bytes => riffChunk('ds64', le32(riffBytes, 0, dataBytes, 0, dataBytes / 2, 0, 0));
  const out = concat(form, le32(U32_MAX), 'WAVE', sizes(0), wav.subarray(RIFF_HEAD_BYTES));
  out.set(sizes(out.length - 8), RIFF_HEAD_BYTES);
  out.set(le32(U32_MAX), indexOfBytes(out, 'data', RIFF_HEAD_BYTES) + 4);
  return out;
}

/** `buildAvi` with further chunks: before `movi`, or after the index. */
export function buildAviWith(chunks: readonly Bytes[], place: 'before' | 'after' = 'before'): Bytes {
  const avi = buildAvi();
  return withSize(insert(avi, place === 'before' ? indexOfBytes(avi, 'movi') - 8 : avi.length, chunks));
}

/** `buildWebp` as an extended file: `VP8X` with `flags` (04 XMP, 08 EXIF), the image, and the chunks after it. */
export function buildWebpWith(flags: number, chunks: readonly Bytes[]): Bytes {
  const image = buildWebp().subarray(RIFF_HEAD_BYTES);
  const extended = riffChunk('VP8X', u8(flags, 0, 0, 0), le16(SIDE - 1), u8(0), le16(SIDE - 1), u8(0));
  return withSize(concat('RIFF', le32(0), 'WEBP', extended, image, ...chunks));
}

function insert(file: Bytes, at: number, chunks: readonly Bytes[]): Bytes {
  return concat(file.subarray(0, at), ...chunks, file.subarray(at));
}

function withSize(file: Bytes): Bytes {
  const out = copyBytes(file);
  out.set(le32(out.length - 8), 4);
  return out;
}
