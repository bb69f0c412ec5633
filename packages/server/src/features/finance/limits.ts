/** Bounds of the comparison with the gateway, and of what the operator is shown. */
export const FINANCE_LIMITS = {
  /** How far apart the ends of a window may be. */
  reconcileDays: 31,
  reportDays: 366,
  /** Orders that may be named. */
  namedOrders: 100,
  /** Orders of ours that one run looks at, the newest first. */
  scannedOrders: 50_000,
  /** Questions that one run asks the gateway, and how many at a time. */
  questions: 2_000,
  questionsAtATime: 4,
  /** Differences that an answer shows. */
  shownItems: 200,
  /** A run that has not ended by then goes on, and its answer says so. */
  answerMs: 10_000,
  /** Between two runs of the schedule. */
  everyMinutes: 10,
  /** How far they look back: those of every ten minutes, and the one of every night. */
  recentHours: 2,
  nightlyDays: 3,
  /** The gateway lists an order when its buyer opens the page, or a little before our clock says so. */
  marginMs: 10 * 60_000,
  /** A paid order that has got nothing for so long is shown. */
  unfulfilledMinutes: 5,
  noteCharacters: 500,
} as const;
