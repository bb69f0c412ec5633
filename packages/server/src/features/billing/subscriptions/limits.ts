export const SUBSCRIPTION_LIMITS = {
  /** How long a subscription can be renewed after its last period, with what the first plan includes. */
  graceDays: 7,
  /** A renewal within this time after the end begins at the end: the automatic one runs a little later than due. */
  contiguousMinutes: 60,
  /** A price that was announced so long before a renewal is the price of it. */
  priceNoticeDays: 7,
  /** How many periods an organization may pay for at once. */
  periodsAtOnce: 12,
  /** How many of the latest periods are listed. */
  listedPeriods: 12,
} as const;
