import { LIMITS } from '../limits.ts';
import type { MediaType } from '../media/media-types.ts';
import { mostPixels } from '../resolution/read-resolution.ts';

/** A picture to look at, in two sizes: WebP, sRGB, without metadata. */
export interface PreviewPicture {
  /** Within `LIMITS.previewPixels`. */
  bytes: Uint8Array;
  width: number;
  height: number;
  /** The same within `LIMITS.previewSmallPixels`, for lists. */
  small: Uint8Array;
}

/** Whether pictures of this kind are decoded. */
export function isPreviewable(mediaType: MediaType): boolean {
  return mostPixels(mediaType, false) > 0;
}

/** The first is for all but noise, which would take too many bytes with it. */
const QUALITIES = [75, 45, 10] as const;
const SMALL_QUALITY = 70;
const MILLISECONDS = 1_000;

/**
 * A preview of the first picture of a file, turned as its orientation says, over white. Of a damaged picture it shows as much as
 * can be decoded, as browsers do. Null when nothing can, or the picture is beyond the limits. Native code reads untrusted bytes
 * here: only the process that does nothing else calls it.
 */
export async function makePreview(input: string | Uint8Array, mediaType: MediaType): Promise<PreviewPicture | null> {
  const { default: sharp } = await import('sharp');
  // One picture at a time: a cache would only hold memory, and threads would take the time of others.
  sharp.cache(false);
  sharp.concurrency(1);
  const seconds = LIMITS.previewMs / MILLISECONDS;
  const side = LIMITS.previewPixels;
  try {
    // Only the header is read, so its size does not matter yet.
    const head = await sharp(input, { limitInputPixels: false, pages: 1, failOn: 'none' }).metadata();
    const limitInputPixels = mostPixels(mediaType, head.isProgressive);
    if (head.width * head.height > limitInputPixels) return null;
    const { data, info } = await sharp(input, { failOn: 'none', limitInputPixels, sequentialRead: true, pages: 1 })
      .timeout({ seconds })
      .autoOrient()
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const pixels = () => sharp(data, { raw: { width, height, channels } }).timeout({ seconds });
    const small = await pixels()
      .resize(LIMITS.previewSmallPixels, LIMITS.previewSmallPixels, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: SMALL_QUALITY })
      .toBuffer();
    for (const quality of QUALITIES) {
      const bytes = await pixels().webp({ quality, effort: 2 }).toBuffer();
      if (bytes.length <= LIMITS.previewBytes && small.length <= LIMITS.previewSmallBytes) {
        return { bytes: new Uint8Array(bytes), width, height, small: new Uint8Array(small) };
      }
    }
    return null;
  } catch (error) {
    // The decoder has one kind of error for everything that can be wrong with a picture.
    if (error instanceof Error) return null;
    throw error;
  }
}
