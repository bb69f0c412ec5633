import { DecodeError } from '../bytes/decode-error.ts';
import type { RandomAccess } from '../bytes/random-access.ts';
import { readTiffLayout, readWord, type TiffLayout } from '../label/write/tiff-file.ts';
import { LIMITS } from '../limits.ts';
import { MediaSource } from '../media/media-source.ts';
import { TIFF_TAG } from './credential-names.ts';

/** What a TIFF says in the chain of its directories, and where the chain is linked. */
export interface TiffContent {
  /** The entries as they stand, without the credential's; a directory of nothing else is left out. */
  directories: string[];
  /** What a copy may have otherwise: offsets of directories, and an earlier credential. All else stays where it is. */
  open: Range[];
}

export interface Range {
  start: number;
  end: number;
}

/**
 * The engine writes a directory anew behind the end of the file, or a further one, which it later writes over, and leaves the rest in its
 * place.
 * @throws {DecodeError} the directories cannot be followed
 */
export function tiffContent(file: RandomAccess): TiffContent {
  const source = MediaSource.of(file);
  const layout = readTiffLayout(source);
  const content: TiffContent = { directories: [], open: [] };
  const seen = new Set<number>();
  let link = layout.firstPointer as number;
  for (;;) {
    content.open.push({ start: link, end: link + layout.wordBytes });
    const start = link + layout.wordBytes > source.size ? 0 : readWord(source, layout, link);
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
  /** Where the values of the credential's entries stand. */
  credential: Range[];
  end: number;
}

function readDirectory(source: MediaSource, layout: TiffLayout, start: number): Directory {
  const { countBytes, entryBytes, wordBytes } = layout;
  const head = source.cursor(start, countBytes, 'TIFF directory', layout);
  const count = countBytes === 8 ? head.u64('TIFF entry count') : head.u16('TIFF entry count');
  if (count > LIMITS.mediaSteps) throw new DecodeError('TIFF entry count', start);
  const directory: Directory = { entries: [], credential: [], end: start + countBytes + count * entryBytes };
  for (let at = start + countBytes; at < directory.end; at += entryBytes) {
    source.step('TIFF entry', at);
    const bytes = source.bytes(at, entryBytes, 'TIFF entry');
    if (source.cursor(at, 2, 'TIFF tag', layout).u16('TIFF tag') !== TIFF_TAG) {
      directory.entries.push(Buffer.from(bytes).toString('hex'));
      continue;
    }
    // A store is far longer than the room in the entry, which else holds it.
    const length = readWord(source, layout, at + 4);
    const value = readWord(source, layout, at + entryBytes - wordBytes);
    if (length > wordBytes) directory.credential.push({ start: value, end: value + length });
  }
  return directory;
}
