import { LIMITS } from '../../limits.ts';
import { XMP_TAG } from '../../media/exif-text.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { readTiffLayout, type TiffLayout } from '../../media/tiff-entries.ts';
import { blankExifLabels, padded } from './exif-blanks.ts';
import { imagePlan } from './image-plan.ts';
import type { Splice } from './splice.ts';
import { readFirstDirectory, tiffShort, tiffWord, type StoredDirectory, type StoredEntry } from './tiff-file.ts';
import { LabelWriteError, type LabelPlan, type LabelTest } from './writer.ts';
import { setXmpLabel } from './xmp-edit.ts';

const BYTE = 1;
const ASCII = 2;
const UNDEFINED = 7;
const CLASSIC_END = 0xffff_ffff;
const SPACE = 0x20;

/**
 * The label in the file's XMP: tag 700 of the first directory, of type 7 (TC260-PG-20259A clause 6). Data that grows is
 * moved to the end of the file, because everything in a TIFF is found by its offset.
 */
export function writeTiff(source: MediaSource, json: string, isLabel: LabelTest): LabelPlan {
  const layout = readTiffLayout(source);
  const directory = readFirstDirectory(source, layout);
  const entry = directory.entries.find(({ tag }) => tag === XMP_TAG);
  const changes =
    entry === undefined
      ? addEntry(source, layout, directory, setXmpLabel(null, json, isLabel))
      : replacePacket(source, layout, entry, (packet) => setXmpLabel(packet, json, isLabel));
  return imagePlan([...changes, ...blankExifLabels(source, isLabel, { hasOwnXmp: true })], 'IFD0');
}

/** A directory cannot grow in place: a new one is written, and the old one is no longer used. */
function addEntry(
  source: MediaSource,
  layout: TiffLayout,
  { entries, next }: StoredDirectory,
  packet: Uint8Array,
): Splice[] {
  const { wordBytes, countBytes, firstPointer } = layout;
  const appended = new Appended(source, layout);
  const place = appended.add(packet);
  const rows = [...entries, { tag: XMP_TAG, bytes: xmpEntry(layout, packet.length, place) }]
    .toSorted((a, b) => a.tag - b.tag)
    .map(({ bytes }) => bytes);
  const count = countBytes === 2 ? tiffShort(layout, rows.length) : tiffWord(layout, rows.length);
  if (countBytes === 2 && rows.length > 0xffff) throw new LabelWriteError('no_room', 'The directory is full');
  const start = appended.add(Buffer.concat([count, ...rows, next]));
  const pointer = { offset: source.fileOffset(firstPointer), removed: wordBytes, inserted: tiffWord(layout, start) };
  return [pointer, appended.splice()];
}

function replacePacket(
  source: MediaSource,
  layout: TiffLayout,
  { type, start, offset, length }: StoredEntry,
  edit: (packet: Uint8Array) => Uint8Array,
): Splice[] {
  if (type !== BYTE && type !== ASCII && type !== UNDEFINED) {
    throw new LabelWriteError('media_unreadable', 'The XMP is of a type that is not bytes');
  }
  if (offset === null || length > LIMITS.mediaItemBytes) {
    throw new LabelWriteError('media_unreadable', 'The XMP is too large');
  }
  // A value that fits its entry is stored in it, and is too short for XMP.
  const isInEntry = length <= layout.wordBytes;
  const before = isInEntry ? new Uint8Array(0) : source.bytes(offset, length, 'TIFF XMP');
  const after = edit(before);
  const typed = { offset: source.fileOffset(start + 2), removed: 2, inserted: tiffShort(layout, UNDEFINED) };
  if (!isInEntry && after.length <= length) {
    return [typed, { offset: source.fileOffset(offset), removed: length, inserted: padded(after, length) }];
  }
  const appended = new Appended(source, layout);
  const inserted = xmpEntry(layout, after.length, appended.add(after));
  const changes = [{ offset: source.fileOffset(start), removed: layout.entryBytes, inserted }, appended.splice()];
  if (!isInEntry) {
    // The old packet may hold a label, and nothing points to it any longer.
    const blanks = new Uint8Array(length).fill(SPACE);
    changes.push({ offset: source.fileOffset(offset), removed: length, inserted: blanks });
  }
  return changes;
}

function xmpEntry(layout: TiffLayout, length: number, offset: number): Uint8Array {
  const parts = [tiffShort(layout, XMP_TAG), tiffShort(layout, UNDEFINED), tiffWord(layout, length)];
  return Uint8Array.from(Buffer.concat([...parts, tiffWord(layout, offset)]));
}

/** What is added after the end of the file, each part at a multiple of the size of an offset. */
class Appended {
  readonly #source: MediaSource;
  readonly #layout: TiffLayout;
  readonly #parts: Uint8Array[] = [];
  #end: number;

  constructor(source: MediaSource, layout: TiffLayout) {
    this.#source = source;
    this.#layout = layout;
    this.#end = source.size;
  }

  /** Returns where the part begins. @throws {LabelWriteError} beyond what an offset can name */
  add(bytes: Uint8Array): number {
    const { wordBytes } = this.#layout;
    const gap = (wordBytes - (this.#end % wordBytes)) % wordBytes;
    const start = this.#end + gap;
    this.#end = start + bytes.length;
    if (wordBytes === 4 && this.#end > CLASSIC_END) throw new LabelWriteError('no_room', 'A TIFF file holds 4 GiB');
    this.#parts.push(new Uint8Array(gap), bytes);
    return start;
  }

  splice(): Splice {
    const inserted = Uint8Array.from(Buffer.concat(this.#parts));
    return { offset: this.#source.fileOffset(this.#source.size), removed: 0, inserted };
  }
}
