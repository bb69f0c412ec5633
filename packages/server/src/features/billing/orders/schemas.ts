import { z } from 'zod';
import { cursorQuery } from '../../../http/cursor.ts';
import { instant } from '../../../http/instant.ts';
import { paginationQuery } from '../../../http/pagination.ts';
import { FULFILLMENT_KINDS, ORDER_PURPOSES, ORDER_STATUSES, PAYMENT_CHANNELS } from '../../../shared/billing-words.ts';
import { LARGEST_AMOUNT_FEN } from '../../../shared/fen.ts';
import { ORDER_LIMITS } from './limits.ts';

const DAY_MS = 86_400_000;

/** Fen in an answer. */
const minor = z.int().min(0).max(LARGEST_AMOUNT_FEN);
const sum = z.int().min(0);
const time = z.string();
const maybeTime = time.nullable();
const currency = z.literal('CNY');

/** How the buyer pays through the gateway. */
const gatewayChannel = z
  .enum(PAYMENT_CHANNELS)
  .exclude(['balance'])
  .describe('How to pay; `cashier`: the buyer chooses at the gateway');
const channel = z.enum(PAYMENT_CHANNELS).describe('How to pay; `balance`: at once, from the balance');

const paymentOrder = {
  id: z.string(),
  order_no: z.string().describe('The number for people and for the gateway'),
  purpose: z.enum(ORDER_PURPOSES),
  amount_minor: minor.describe('In fen'),
  currency,
  channel: z.enum(PAYMENT_CHANNELS),
  status: z.enum(ORDER_STATUSES),
  pay_url: z.string().nullable().describe('Where to pay, while that can be done; signed anew in each answer'),
};

export const orderSchema = z
  .object({
    ...paymentOrder,
    created_at: time,
    expires_at: time,
    paid_at: maybeTime,
    fulfilled_at: maybeTime,
    closed_at: maybeTime.describe('When it was cancelled, or expired; a payment may still arrive later'),
    refunded_minor: minor,
    plan: z
      .object({ plan_id: z.string(), name: z.string(), interval: z.enum(['month', 'year']), interval_count: z.int() })
      .nullable()
      .describe('As it was offered; null for a recharge'),
    fulfillment: z
      .enum(FULFILLMENT_KINDS)
      .nullable()
      .describe('What it gave; `late_to_balance`: the plan was no longer to be had, and the money is on the balance'),
  })
  .meta({ id: 'PaymentOrder' });

export type PresentedOrder = z.infer<typeof orderSchema>;

export const rechargeBody = z.strictObject({
  amount_minor: z.int().min(ORDER_LIMITS.rechargeLeastFen).max(ORDER_LIMITS.rechargeMostFen).describe('In fen'),
  channel: gatewayChannel,
});

const expected_amount_minor = z
  .int()
  .min(1)
  .max(LARGEST_AMOUNT_FEN)
  .optional()
  .describe('What the buyer was shown; a price that has changed since is refused');

export const checkoutBody = z.strictObject({
  plan_id: z.string().min(1).max(64).describe('Code of the plan'),
  channel,
  expected_amount_minor,
  auto_renew: z
    .boolean()
    .optional()
    .describe(
      'Whether the subscription shall renew by itself when this is paid; false, or omitted, leaves it as it is',
    ),
});

export const renewBody = z.strictObject({
  channel,
  periods: z.int().min(1).max(ORDER_LIMITS.periodsAtOnce).default(1).describe('How many months'),
  expected_amount_minor,
});

export const orderParams = z.object({
  order_id: z.string().min(1).max(100).describe('Identifier or number of the order'),
});

export const cancelBody = z
  .strictObject({ reason: z.string().max(ORDER_LIMITS.reasonCharacters).optional() })
  .optional();

/** Once or several times. */
function several<S extends z.ZodType>(schema: S): z.ZodType<z.output<S>[]> {
  return z.preprocess(
    (value) => (Array.isArray(value) || value === undefined ? value : [value]),
    z.array(schema).max(20),
  );
}

const page = { limit: paginationQuery.limit, cursor: cursorQuery };

export const ordersQuery = z.strictObject({
  ...page,
  status: several(z.enum(ORDER_STATUSES)).optional().describe('Only these; may be repeated'),
  purpose: z.enum(ORDER_PURPOSES).optional(),
  from: instant.optional().describe('Made at this instant or later'),
  to: instant.optional().describe('Made before this instant'),
});

export const orderQuery = z.strictObject({
  refresh: z
    .enum(['true', 'false'])
    .optional()
    .describe('`true`: asks the gateway first, at most every five seconds for each order'),
});

const TRANSACTION_TYPES = [
  'recharge',
  'late_payment',
  'plan_charge',
  'usage_charge',
  'refund_hold',
  'refund_returned',
  'adjustment',
  'unapplied_resolved',
] as const;

export type TransactionType = (typeof TRANSACTION_TYPES)[number];

export const transactionsQuery = z
  .strictObject({
    ...page,
    type: z.enum(TRANSACTION_TYPES).optional(),
    direction: z.enum(['credit', 'debit']).optional(),
    from: instant.optional().describe('At this instant or later'),
    to: instant.optional().describe('Before this instant; at most 366 days after `from`'),
    order_id: z.string().min(1).max(100).optional(),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || to > from, {
    path: ['to'],
    error: 'must be after from',
  })
  .refine(
    ({ from, to }) =>
      from === undefined ||
      to === undefined ||
      to.getTime() - from.getTime() <= ORDER_LIMITS.transactionSpanDays * DAY_MS,
    { path: ['to'], error: `must be at most ${ORDER_LIMITS.transactionSpanDays} days after from` },
  );

export const balanceSchema = z
  .object({
    available_minor: sum.describe('What can be spent, gifts included'),
    held_minor: sum.describe('Refunds that are neither done nor failed'),
    bonus_minor: sum.describe('Gifts, which are spent first and never refunded'),
    currency,
    as_of: time,
  })
  .meta({ id: 'Balance' });

export type PresentedBalance = z.infer<typeof balanceSchema>;

export const transactionSchema = z
  .object({
    id: z.string(),
    type: z.enum(TRANSACTION_TYPES),
    direction: z.enum(['credit', 'debit']),
    amount_minor: minor,
    balance_after_minor: sum,
    currency,
    description: z.string(),
    order_id: z.string().nullable(),
    refund_request_id: z.string().nullable(),
    created_at: time,
  })
  .meta({ id: 'Transaction' });

export type PresentedTransaction = z.infer<typeof transactionSchema>;
