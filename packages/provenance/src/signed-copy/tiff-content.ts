import { DecodeError } from '../bytes/decode-error.ts';
import type { RandomAccess } from '../bytes/random-access.ts';
import { MediaSource } from '../media/media-source.ts';
import { readTiffLayout, readTiffWord, walkTiffEntries, type TiffLayout } from '../media/tiff-entries.ts';
import { TIFF_TAG } from './credential-names.ts';

/** What the directory chain of a TIFF says, and where it is linked. */
export interface TiffContent {
  /** The entries as they are, without the credential's; a directory with nothing else is left out. */
  directories: string[];
  /** What may differ in a copy: offsets of directories, and an earlier credential. Everything else stays in place. */
  open: Range[];
}

export interface Range {
  start: number;
  end: number;
}

/**
 * The engine rewrites a directory after the end of the file, or adds one, which it later overwrites, and leaves everything
 * else in place.
 * @throws {DecodeError} the directories cannot be followed
 */
export function tiffContent(file: RandomAccess): TiffContent {
  const source = MediaSource.of(file);
  const layout = readTiffLayout(source);
  const content: TiffContent = { directories: [], open: [] };
  const seen = new Set<number>();
  let link: number = layout.firstPointer;
  for (;;) {
    content.open.push({ start: link, end: link + layout.wordBytes });
    const start = link + layout.wordBytes > source.size ? 0 : readTiffWord(source, layout, link, 'TIFF offset');
    if (start === 0) return content;
    if (seen.has(start)) throw new DecodeError('TIFF directories in a loop', start);
    seen.add(start);
    const { entries, credential, end } = readDirectory(source, layout, start);
    if (entries.length > 0) content.directories.push(entries.join(' '));
    else content.open.push({ start, end });
    content.open.push(...credential);
    link = end;
  }
}

interface Directory {
  entries: string[];
  /** Where the values of the credential's entries are. */
  credential: Range[];
  end: number;
}

function readDirectory(source: MediaSource, layout: TiffLayout, at: number): Directory {
  const entries: string[] = [];
  const credential: Range[] = [];
  const end = walkTiffEntries(source, layout, at, ({ tag, start, offset, length }) => {
    if (tag !== TIFF_TAG) {
      const bytes = source.bytes(start, layout.entryBytes, 'TIFF entry');
      entries.push(Buffer.from(bytes).toString('hex'));
      // A manifest store is far too long to fit in the entry itself.
    } else if (offset !== null && length > layout.wordBytes) {
      credential.push({ start: offset, end: offset + length });
    }
  });
  return { entries, credential, end };
}
