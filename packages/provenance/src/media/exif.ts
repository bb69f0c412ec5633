import { hasAscii } from '../bytes/match.ts';
import { LIMITS } from '../limits.ts';
import { exifText, TEXT_TAGS, XMP_TAG } from './exif-text.ts';
import type { MediaSource } from './media-source.ts';
import { MetadataSink } from './metadata-sink.ts';
import { storedValue, type StoredValue } from './stored-value.ts';
import { walkTiff, type TiffDirectory, type TiffField } from './tiff-directory.ts';

export interface ExifTag {
  ifd: TiffDirectory;
  tag: number;
  /** TIFF field type; values are in the byte order of the structure. */
  type: number;
  /** Of the value, in the file. */
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

/** Adds the textual tags of a TIFF structure, at `path/IFD0`, `path/Exif` and so on; without a path at `IFD0`, `Exif`. */
export function readExifBlock(source: MediaSource, sink: MetadataSink, path = ''): void {
  const prefix = path === '' ? '' : `${path}/`;
  sink.attempt(() => walkTiff(source, sink, (field) => addText(source, sink, field, prefix)));
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
