import { z } from 'zod';
import { idempotencyHeader } from '../../http/answer-once.ts';
import { instant } from '../../http/instant.ts';
import { RECONCILE_CLASSES, RECONCILE_MODES, RECONCILE_STATUSES } from '../../shared/billing-words.ts';
import { RECONCILE_ACTIONS } from './compare.ts';
import { FINANCE_LIMITS } from './limits.ts';
import { GROUPINGS } from './queries/report.ts';

const DAY_MS = 86_400_000;

const sum = z.int();
const time = z.string();

interface Ends {
  from?: Date | undefined;
  to?: Date | undefined;
}

const isAfter = ({ from, to }: Ends): boolean => from === undefined || to === undefined || to > from;
const isWithin =
  (days: number) =>
  ({ from, to }: Ends): boolean =>
    from === undefined || to === undefined || to.getTime() - from.getTime() <= days * DAY_MS;

export const financeQuery = z
  .strictObject({
    from: instant.optional().describe('At this instant or later; default: 30 days before `to`'),
    to: instant.optional().describe('Before this instant; default: now. At most 366 days after `from`'),
    group_by: z.enum(GROUPINGS).default('none').describe('Days and months are those of Asia/Shanghai'),
  })
  .refine(isAfter, { path: ['to'], error: 'must be after from' })
  .refine(isWithin(FINANCE_LIMITS.reportDays), { path: ['to'], error: 'must be at most 366 days after from' });

const figures = {
  received_minor: sum.describe('Received by the gateway'),
  fulfilled_minor: sum.describe('Paid orders that got what they paid for, from the gateway and from balances'),
  refunded_minor: sum.describe('Given back'),
  unapplied_minor: sum.describe('In suspense, because it fits no order'),
  wallet_liability_minor: sum.describe('On the balances of organizations'),
  deferred_revenue_minor: sum.describe('Paid for plans that are still to be delivered'),
  recognized_minor: sum.describe('Earned'),
  provider_fee_minor: sum.describe('Fees of the gateway'),
  settled_minor: sum.describe('Paid out by the gateway to the bank'),
};

export const financeSchema = z
  .object({
    from: time,
    to: time,
    currency: z.literal('CNY'),
    totals: z
      .object(figures)
      .describe('Of the window; what is in suspense, owed or deferred is the whole of it at its end'),
    series: z
      .array(z.object({ group: z.string().describe('A day, a month, or a channel'), ...figures }))
      .describe('What changed in each group; empty without `group_by`'),
    ledger: z.object({
      balanced: z.boolean().describe('Computed for this answer: every rule of the books holds'),
      checked_at: time,
      clearing_minor: sum.describe('Received for orders that got nothing yet'),
      payouts_allowed: z.boolean().describe('False: the latest check that was kept found a mismatch'),
      mismatches: z.array(z.object({ invariant: z.string(), count: z.int(), examples: z.array(z.string()) })),
    }),
    attention: z
      .array(z.object({ class: z.string(), count: z.int(), oldest_at: time }))
      .describe('What waits for a person'),
  })
  .meta({ id: 'Finance' });

export type PresentedFinance = z.infer<typeof financeSchema>;

const orderId = z.string().min(1).max(100);

export const reconcileBody = z
  .strictObject({
    provider: z.literal('epay').default('epay'),
    from: instant.describe('Orders made at this instant or later'),
    to: instant.describe('And until this one, which is not in the future; at most 31 days after `from`'),
    mode: z
      .enum(RECONCILE_MODES)
      .default('dry_run')
      .describe(
        '`apply` books payments that are missing, suspends what fits no order, and freezes what was never received; it reverses and deletes nothing',
      ),
    order_ids: z
      .array(orderId)
      .min(1)
      .max(FINANCE_LIMITS.namedOrders)
      .refine((ids) => new Set(ids).size === ids.length, 'must be unique')
      .optional()
      .describe('Only these orders of the window; the gateway is asked about each'),
  })
  .refine(isAfter, { path: ['to'], error: 'must be after from' })
  .refine(isWithin(FINANCE_LIMITS.reconcileDays), { path: ['to'], error: 'must be at most 31 days after from' });

export const reconcileHeaders = z.object(idempotencyHeader);

export const runParams = z.object({ run_id: z.string().min(1).max(100).describe('Identifier of the run') });

const known = z.record(z.string(), z.unknown()).nullable();
const item = z.object({
  class: z.enum(RECONCILE_CLASSES),
  order_id: z.string().nullable(),
  order_no: z.string().nullable(),
  trade_no: z.string().nullable(),
  ours: known.describe('As we have it; null: we do not'),
  theirs: known.describe('As the gateway has it; null: it does not'),
  action: z.enum(RECONCILE_ACTIONS).describe('What is to be done about it'),
  applied: z.boolean().describe('Whether that was done'),
});

export const runSchema = z
  .object({
    run_id: z.string(),
    status: z.enum(RECONCILE_STATUSES),
    mode: z.enum(RECONCILE_MODES),
    window: z.object({ from: time, to: time }),
    scanned: z.object({ ours: z.int(), theirs: z.int() }).describe('Orders that were looked at'),
    counts: z.record(z.string(), z.int()).describe('By class'),
    items: z.array(item).describe('The first 200 differences'),
    truncated: z.boolean().describe('There is more than was looked at, or than is shown'),
  })
  .meta({ id: 'ReconcileRun' });

export type PresentedRun = z.infer<typeof runSchema>;

export const startedSchema = z.object({ run_id: z.string(), status: z.literal('running') });

/** What a run keeps of itself. */
export const summarySchema = z.object({
  scanned: z.object({ ours: z.int(), theirs: z.int() }),
  counts: z.record(z.string(), z.int()),
  truncated: z.boolean(),
});

export const paymentParams = z.object({ payment_id: z.string().min(1).max(100).describe('Identifier of the payment') });

const why = z
  .string()
  .min(1)
  .max(FINANCE_LIMITS.noteCharacters)
  .refine((text) => !text.includes('\u0000'), 'must not contain the null character')
  .describe('Why; for the audit log');

export const resolveBody = z.strictObject({
  organization_id: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('Whose balance gets it, if no order is known; else it is that of the order, and may be left out'),
  note: why,
});

export const suspendedPaymentSchema = z
  .object({
    payment_id: z.string(),
    trade_no: z.string(),
    order_no: z.string().describe('The number that the gateway gave'),
    order_id: z.string().nullable(),
    organization_id: z.string().nullable().describe('Of the order, or who got it'),
    amount_minor: sum,
    reason: z.string(),
    state: z.enum(['unapplied', 'resolved']),
    received_at: time,
    resolved_at: z.string().nullable(),
  })
  .meta({ id: 'SuspendedPayment' });

export const suspenseSchema = z.object({ data: z.array(suspendedPaymentSchema) });

export const frozenParams = z.object({ order_id: z.string().min(1).max(100).describe('Identifier of the order') });

export const liftBody = z.strictObject({ reason: why });

export const frozenPaymentSchema = z
  .object({
    order_id: z.string(),
    order_no: z.string(),
    organization_id: z.string(),
    amount_minor: sum.describe('How much of the balance was frozen'),
    frozen_at: time,
    lifted_at: z.string().nullable().describe('Null: it cannot be spent'),
  })
  .meta({ id: 'FrozenPayment' });

export const frozenListSchema = z.object({ data: z.array(frozenPaymentSchema) });
