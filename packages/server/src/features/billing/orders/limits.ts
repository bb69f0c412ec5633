const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** Bounds of orders and of the money received for them. */
export const ORDER_LIMITS = {
  /** How long an order can be paid. Gateways delete unpaid orders after a day. */
  lifeMinutes: 30,
  rechargeLeastFen: 100,
  rechargeMostFen: 5_000_000,
  /** What an organization may order in recharges within a day. */
  rechargeDailyFen: 200_000_000n,
  /** The same recharge again within this time is taken for the same click. */
  sameRechargeSeconds: 10,
  /** Months that are renewed at once. */
  periodsAtOnce: 12,
  reasonCharacters: 200,
  /** How often one order is asked for at the gateway because somebody looks at it. */
  refreshSeconds: 5,
  /** When the gateway is asked about a pending order, after it was made. */
  pollsAfterCreation: [15, 45, 2 * MINUTE_S, 5 * MINUTE_S, 10 * MINUTE_S, 20 * MINUTE_S],
  /** And after its end, because the signed address of V1 has none. */
  pollsAfterExpiry: [0, HOUR_S, 6 * HOUR_S, DAY_S, 10 * DAY_S],
  /** Within this time somebody who asks comes back, or another one asks. */
  pollLeaseSeconds: 60,
  pollsAtATime: 4,
  pollsARun: 100,
  /** Orders that one step of a chore takes. */
  batch: 100,
  /** How long a notification waits for a lock; gateways give up after five seconds. */
  notifyLockMs: 2_500,
  /** When a notification is answered in any case: what goes on then is found when it is sent again. */
  notifyAnswerMs: 4_000,
  /** What `raw` of the log holds. */
  loggedBytes: 16_384,
  transactionSpanDays: 366,
} as const;
