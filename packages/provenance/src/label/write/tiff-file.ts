import { DecodeError } from '../../bytes/decode-error.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { readTiffWord, walkTiffEntries, type TiffEntry, type TiffLayout } from '../../media/tiff-entries.ts';

export interface StoredEntry extends TiffEntry {
  /** As written in the directory. */
  bytes: Uint8Array;
}

export interface StoredDirectory {
  entries: StoredEntry[];
  /** Offset of the next directory, as written. */
  next: Uint8Array;
}

/** The first directory. @throws {DecodeError} it is not there, or not whole */
export function readFirstDirectory(source: MediaSource, layout: TiffLayout): StoredDirectory {
  const { wordBytes, entryBytes, firstPointer } = layout;
  const start = readTiffWord(source, layout, firstPointer, 'TIFF offset');
  if (start === 0) throw new DecodeError('TIFF without a directory', source.fileOffset(firstPointer));
  const entries: StoredEntry[] = [];
  const end = walkTiffEntries(source, layout, start, ({ tag, type, start: at, offset, length }) => {
    const bytes = Uint8Array.from(source.bytes(at, entryBytes, 'TIFF entry'));
    entries.push({ tag, type, start: at, offset, length, bytes });
  });
  if (entries.length === 0) throw new DecodeError('TIFF entry count', source.fileOffset(start));
  const next = source.upTo(end, wordBytes, 'TIFF directory');
  return { entries, next: next.length === wordBytes ? Uint8Array.from(next) : new Uint8Array(wordBytes) };
}

/** An offset or a count. */
export function tiffWord({ littleEndian, wordBytes }: TiffLayout, value: number): Uint8Array {
  const out = new Uint8Array(wordBytes);
  const view = new DataView(out.buffer);
  if (wordBytes === 8) view.setBigUint64(0, BigInt(value), littleEndian);
  else view.setUint32(0, value, littleEndian);
  return out;
}

export function tiffShort({ littleEndian }: TiffLayout, value: number): Uint8Array {
  const out = new Uint8Array(2);
  new DataView(out.buffer).setUint16(0, value, littleEndian);
  return out;
}
