import { LIMITS } from '../../limits.ts';
import type { MediaType } from '../../media/media-types.ts';

/** A small picture of the asset, for the manifest. */
export interface Thumbnail {
  mediaType: 'image/jpeg';
  bytes: Uint8Array;
}

/** What libvips decodes safely. SVG could name other files, HEIC needs a decoder with patents, DNG is no picture yet. */
const DECODABLE: ReadonlySet<MediaType> = new Set<MediaType>([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/tiff',
  'image/avif',
]);

/**
 * Makes a thumbnail of an image file; null when its format has none or its pixels cannot be decoded, which is no reason
 * not to sign it. Bounded in pixels and seconds. Call it in the main thread: libvips must be loaded there.
 */
export async function makeThumbnail(path: string, mediaType: MediaType): Promise<Thumbnail | null> {
  if (!DECODABLE.has(mediaType)) return null;
  // Loaded on first use: whoever only verifies never pays for it.
  const { default: sharp } = await import('sharp');
  try {
    const image = sharp(path, { limitInputPixels: LIMITS.decodedPixels, sequentialRead: true, pages: 1 });
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
