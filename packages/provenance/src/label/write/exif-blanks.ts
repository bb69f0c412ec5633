import { bufferSource } from '../../bytes/random-access.ts';
import { exifText, TEXT_TAGS, XMP_TAG } from '../../media/exif-text.ts';
import { LIMITS } from '../../limits.ts';
import { MediaSource } from '../../media/media-source.ts';
import { MetadataSink } from '../../media/metadata-sink.ts';
import { walkTiff, type TiffField } from '../../media/tiff-directory.ts';
import { applySplices, type Splice } from './splice.ts';
import type { LabelTest } from './writer.ts';
import { hasXmpLabel, removeXmpLabel } from './xmp-edit.ts';

const ASCII_TYPE = 2;
const SPACE = 0x20;

/**
 * Overwrites the labels in the texts of a TIFF structure, such as UserComment, where the image guide's Annex B puts them.
 * Nothing moves, so no offset in the structure changes; unreadable parts are left alone. `hasOwnXmp`: the structure is a
 * TIFF file, whose first directory holds the XMP that its writer edits.
 *
 * @throws {LabelWriteError} XMP inside the structure cannot be read
 */
export function blankExifLabels(tiff: MediaSource, isLabel: LabelTest, { hasOwnXmp = false } = {}): Splice[] {
  const splices: Splice[] = [];
  const seen = new Set<number>();
  const sink = new MetadataSink();
  sink.run(() =>
    walkTiff(tiff, sink, (field) => {
      if (seen.has(field.offset) || (hasOwnXmp && field.tag === XMP_TAG && field.directory === 'IFD0')) return;
      const blank = field.tag === XMP_TAG ? blankXmp(tiff, field, isLabel) : blankText(tiff, field, isLabel);
      if (blank === null) return;
      seen.add(field.offset);
      splices.push(blank);
    }),
  );
  return splices;
}

/** EXIF in memory with its labels overwritten; the same bytes when there are none. */
export function withoutExifLabels(tiff: Uint8Array, isLabel: LabelTest): Uint8Array {
  const splices = blankExifLabels(MediaSource.of(bufferSource(tiff)), isLabel);
  return splices.length === 0 ? tiff : applySplices(tiff, splices);
}

/** `bytes` padded with spaces to the length that it has in the file. */
export function padded(bytes: Uint8Array, length: number): Uint8Array {
  const out = new Uint8Array(length).fill(SPACE);
  out.set(bytes);
  return out;
}

function blankText(tiff: MediaSource, field: TiffField, isLabel: LabelTest): Splice | null {
  const { tag, type, offset, length } = field;
  if (!TEXT_TAGS.has(tag) || length > LIMITS.labelBytes) return null;
  const { skipped, bytes, encoding } = exifText(field, tiff.bytes(offset, length, 'EXIF text'));
  if (!isLabel(bytes, encoding)) return null;
  // The zeros that end a text of TIFF stay; the other texts may be empty.
  const inserted = new Uint8Array(bytes.length).fill(type === ASCII_TYPE ? SPACE : 0);
  return { offset: tiff.fileOffset(offset + skipped), removed: inserted.length, inserted };
}

function blankXmp(tiff: MediaSource, { offset, length }: TiffField, isLabel: LabelTest): Splice | null {
  if (length > LIMITS.mediaItemBytes) return null;
  const packet = tiff.bytes(offset, length, 'EXIF XMP');
  if (!hasXmpLabel(packet, isLabel)) return null;
  return {
    offset: tiff.fileOffset(offset),
    removed: length,
    inserted: padded(removeXmpLabel(packet, isLabel), length),
  };
}
