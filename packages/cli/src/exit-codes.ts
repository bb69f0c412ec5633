/** What the process answers; scripts rely on the numbers. */
export const EXIT = {
  /** Nothing wrong was found. */
  ok: 0,
  /** Our fault: a file could not be examined for a reason of ours, or the program failed. */
  fault: 1,
  /** Wrong use, or input that cannot be read. */
  usage: 2,
  /** Something is wrong with a file, a trust list could not be refreshed, or a sealed value not be opened. */
  wrong: 3,
  /** Nothing is wrong, but the result is below what `--require` demands. */
  belowRequired: 4,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/**
 * Several files answer with the worst of them. A file without an answer is worse than a bad answer: who reads 3 may
 * rely on every file having been examined.
 */
const WORST_FIRST: readonly ExitCode[] = [EXIT.fault, EXIT.usage, EXIT.wrong, EXIT.belowRequired, EXIT.ok];

export function worstExit(codes: Iterable<ExitCode>): ExitCode {
  const seen = new Set(codes);
  return WORST_FIRST.find((code) => seen.has(code)) ?? EXIT.ok;
}
