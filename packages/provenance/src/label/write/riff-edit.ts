import { bufferSource } from '../../bytes/random-access.ts';
import { latin1Text } from '../../bytes/latin1-text.ts';
import { LIMITS } from '../../limits.ts';
import {
  isChunkId,
  isOpenData,
  readRiffChunk,
  readRiffHeader,
  RIFF_LIST_HEAD_BYTES,
  type RiffChunk,
  type RiffFile,
} from '../../media/riff-chunks.ts';
import { MediaSource } from '../../media/media-source.ts';
import { storedValue, trimZeros } from '../../media/stored-value.ts';
import { bigEndianBytes, joinBytes, littleEndianBytes } from './number-bytes.ts';
import { planId3Tag } from './id3-edit.ts';
import { isOwnEntry } from './own-entry.ts';
import { applySplices, type Splice } from './splice.ts';
import { LabelWriteError, type LabelTest } from './writer.ts';
import { hasXmpLabel, removeXmpLabel } from './xmp-edit.ts';

const SIZE_AT = 4;
const SIZE_MAX = 0xffff_fffe;
/** Its size as given in a `ds64` chunk. */
const LARGE_SIZE_BYTES = 8;

/** The top level of a RIFF file. */
export interface RiffParts {
  file: RiffFile;
  /** The chunks of the first RIFF part. */
  chunks: RiffChunk[];
  /** Its end, where a further chunk can go. */
  end: number;
  /** What follows it: the parts of a large AVI, or chunks that were appended without changing the outer size. */
  later: RiffChunk[];
}

export interface InfoList {
  list: RiffChunk;
  children: RiffChunk[];
}

/** @throws {LabelWriteError} sizes that contradict one another: changing them would damage the file */
export function readRiffParts(source: MediaSource): RiffParts {
  const file = readRiffHeader(source);
  const stated = file.size === null ? source.size : RIFF_LIST_HEAD_BYTES - 4 + file.size;
  const chunks: RiffChunk[] = [];
  const later: RiffChunk[] = [];
  let offset = RIFF_LIST_HEAD_BYTES;
  let end = offset;
  while (offset + 8 <= source.size) {
    const isLater = offset >= stated;
    // Where there is no chunk, what follows is not RIFF at all and stays as it is.
    if (isLater && !isChunkId(source.upTo(offset, 4, 'RIFF chunk'))) break;
    const found = readRiffChunk(source, offset, source.size, file);
    const chunk = isOpenData(source, found) ? { ...found, size: null, end: source.size } : found;
    checkWhole(source, chunk);
    (isLater ? later : chunks).push(chunk);
    offset = isLater && chunk.id === 'RIFF' ? chunk.data + 4 : chunk.end;
    if (!isLater) end = Math.min(offset, source.size);
  }
  // One byte more or less is a pad byte that some writers do not count.
  if (Math.abs(end - stated) > 1) throw unreadable('the RIFF size is wrong');
  return { file, chunks, end, later };
}

function checkWhole(source: MediaSource, { data, size }: RiffChunk): void {
  if (size !== null && data + size > source.size) throw unreadable('a chunk is cut off');
}

export function readInfoLists(source: MediaSource, { file }: RiffParts, chunks: readonly RiffChunk[]): InfoList[] {
  return chunks
    .filter((chunk) => listType(source, chunk) === 'INFO')
    .map((list) => {
      const end = list.data + (list.size ?? 0);
      const children: RiffChunk[] = [];
      for (let offset = list.data + 4; offset + 8 <= end;) {
        const child = readRiffChunk(source, offset, end, file);
        if (child.size === null || child.data + child.size > end) throw unreadable('an INFO chunk is cut off');
        children.push(child);
        offset = child.end;
      }
      return { list, children };
    });
}

/** Null when the chunk is not a list. */
export function listType(source: MediaSource, { id, data }: RiffChunk): string | null {
  return id === 'LIST' ? latin1Text(source.upTo(data, 4, 'RIFF list')) : null;
}

/** Whether an entry must make room: it has the name, or is a label under another one. */
export function isLabelChunk(source: MediaSource, chunk: RiffChunk, isLabel: LabelTest): boolean {
  const bytes = source.upTo(chunk.data, Math.min(chunk.size ?? 0, LIMITS.labelBytes + 1), 'INFO text');
  return isOwnEntry({ key: chunk.id, bytes: trimZeros(bytes), encoding: null }, isLabel);
}

export function contentOf(source: MediaSource, { data, size }: RiffChunk): Uint8Array {
  return storedValue(source, data, size ?? 0, 'RIFF chunk').bytes;
}

/** A chunk with its pad byte. */
export function riffChunkBytes(
  { littleEndian }: RiffFile,
  id: string,
  ...parts: Parameters<typeof joinBytes>
): Uint8Array {
  const content = joinBytes(...parts);
  const size = littleEndian ? littleEndianBytes(content.length, 4) : bigEndianBytes(content.length, 4);
  return joinBytes(id, size, content, content.length % 2 === 1 ? [0] : []);
}

/** A list with these of its children, unchanged, and more. */
export function infoListBytes(
  source: MediaSource,
  file: RiffFile,
  children: readonly RiffChunk[],
  more: readonly Uint8Array[] = [],
): Uint8Array {
  const kept = children.map((child) => riffChunkBytes(file, child.id, contentOf(source, child)));
  return riffChunkBytes(file, 'LIST', 'INFO', ...kept, ...more);
}

/** A change that replaces a chunk and its pad byte. */
export function replaceChunk(source: MediaSource, { offset, end }: RiffChunk, inserted: Uint8Array): Splice {
  return { offset: source.fileOffset(offset), removed: Math.min(end, source.size) - offset, inserted };
}

/** A chunk of XMP or of ID3 without its label (nothing when nothing else is in it), or null when it has none. */
export function withoutLabel(
  source: MediaSource,
  file: RiffFile,
  chunk: RiffChunk,
  isLabel: LabelTest,
): Uint8Array | null {
  if (chunk.id.toLowerCase() === 'id3 ') return id3WithoutLabel(source, file, chunk, isLabel);
  if (chunk.id !== '_PMX' && chunk.id !== 'XMP ') return null;
  const packet = contentOf(source, chunk);
  return hasXmpLabel(packet, isLabel) ? riffChunkBytes(file, chunk.id, removeXmpLabel(packet, isLabel)) : null;
}

function id3WithoutLabel(source: MediaSource, file: RiffFile, chunk: RiffChunk, isLabel: LabelTest): Uint8Array | null {
  const tag = contentOf(source, chunk);
  const splices = planId3Tag(MediaSource.of(bufferSource(tag)), 0, null, isLabel);
  if (splices.length === 0) return null;
  const content = applySplices(tag, splices);
  return content.length === 0 ? content : riffChunkBytes(file, chunk.id, content);
}

/** New bytes at the end of the first part, after a pad byte where a writer omitted it. */
export function appendChunk(source: MediaSource, { end }: RiffParts, chunk: Uint8Array): Splice {
  return { offset: source.fileOffset(end), removed: 0, inserted: joinBytes(end % 2 === 1 ? [0] : [], chunk) };
}

/** The outer size after these changes. @throws {LabelWriteError} beyond what its four bytes hold */
export function outerSize(source: MediaSource, { file, end }: RiffParts, splices: readonly Splice[]): Splice[] {
  if (file.size === null) return [];
  const limit = source.fileOffset(end);
  const inside = splices.filter(({ offset, removed }) => offset < limit || (offset === limit && removed === 0));
  const delta = inside.reduce((sum, { removed, inserted }) => sum + inserted.length - removed, 0);
  if (delta === 0) return [];
  const size = end - RIFF_LIST_HEAD_BYTES + 4 + delta;
  if (file.ds64At !== null) {
    const inserted = littleEndianBytes(size, LARGE_SIZE_BYTES);
    return [{ offset: source.fileOffset(file.ds64At), removed: LARGE_SIZE_BYTES, inserted }];
  }
  if (size > SIZE_MAX) throw new LabelWriteError('no_room', 'a RIFF file holds 4 GiB');
  const inserted = file.littleEndian ? littleEndianBytes(size, 4) : bigEndianBytes(size, 4);
  return [{ offset: source.fileOffset(SIZE_AT), removed: 4, inserted }];
}

export function unreadable(why: string): LabelWriteError {
  return new LabelWriteError('media_unreadable', `RIFF: ${why}`);
}
