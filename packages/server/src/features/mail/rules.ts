const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Short at first, for grey-listing; then as in RFC 5321 §4.5.4.1, some days in all. */
const DELAYS_MS = [5 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS];
const LATER_MS = 6 * HOUR_MS;

/** Attempts over about two days. */
export const MAIL_ATTEMPTS = 14;

/** The delay after the attempt of this number, counted from 1. */
export function mailRetryDelayMs(attempt: number): number {
  return DELAYS_MS[attempt - 1] ?? LATER_MS;
}

/** How long we keep the fact that a mail was sent, to whom, and which; its text is deleted by then. */
export const MAIL_RETENTION_MS = 30 * 24 * HOUR_MS;
