import { LIMITS } from '../../limits.ts';
import type { MediaType } from '../../media/media-types.ts';

/** A small picture of the asset, for the manifest. */
export interface Thumbnail {
  mediaType: 'image/jpeg';
  bytes: Uint8Array;
}

/**
 * What libvips decodes safely, and how many pixels of it. SVG could name other files, HEIC needs a decoder with patents,
 * DNG is no picture yet.
 */
const DECODABLE: ReadonlyMap<MediaType, number> = new Map<MediaType, number>([
  ['image/jpeg', LIMITS.decodedPixels],
  ['image/png', LIMITS.decodedPixelsWhole],
  ['image/webp', LIMITS.decodedPixelsWhole],
  ['image/gif', LIMITS.decodedPixelsWhole],
  ['image/tiff', LIMITS.decodedPixelsTiff],
  ['image/avif', LIMITS.decodedPixelsAvif],
]);

export function hasThumbnail(mediaType: MediaType): boolean {
  return DECODABLE.has(mediaType);
}

/**
 * Makes a thumbnail of an image file; null when its format has none or its pixels cannot be decoded, which is no reason
 * not to sign it. Bounded in pixels and seconds. Native code reads the file: see pool/thumbnailer.ts for where it runs.
 */
export async function makeThumbnail(path: string, mediaType: MediaType): Promise<Thumbnail | null> {
  const limitInputPixels = DECODABLE.get(mediaType);
  if (limitInputPixels === undefined) return null;
  // Loaded on first use: whoever only verifies never pays for it.
  const { default: sharp } = await import('sharp');
  // One picture at a time: a cache would only hold memory, and threads would take that of the engine.
  sharp.cache(false);
  sharp.concurrency(1);
  try {
    const image = sharp(path, { limitInputPixels, sequentialRead: true, pages: 1 });
    const bytes = await image
      .timeout({ seconds: LIMITS.thumbnailSeconds })
      .autoOrient()
      .resize(LIMITS.thumbnailPixels, LIMITS.thumbnailPixels, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .jpeg({ quality: 80 })
      .toBuffer();
    return { mediaType: 'image/jpeg', bytes: new Uint8Array(bytes) };
  } catch (error) {
    // The decoder has one kind of error for whatever is wrong with a picture.
    if (error instanceof Error) return null;
    throw error;
  }
}
