import { bufferSource } from '../bytes/random-access.ts';
import { readExifTags, type ExifTag } from '../media/exif.ts';
import { MediaSource } from '../media/media-source.ts';
import type { MetadataItem } from '../media/metadata-item.ts';
import { tiffLayoutOf } from '../media/tiff-entries.ts';
import type { PictureSize, ResolutionClue } from './facts.ts';

const PIXEL_WIDTH = 0xa002;
const PIXEL_HEIGHT = 0xa003;
const DIGITAL_ZOOM = 0xa404;
const THUMBNAIL_WIDTH = 0x100;
const THUMBNAIL_HEIGHT = 0x101;
const SHORT = 3;
const LONG = 4;
const RATIONAL = 5;

/** Sizes that differ by less are the same: writers round, and blocks are cut off. */
const SAME_SIZE = 0.02;
const SAME_SHAPE = 0.03;
/** Below it, cameras round a zoom that was not used. */
const ZOOM_MIN = 1.02;
/** The thumbnail of a camera's file (DCF) has bars at its edges. */
const DCF_THUMBNAIL = { width: 160, height: 120 };

/** What an Exif block says about the size of its picture. Only the first block of a file counts. */
export function exifClues(items: readonly MetadataItem[], image: PictureSize): ResolutionClue[] {
  const block = items.find(({ kind }) => kind === 'exif');
  if (block === undefined) return [];
  const littleEndian = tiffLayoutOf(block.bytes)?.littleEndian ?? false;
  const tags = readExifTags(MediaSource.of(bufferSource(block.bytes)));
  const numberOf = (ifd: ExifTag['ifd'], wanted: number): number | null => {
    const found = tags.find(({ tag, ifd: place }) => tag === wanted && place === ifd);
    return found === undefined ? null : numberIn(found, littleEndian);
  };
  const stated = sizeOf(numberOf('Exif', PIXEL_WIDTH), numberOf('Exif', PIXEL_HEIGHT));
  const thumbnail = sizeOf(numberOf('IFD1', THUMBNAIL_WIDTH), numberOf('IFD1', THUMBNAIL_HEIGHT));
  const zoom = numberOf('Exif', DIGITAL_ZOOM);
  return [
    ...(stated === null ? [] : dimensionClues(stated, image)),
    ...(zoom === null || zoom <= ZOOM_MIN ? [] : [{ code: 'digital_zoom_declared', size: null, ratio: zoom } as const]),
    ...(thumbnail !== null && isCropped(thumbnail, image)
      ? [{ code: 'cropped_after_capture', size: thumbnail, ratio: null } as const]
      : []),
  ];
}

/** Both sides count: editors that turn a picture swap them, and a crop changes its shape. */
function dimensionClues(stated: PictureSize, image: PictureSize): ResolutionClue[] {
  const [x, y] = [image.width / stated.width, image.height / stated.height];
  const isSwapped = isAbout(stated.width, image.height, SAME_SIZE) && isAbout(stated.height, image.width, SAME_SIZE);
  if (isSwapped) return [];
  if (x > 1 + SAME_SIZE && y > 1 + SAME_SIZE && isAbout(x, y, SAME_SIZE)) {
    return [{ code: 'exif_dimensions_smaller', size: stated, ratio: (x + y) / 2 }];
  }
  const isLarger = x < 1 - SAME_SIZE || y < 1 - SAME_SIZE;
  return isLarger ? [{ code: 'reduced_or_cropped_after_capture', size: stated, ratio: null }] : [];
}

function isCropped(thumbnail: PictureSize, image: PictureSize): boolean {
  if (thumbnail.width === DCF_THUMBNAIL.width && thumbnail.height === DCF_THUMBNAIL.height) return false;
  const shape = image.width / image.height;
  const small = thumbnail.width / thumbnail.height;
  return !isAbout(shape, small, SAME_SHAPE) && !isAbout(shape, 1 / small, SAME_SHAPE);
}

function isAbout(one: number, other: number, tolerance: number): boolean {
  return Math.abs(one / other - 1) <= tolerance;
}

function sizeOf(width: number | null, height: number | null): PictureSize | null {
  return width === null || height === null || width <= 0 || height <= 0 ? null : { width, height };
}

function numberIn({ type, bytes }: ExifTag, littleEndian: boolean): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (type === SHORT && bytes.length >= 2) return view.getUint16(0, littleEndian);
  if (type === LONG && bytes.length >= 4) return view.getUint32(0, littleEndian);
  if (type !== RATIONAL || bytes.length < 8) return null;
  const divisor = view.getUint32(4, littleEndian);
  return divisor === 0 ? null : view.getUint32(0, littleEndian) / divisor;
}
