import { z } from 'zod';
import { SUBSCRIPTION_STATUSES } from '../../../shared/billing-words.ts';
import { LARGEST_AMOUNT_FEN } from '../../../shared/fen.ts';

const minor = z.int().min(0).max(LARGEST_AMOUNT_FEN);
const time = z.string();

export const subscriptionSchema = z
  .object({
    id: z.string(),
    plan_id: z.string(),
    plan_name: z.string(),
    status: z
      .enum(SUBSCRIPTION_STATUSES)
      .describe('`grace`: the last period has ended, and the subscription can still be renewed'),
    auto_renew: z.boolean(),
    cancel_at_period_end: z.boolean(),
    current_period_start: time,
    current_period_end: time.describe('Until when it is paid'),
    grace_until: time.nullable().describe('Until when it can still be renewed; null: the period has not ended'),
    next_charge: z
      .object({
        amount_minor: minor.describe('In fen'),
        at: time,
        sufficient_balance: z.boolean().describe('Whether the balance is enough today'),
      })
      .nullable()
      .describe('What will be taken from the balance; null when nothing will'),
    scheduled_plan_id: z.string().nullable().describe('The plan of the next period; null: the same'),
  })
  .meta({ id: 'Subscription' });

export type PresentedSubscription = z.infer<typeof subscriptionSchema>;

const periodSchema = z
  .object({
    plan_id: z.string(),
    start: time,
    end: time.describe('Exclusive; an upgrade ends a period early'),
    amount_minor: minor,
    order_id: z.string().nullable(),
  })
  .meta({ id: 'SubscriptionPeriod' });

export type PresentedPeriod = z.infer<typeof periodSchema>;

export const subscriptionStateSchema = z
  .object({
    subscription: subscriptionSchema.nullable(),
    history: z.array(periodSchema).describe('The latest twelve periods, the newest first'),
  })
  .meta({ id: 'SubscriptionState' });

export const cancelBody = z
  .strictObject({
    at: z.literal('period_end').optional().describe('A subscription is never cut short'),
    reason: z.string().max(500).optional(),
  })
  .optional();

export const autoRenewBody = z.strictObject({ enabled: z.boolean() });

export const planChoiceBody = z.strictObject({ scheduled_plan_id: z.string().min(1).max(64).nullable() });
