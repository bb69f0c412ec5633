import { createHash } from 'node:crypto';
import { LIMITS } from '../../limits.ts';
import type { MediaType } from '../../media/media-types.ts';
import type { PictureType } from '../embedded-thumbnails.ts';

/** A small picture of the asset, for the manifest. */
export interface Thumbnail {
  mediaType: 'image/jpeg';
  bytes: Uint8Array;
}

/** A thumbnail with its size in pixels. It contains no metadata. */
export interface SmallPicture extends Thumbnail {
  width: number;
  height: number;
}

/**
 * What libvips decodes safely, and how many pixels of it. SVG could name other files, HEIC needs a decoder with patents, DNG
 * is not a picture yet.
 */
const DECODABLE: ReadonlyMap<MediaType, number> = new Map<MediaType, number>([
  ['image/jpeg', LIMITS.decodedPixels],
  ['image/png', LIMITS.decodedPixelsWhole],
  ['image/webp', LIMITS.decodedPixelsWhole],
  ['image/gif', LIMITS.decodedPixelsWhole],
  ['image/tiff', LIMITS.decodedPixelsTiff],
  ['image/avif', LIMITS.decodedPixelsAvif],
]);

const COPIED_PIXELS: Readonly<Record<PictureType, number>> = {
  'image/jpeg': LIMITS.embeddedThumbnailPixels,
  'image/png': LIMITS.embeddedThumbnailPixels,
  'image/webp': LIMITS.embeddedThumbnailPixels,
  'image/avif': LIMITS.embeddedThumbnailPixelsAvif,
};

/** The decoders of the formats above, by the names that libvips gives them. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif'].map((format) => `VipsForeignLoad${format}`);

export function hasThumbnail(mediaType: MediaType): boolean {
  return DECODABLE.has(mediaType);
}

/**
 * Makes a thumbnail of an image file; null when its format has none or its pixels cannot be decoded, which is no reason
 * not to sign it. Bounded in pixels and seconds. Native code reads the file: see pool/thumbnailer.ts for where it runs.
 */
export async function makeThumbnail(path: string, mediaType: MediaType): Promise<SmallPicture | null> {
  const pixels = DECODABLE.get(mediaType);
  if (pixels === undefined) return null;
  return shrink(path, { pixels, seconds: LIMITS.thumbnailSeconds, side: LIMITS.thumbnailPixels });
}

/**
 * Copies a picture out of a manifest: smaller, as JPEG, only its pixels. Null when they cannot be decoded within the bounds
 * or the copy would be too large.
 */
export async function copyThumbnail(bytes: Uint8Array, mediaType: PictureType): Promise<SmallPicture | null> {
  const pixels = COPIED_PIXELS[mediaType];
  const side = LIMITS.thumbnailCopyPixels;
  const copy = await shrink(bytes, { pixels, seconds: LIMITS.thumbnailCopySeconds, side });
  return copy === null || copy.bytes.length > LIMITS.thumbnailCopyBytes ? null : copy;
}

/**
 * For a process that does nothing else: from now on the decoders of these formats are the only ones, whatever format a
 * picture turns out to have. Also loads them.
 */
export async function restrictDecoders(): Promise<void> {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
}

interface Bounds {
  pixels: number;
  seconds: number;
  side: number;
}

async function shrink(input: string | Uint8Array, { pixels, seconds, side }: Bounds): Promise<SmallPicture | null> {
  // Loaded on first use: callers that only verify never pay for it.
  const { default: sharp } = await import('sharp');
  // One picture at a time: a cache would only hold memory, and threads would take that of the engine.
  sharp.cache(false);
  sharp.concurrency(1);
  try {
    const { data, info } = await sharp(input, { limitInputPixels: pixels, sequentialRead: true, pages: 1 })
      .timeout({ seconds })
      .autoOrient()
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .jpeg({ quality: 80 })
      .toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    return { mediaType: 'image/jpeg', bytes: new Uint8Array(data), width, height };
  } catch (error) {
    // The decoder has one kind of error for everything that can be wrong with a picture.
    if (error instanceof Error) return null;
    throw error;
  }
}

export interface PixelDigest {
  /** SHA-256, in hexadecimal. */
  pixelDigest: string;
}

/**
 * Digest of the decoded pixels of an image file, of its first picture, with its size and channels; null when its format is
 * not decoded here, or its pixels cannot be decoded within the limits. Native code reads the file here, too.
 */
export async function digestPixels(path: string, mediaType: MediaType): Promise<PixelDigest | null> {
  const decodable = DECODABLE.get(mediaType);
  if (decodable === undefined) return null;
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  const limitInputPixels = Math.min(decodable, LIMITS.comparedPixels);
  try {
    // Damage that a decoder can handle does not prevent comparison: a copy has the same damage.
    const { data, info } = await sharp(path, { limitInputPixels, sequentialRead: true, pages: 1, failOn: 'none' })
      .timeout({ seconds: LIMITS.thumbnailSeconds })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const hash = createHash('sha256').update(`${width} ${height} ${channels} `).update(data);
    return { pixelDigest: hash.digest('hex') };
  } catch (error) {
    // The decoder has one kind of error for everything that can be wrong with a picture.
    if (error instanceof Error) return null;
    throw error;
  }
}
