/** The exit codes of the process; scripts rely on the numbers. */
export const EXIT = {
  /** Nothing wrong was found. */
  ok: 0,
  /** Our fault: we could not examine a file, or the program failed. */
  fault: 1,
  /** Wrong use, or input that cannot be read. */
  usage: 2,
  /** Something is wrong with a file, a trust list could not be refreshed, or a sealed value could not be opened. */
  wrong: 3,
  /** Nothing is wrong, but the result is below what `--require` demands. */
  belowRequired: 4,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/**
 * With several files the worst code counts. A file without an answer is worse than a bad answer: code 3 means that every file was
 * examined.
 */
const WORST_FIRST: readonly ExitCode[] = [EXIT.fault, EXIT.usage, EXIT.wrong, EXIT.belowRequired, EXIT.ok];

export function worstExit(codes: Iterable<ExitCode>): ExitCode {
  const seen = new Set(codes);
  return WORST_FIRST.find((code) => seen.has(code)) ?? EXIT.ok;
}
