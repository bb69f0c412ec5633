import { z } from 'zod';
import { meterUsageSchema, planOfSchema } from '../../usage/index.ts';
import { balanceSchema, orderSchema } from '../orders/index.ts';
import { subscriptionSchema } from '../subscriptions/index.ts';

export const ALERT_CODES = [
  'low_balance',
  'grace',
  'renewal_short',
  'quota_80',
  'quota_100',
  'payment_review',
] as const;

const alertSchema = z
  .object({
    code: z
      .enum(ALERT_CODES)
      .describe(
        '`grace`: the last paid period has ended; `renewal_short`: the balance is not enough for the next renewal; `quota_80`, `quota_100`: so many percent of an operation are used; `payment_review`: a payment waits for a decision by the operator',
      ),
    at: z.string().describe('Since when; the time of the answer where that is not known'),
  })
  .meta({ id: 'BillingAlert' });

export type PresentedAlert = z.infer<typeof alertSchema>;

export const billingSummarySchema = z
  .object({
    plan: planOfSchema.describe('What decides how much is included; `unlimited` where nothing is paid'),
    subscription: subscriptionSchema.nullable(),
    balance: balanceSchema,
    usage: z.array(meterUsageSchema).describe('Each operation in the period that is under way'),
    open_order: orderSchema.nullable().describe('The newest order that waits for its payment'),
    pending_refund_minor: z.int().min(0).describe('Refunds that were requested and have not ended, in fen'),
    alerts: z.array(alertSchema).describe('What needs attention, each once'),
  })
  .meta({ id: 'BillingSummary' });

export type PresentedBillingSummary = z.infer<typeof billingSummarySchema>;
