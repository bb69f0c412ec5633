import { createHash } from 'node:crypto';
import { LIMITS } from '../../limits.ts';
import type { MediaType } from '../../media/media-types.ts';
import { DECODABLE } from './thumbnail.ts';

export interface PixelDigest {
  /** SHA-256, in hexadecimal. */
  pixelDigest: string;
}

/**
 * Digest of the decoded pixels of an image file, of its first picture, with its size and channels; null when its format is
 * not decoded here, or its pixels cannot be within the bounds. Native code reads the file, as in thumbnail.ts.
 */
export async function digestPixels(path: string, mediaType: MediaType): Promise<PixelDigest | null> {
  const decodable = DECODABLE.get(mediaType);
  if (decodable === undefined) return null;
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  const limitInputPixels = Math.min(decodable, LIMITS.comparedPixels);
  try {
    // Damage that a decoder gets over is no reason not to compare: a copy has the same.
    const { data, info } = await sharp(path, { limitInputPixels, sequentialRead: true, pages: 1, failOn: 'none' })
      .timeout({ seconds: LIMITS.thumbnailSeconds })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const hash = createHash('sha256').update(`${width} ${height} ${channels} `).update(data);
    return { pixelDigest: hash.digest('hex') };
  } catch (error) {
    // The decoder has one kind of error for whatever is wrong with a picture.
    if (error instanceof Error) return null;
    throw error;
  }
}
