import { DecodeError } from '../bytes/decode-error.ts';
import { attemptAt } from './attempt-at.ts';
import type { MediaSource } from './media-source.ts';
import type { MetadataSink } from './metadata-sink.ts';
import { readTiffLayout, readTiffWord, walkTiffEntries, type TiffLayout } from './tiff-entries.ts';

/** The chain of main directories is `IFD0`, `IFD1` and so on. */
export type TiffDirectoryName = `IFD${number}` | 'Exif';

/** An entry whose value can be read. */
export interface TiffField {
  directory: TiffDirectoryName;
  tag: number;
  type: number;
  /** Offset of the value in the source that is walked. */
  offset: number;
  length: number;
  littleEndian: boolean;
}

const EXIF_POINTER = 0x8769;

interface Walk {
  source: MediaSource;
  sink: MetadataSink;
  layout: TiffLayout;
  visit: (field: TiffField) => void;
  /** Offsets of directories that were read, so that a loop ends. */
  seen: Set<number>;
}

/**
 * Calls `visit` with every field of the main directories and their Exif directories. Values are only located, so that a
 * whole file can be walked without reading its pixels.
 *
 * @throws {DecodeError} not a TIFF structure
 */
export function walkTiff(source: MediaSource, sink: MetadataSink, visit: Walk['visit']): void {
  const layout = readTiffLayout(source);
  const walk = { source, sink, layout, visit, seen: new Set<number>() };
  let next = readTiffWord(source, layout, layout.firstPointer, 'TIFF header');
  for (let page = 0; next !== 0; page += 1) next = walkDirectory(walk, next, `IFD${page}`);
}

/** Returns the offset of the next directory of the chain, 0 when there is none. */
function walkDirectory(walk: Walk, start: number, directory: TiffDirectoryName): number {
  const { source, sink, layout, seen } = walk;
  source.step('TIFF directory', start);
  if (seen.has(start)) throw new DecodeError('TIFF directories in a loop', source.fileOffset(0));
  seen.add(start);
  const end = walkTiffEntries(source, layout, start, ({ tag, type, start: at, offset, length }) => {
    if (offset === null) return;
    const field = { directory, tag, type, offset, length, littleEndian: layout.littleEndian };
    attemptAt(source, sink, at, () => walk.visit(field));
    if (tag === EXIF_POINTER && directory !== 'Exif') attemptAt(source, sink, at, () => walkExif(walk, field));
  });
  // Writers of Exif blocks leave the link of the last directory out when nothing follows.
  if (directory === 'Exif' || end + layout.wordBytes > source.size) return 0;
  return readTiffWord(source, layout, end, 'TIFF directory offset');
}

function walkExif(walk: Walk, { offset, length }: TiffField): void {
  const cursor = walk.source.cursor(offset, length, 'Exif directory offset', walk.layout);
  const start = length === 8 ? cursor.u64('Exif directory offset') : cursor.u32('Exif directory offset');
  // Pages of one file may share their Exif directory.
  if (!walk.seen.has(start)) walkDirectory(walk, start, 'Exif');
}
