import type { MediaType, Thumbnailer } from '@revera/provenance';
import { AppError } from '../shared/app-error.ts';

interface Pair {
  inputPath: string;
  outputPath: string;
  mediaType: MediaType;
}

/**
 * After signing, a picture that could be decoded must still be the same picture.
 * @throws {AppError} POST_VERIFY_FAILED
 */
export async function checkPixels(
  thumbnailer: Pick<Thumbnailer, 'digestPixels'>,
  { inputPath, outputPath, mediaType }: Pair,
): Promise<void> {
  const before = await thumbnailer.digestPixels(inputPath, mediaType);
  if (before === null || (await thumbnailer.digestPixels(outputPath, mediaType)) === before) return;
  throw new AppError('POST_VERIFY_FAILED', { cause: new Error('the signed picture has other pixels') });
}
