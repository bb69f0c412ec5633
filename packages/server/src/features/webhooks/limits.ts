const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const KIB = 1024;

/** Bounds of webhooks: numbers, sizes in bytes, durations in milliseconds. */
export const WEBHOOK_LIMITS = {
  /** Fewer attempts at a time than a process makes in all, so that one organization cannot take every place. */
  endpointsPerOrganization: 10,
  /** For name, connection, request and the headers of the answer. */
  timeoutMs: 10 * SECOND_MS,
  /** Of the answer, how much is read. */
  answerBytes: 64 * KIB,
  /** Of the answer, how much is kept to be shown. */
  answerCharacters: 2_000,
  /** Receivers commonly refuse more than 100 KB. A result that makes the payload larger is left out of it, and can be fetched. */
  payloadBytes: 64 * KIB,
  /** Longer than an attempt takes with everything around it: a sender that is silent for this long is gone. */
  leaseMs: 30 * SECOND_MS,
  /** Of one process; nearly all of their time is spent waiting. */
  attemptsAtATime: 64,
  /** Of all processes to one endpoint. */
  attemptsPerEndpoint: 4,
  secretBytes: 32,
  /** How long the secret before the current one signs as well. */
  secretOverlapMs: DAY_MS,
  /** An endpoint to which every attempt has failed for this long is disabled. */
  failingMs: 5 * DAY_MS,
  /** Events and their deliveries are deleted after this time: later than the last attempt, and than an endpoint is disabled. */
  retentionMs: 14 * DAY_MS,
  /** Of one delivery, how many attempts are shown: all of the schedule, and as many again. */
  attemptsShown: 20,
  /** Rows that one pass deletes. */
  sweepRows: 5_000,
} as const;

/** When each attempt of a delivery is made, in milliseconds counted from the failure of the one before it. */
export const RETRY_SCHEDULE_MS = [
  0,
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const;

/** So that receivers that failed together are not all tried again in the same instant. */
const JITTER = 0.1;

/**
 * The wait before the next attempt, in milliseconds; null when the schedule is over.
 *
 * @param failed how many attempts have failed
 * @param random 0 to 1
 */
export function retryDelayMs(failed: number, random: number): number | null {
  const delay = RETRY_SCHEDULE_MS[failed];
  return delay === undefined ? null : Math.round(delay * (1 + JITTER * random));
}
