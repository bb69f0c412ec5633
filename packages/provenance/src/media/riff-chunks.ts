import { DecodeError } from '../bytes/decode-error.ts';
import { latin1Text } from '../bytes/latin1-text.ts';
import type { MediaSource } from './media-source.ts';

const RIFF_HEAD_BYTES = 8;
/** Head and form or list type. */
export const RIFF_LIST_HEAD_BYTES = 12;
/** The size is elsewhere (RF64), or the writer never came to write it. */
const RIFF_UNKNOWN_SIZE = 0xffff_ffff;

const OUTER_IDS = ['RIFF', 'RIFX', 'RF64', 'BW64'] as const;
/** Each 64-bit table entry of a `ds64` chunk: id and size (EBU Tech 3306). */
const DS64_TABLE_AT = 28;
const DS64_ENTRY_BYTES = 12;
const DS64_ENTRIES_MAX = 64;

export interface RiffFile {
  id: (typeof OUTER_IDS)[number];
  /** `WAVE`, `AVI `, `WEBP` or another. */
  form: string;
  littleEndian: boolean;
  /** As the header or `ds64` states it, without the head; null when not stated. */
  size: number | null;
  /** Sizes that do not fit 32 bits, by chunk id. */
  largeSizes: ReadonlyMap<string, number>;
  /** Where the data of the `ds64` chunk are; null when there is none. */
  ds64At: number | null;
}

export interface RiffChunk {
  id: string;
  /** Offset of the head. */
  offset: number;
  /** Offset of the content. */
  data: number;
  /** Size of the content, as stated; null when it extends to the end of what surrounds it. */
  size: number | null;
  /** Where the next chunk begins. */
  end: number;
}

/** @throws {DecodeError} not a RIFF file */
export function readRiffHeader(source: MediaSource): RiffFile {
  const head = source.bytes(0, RIFF_LIST_HEAD_BYTES, 'RIFF header');
  const outer = latin1Text(head.subarray(0, 4));
  const id = OUTER_IDS.find((known) => known === outer);
  if (id === undefined) throw new DecodeError('RIFF header', source.fileOffset(0));
  const littleEndian = id !== 'RIFX';
  const form = latin1Text(head.subarray(8, 12));
  const stated = source.cursor(4, 4, 'RIFF size', { littleEndian }).u32('RIFF size');
  const is64 = id === 'RF64' || id === 'BW64';
  const size = stated === 0 || stated === RIFF_UNKNOWN_SIZE ? null : stated;
  const plain = { id, form, littleEndian, size, largeSizes: new Map<string, number>(), ds64At: null };
  return is64 ? withDs64(source, plain) : plain;
}

/** `ds64` is the first chunk; it holds the sizes that the others leave at all ones. */
function withDs64(source: MediaSource, file: RiffFile): RiffFile {
  const chunk = readRiffChunk(source, RIFF_LIST_HEAD_BYTES, source.size, file);
  if (chunk.id !== 'ds64' || chunk.size === null || chunk.size < DS64_TABLE_AT) return file;
  const at = chunk.data;
  const cursor = source.cursor(at, DS64_TABLE_AT, 'ds64 chunk', { littleEndian: true });
  const size = file.size ?? cursor.u64('RF64 size');
  if (file.size !== null) cursor.skip(8, 'RF64 size');
  const largeSizes = new Map([['data', cursor.u64('RF64 data size')]]);
  cursor.skip(8, 'RF64 sample count');
  const count = Math.min(cursor.u32('ds64 table'), DS64_ENTRIES_MAX);
  const fitting = Math.min(count, Math.floor((chunk.size - DS64_TABLE_AT) / DS64_ENTRY_BYTES));
  const table = source.cursor(at + DS64_TABLE_AT, fitting * DS64_ENTRY_BYTES, 'ds64 table', { littleEndian: true });
  for (let entry = 0; entry < fitting; entry += 1) largeSizes.set(table.fourCc('ds64 id'), table.u64('ds64 size'));
  return { ...file, size: size === 0 ? null : size, largeSizes, ds64At: at };
}

/** The chunk at an offset of a part that ends at `limit`. @throws {DecodeError} when there is no chunk */
export function readRiffChunk(source: MediaSource, offset: number, limit: number, file: RiffFile): RiffChunk {
  source.step('RIFF chunk', offset);
  const head = source.bytes(offset, RIFF_HEAD_BYTES, 'RIFF chunk');
  if (!isChunkId(head)) throw new DecodeError('RIFF chunk', source.fileOffset(offset));
  const id = latin1Text(head.subarray(0, 4));
  const { littleEndian } = file;
  const stated = source.cursor(offset + 4, 4, 'RIFF chunk size', { littleEndian }).u32('RIFF chunk size');
  const size = stated === RIFF_UNKNOWN_SIZE ? (file.largeSizes.get(id) ?? null) : stated;
  const data = offset + RIFF_HEAD_BYTES;
  if (size === null) return { id, offset, data, size, end: limit };
  return { id, offset, data, size, end: behind(source, data + size, limit) };
}

/** Content of odd length has a byte of padding, which careless writers leave out. */
function behind(source: MediaSource, end: number, limit: number): number {
  if (end % 2 === 0 || end >= limit) return end;
  const next = source.upTo(end, 5, 'RIFF padding');
  const isUnpadded = next[0] !== 0 && isChunkId(next) && !isChunkId(next.subarray(1));
  return isUnpadded ? end : end + 1;
}

/** Sound of a recording that was never ended: its length is still zero, and it reaches to the end of the file. */
export function isOpenData(source: MediaSource, { id, size, end }: RiffChunk): boolean {
  return id === 'data' && size === 0 && end < source.size && !isChunkId(source.upTo(end, 4, 'RIFF chunk'));
}

/** Four printable characters, as every registered identifier has. */
export function isChunkId(bytes: Uint8Array): boolean {
  return bytes.length >= 4 && bytes.subarray(0, 4).every((byte) => byte >= 0x20 && byte < 0x7f);
}
