import { LIMITS } from '../limits.ts';

/**
 * Memory that the engine's readers need for a file: measured up to 4.8 times its size (MP3), 2.8 (JPEG), and next to nothing for
 * most other types; but up to 5.9 times where the engine runs as it was published.
 */
const WHOLE_FACTOR = 6;
/** And to sign one (measured; see docs/performance.md). */
const SIGN_FACTOR = 6;
/** And for one that it reads in pieces: half its size (hashing a video of 500 MB). */
const PIECES_FACTOR = 0.5;

/** About how much engine memory a file of this size will need, in bytes. */
export function estimateEngineBytes(fileBytes: number): number {
  return fileBytes * (fileBytes <= LIMITS.engineWholeFileBytes ? WHOLE_FACTOR : PIECES_FACTOR);
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
