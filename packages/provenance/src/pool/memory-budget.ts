import type { EngineCryptography } from '../c2pa/engine-module.ts';
import { LIMITS } from '../limits.ts';
import type { MediaType } from '../media/media-types.ts';

/**
 * Memory that the engine needs for a file that its reader holds whole, by the size: measured up to 4 times for JPEG, JPEG XL
 * and FLAC, 4.4 for SVG and 5.9 for MP3, whose buffers double; and up to 5.9 for any type where the engine runs as it was published.
 */
const WHOLE_FACTOR = 6;
/** And to sign one (measured; see docs/performance.md). */
const SIGN_FACTOR = 6;
/** And for one that it reads in pieces: half its size in the published engine (a video of 500 MB), next to nothing in ours. */
const PIECES_FACTOR = 0.5;

/** What the engine reads in pieces, however large: measured 1 MiB for 16 MiB of each. */
const READ_IN_PIECES: ReadonlySet<MediaType> = new Set<MediaType>([
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/heic',
  'image/heif',
  'video/mp4',
  'video/quicktime',
  'audio/mp4',
  'video/x-msvideo',
  'audio/wav',
]);

/**
 * About how much engine memory a file will need, in bytes. One that is held whole counts for no more than leaves room for small
 * files beside it.
 * @param mediaType null when it is not known
 */
export function estimateEngineBytes(
  file: { sizeBytes: number; mediaType: MediaType | null },
  cryptography: EngineCryptography['kind'],
): number {
  const { sizeBytes, mediaType } = file;
  const isInPieces =
    cryptography === 'native'
      ? mediaType !== null && READ_IN_PIECES.has(mediaType)
      : sizeBytes > LIMITS.engineWholeFileBytes;
  return isInPieces ? sizeBytes * PIECES_FACTOR : Math.min(sizeBytes, LIMITS.engineWholeFileBytes) * WHOLE_FACTOR;
}

/** About how much engine memory signing a file of this size will need: the whole output is built in it. */
export function estimateSigningBytes(fileBytes: number): number {
  return fileBytes * SIGN_FACTOR;
}

/** A file that waits for a thread. */
export interface BudgetedFile {
  /** Engine memory that it is estimated to need. */
  needsBytes: number;
  /** How many files that came later were taken before it. */
  passed: number;
}

/**
 * The index of the next file to start beside those that run, or null when none may. It is the first that fits: small files
 * pass a large one that has to wait, but only so often.
 */
export function chooseNext(waiting: readonly BudgetedFile[], runningBytes: readonly number[]): number | null {
  const place = waiting.findIndex(({ needsBytes }) => fitsBeside(needsBytes, runningBytes));
  if (place < 0) return null;
  return waiting.slice(0, place).some(({ passed }) => passed >= LIMITS.poolPasses) ? null : place;
}

/**
 * Whether a file may start beside those that run, by the memory they are estimated to need together. A file that runs alone
 * always may: its thread has its own limit.
 */
export function fitsBeside(needsBytes: number, runningBytes: readonly number[]): boolean {
  if (runningBytes.length === 0) return true;
  return runningBytes.reduce((sum, bytes) => sum + bytes, needsBytes) <= LIMITS.poolEngineBytes;
}
