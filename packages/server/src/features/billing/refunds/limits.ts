/** Bounds of refunds. */
export const REFUND_LIMITS = {
  /** After the payment; later the gateway refuses to pay back the way it came. */
  windowDays: 90,
  /** A plan is refunded in full within this time, if hardly any of it was used. */
  freshDays: 7,
  /** Used less than one part in this many counts as hardly any. */
  freshUseParts: 10,
  /** Refunds that one step of the worker takes. */
  batch: 20,
  /** A call that was begun this long ago has ended, or its process has. */
  callMinutes: 2,
  /** Between the two answers that a refund does not exist, before it is asked for again. */
  absentTwiceMs: 60_000,
} as const;
