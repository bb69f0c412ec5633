/** Bounds of fetching and keeping trust lists. */
export const TRUST_LIMITS = {
  /** Real lists have up to 250 KB; the engine refuses longer ones than this. */
  fetchBytes: 8 * 1024 * 1024,
  /** A new copy that loses a greater share of its certificates is refused, unless an administrator insists. */
  lossRatio: 0.2,
  /** After a failed attempt: soon without a copy, later with one. */
  retryAbsentMs: 60_000,
  retryMs: 15 * 60_000,
  /** Every wait is longer or shorter by up to this share, so that installations do not all fetch at once. */
  jitter: 0.1,
  /** A process checks at least this often whether a list in the database changed, in case a notification was lost. */
  versionCheckMs: 30_000,
  /** How long waiting for another process's refresh may take beyond one fetch. */
  lockSlackMs: 10_000,
  changesShown: 50,
  errorCharacters: 500,
  sourceCharacters: 200,
} as const;
