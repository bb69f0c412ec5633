import type { MediaType, Thumbnailer } from '@revera/provenance';
import { AppError } from '../shared/app-error.ts';

/**
 * After signing, a picture that could be decoded must still be the same picture. `before` is the digest of the original's
 * pixels, null when they could not be decoded.
 * @throws {AppError} POST_VERIFY_FAILED
 */
export async function checkPixels(
  thumbnailer: Pick<Thumbnailer, 'digestPixels'>,
  before: string | null,
  { outputPath, mediaType }: { outputPath: string; mediaType: MediaType },
): Promise<void> {
  if (before === null || (await thumbnailer.digestPixels(outputPath, mediaType)) === before) return;
  throw new AppError('POST_VERIFY_FAILED', { cause: new Error('the signed picture has other pixels') });
}
