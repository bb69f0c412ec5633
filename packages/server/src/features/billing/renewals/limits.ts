export const RENEWAL_LIMITS = {
  /** The first attempt is made so long before the end, when there is still time to recharge. */
  leadMinutes: 60,
  /** Further ones are made at the end and then each day of the grace. */
  attempts: 8,
  /** A new price is announced from so many days before a renewal on; the limits of subscriptions say until when it counts. */
  announcedFromDays: 14,
  /** When a short balance is pointed out. */
  firstWarningDays: 7,
  secondWarningDays: 3,
  /** Subscriptions that one run of a chore takes. */
  batch: 200,
} as const;
