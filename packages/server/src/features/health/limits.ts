/** What was measured within so long is one sample, the worst of it. */
export const SLOT_MS = 5 * 60_000;

/** Samples are shown for so many days, and then deleted. */
export const HISTORY_DAYS = 90;

/** Of a day: what could not be written while the database was away. What is older is lost, and a day says so by its count. */
export const UNWRITTEN_MAX = 288;

/** Everybody may ask for the history, and counting it reads some 100,000 rows. */
export const HISTORY_KEPT_MS = 60_000;
