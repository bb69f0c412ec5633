import { hasAscii } from '../bytes/match.ts';
import { LIMITS } from '../limits.ts';
import { exifText, IPTC_TAG, MAKER_NOTE_TAG, TEXT_TAGS, XMP_TAG } from './exif-text.ts';
import { addIptcTexts, IIM_MARKER } from './iptc.ts';
import type { MediaSource } from './media-source.ts';
import { MetadataSink } from './metadata-sink.ts';
import { storedValue, type StoredValue } from './stored-value.ts';
import { walkTiff, type TiffDirectoryName, type TiffField } from './tiff-directory.ts';

export interface ExifTag {
  ifd: TiffDirectoryName;
  tag: number;
  /** TIFF field type; values are in the byte order of the structure. */
  type: number;
  /** Offset of the value in the file. */
  offset: number;
  bytes: Uint8Array;
}

/** Offsets and lengths of strips and tiles: as long as the picture is large, and nobody's metadata. */
const IMAGE_DATA_TAGS = new Set([0x0111, 0x0117, 0x0144, 0x0145]);
const JPEG_PREFIX_BYTES = 6;

/**
 * The tags of a TIFF structure (a whole TIFF file, or the bytes of an `exif` item) with their values. What is damaged is
 * left out and, when there is a sink, becomes its problem.
 *
 * @throws {LimitError} the file's budget is spent
 */
export function readExifTags(source: MediaSource, sink = new MetadataSink()): ExifTag[] {
  const tags: ExifTag[] = [];
  sink.attempt(() =>
    walkTiff(source, sink, (field) => {
      const { directory, tag, type, offset, length } = field;
      if (length > LIMITS.mediaItemBytes || IMAGE_DATA_TAGS.has(tag)) return;
      const bytes = source.bytes(offset, length, 'TIFF value');
      tags.push({ ifd: directory, tag, type, offset: source.fileOffset(offset), bytes });
    }),
  );
  return tags;
}

/**
 * Adds the textual tags of a TIFF structure, at `path/IFD0`, `path/Exif` and so on; without a path at `IFD0`, `Exif`. Of the
 * first maker note it adds the beginning, of the first directory the IPTC texts, at `path/IFD0/IPTC`.
 */
export function readExifBlock(source: MediaSource, sink: MetadataSink, path = ''): void {
  const prefix = path === '' ? '' : `${path}/`;
  let hasNote = false;
  sink.attempt(() =>
    walkTiff(source, sink, (field) => {
      const { directory, tag } = field;
      if (tag === IPTC_TAG && directory === 'IFD0') {
        sink.attemptAside(() => addIptc(source, sink, field, `${prefix}IFD0/IPTC`));
      } else if (tag === MAKER_NOTE_TAG && !hasNote) {
        hasNote = true;
        sink.attemptAside(() => addNoteHead(source, sink, field, `${prefix}${directory}`));
      } else addText(source, sink, field, prefix);
    }),
  );
}

/** Adds an Exif block as an item, and then its textual tags. The block may begin with the mark that JPEG puts there. */
export function addExifBlock(
  source: MediaSource,
  sink: MetadataSink,
  { offset, path, value }: { offset: number; path: string; value: StoredValue },
): void {
  const skipped = hasAscii(value.bytes, 0, 'Exif\0') ? JPEG_PREFIX_BYTES : 0;
  const bytes = value.bytes.subarray(skipped);
  const at = offset + skipped;
  const { intact } = value;
  sink.add({ kind: 'exif', path, offset: source.fileOffset(at), length: bytes.length, bytes, intact });
  readExifBlock(source.over(bytes, at), sink, path);
}

/** What makers begin their note with, often their name. */
function addNoteHead(source: MediaSource, sink: MetadataSink, { offset, length }: TiffField, path: string): void {
  const wanted = Math.min(length, LIMITS.makerHeadBytes);
  const bytes = source.upTo(offset, wanted, 'MakerNote');
  if (bytes.length === 0) return;
  const item = { kind: 'opaque', path, key: 'MakerNote', intact: bytes.length === wanted } as const;
  sink.add({ ...item, offset: source.fileOffset(offset), length: bytes.length, bytes });
}

function addIptc(source: MediaSource, sink: MetadataSink, { offset, length }: TiffField, path: string): void {
  const { bytes, intact } = storedValue(source, offset, length, 'IPTC');
  const place = (start: number, end: number) => ({ offset: source.fileOffset(offset + start), length: end - start });
  addIptcTexts(source, sink, inOrder(bytes), { path, place, intact });
}

/** Writers that take it for 32-bit numbers, as its field type may say, turn each four bytes around. */
function inOrder(iptc: Uint8Array): Uint8Array {
  const isTurned = iptc[0] !== IIM_MARKER && iptc[3] === IIM_MARKER && iptc.length % 4 === 0;
  return isTurned ? Buffer.from(iptc).swap32() : iptc;
}

function addText(source: MediaSource, sink: MetadataSink, field: TiffField, prefix: string): void {
  const { tag, offset, length } = field;
  const name = TEXT_TAGS.get(tag);
  if (name === undefined && tag !== XMP_TAG) return;
  const value = storedValue(source, offset, length, 'TIFF value');
  const path = `${prefix}${field.directory}`;
  const { intact } = value;
  if (name === undefined) {
    const at = source.fileOffset(offset);
    sink.add({ kind: 'xmp', path, offset: at, length: value.bytes.length, bytes: value.bytes, intact });
    return;
  }
  const { skipped, bytes, encoding } = exifText(field, value.bytes);
  const at = source.fileOffset(offset + skipped);
  sink.add({ kind: 'entry', path, key: name, offset: at, length: bytes.length, bytes, encoding, intact });
}
