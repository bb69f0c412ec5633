import type { RenewalOutcome, SubscriptionStatus } from '../../shared/billing-words.ts';
import { boolean, createdAt, fen, fixed, nullable, number, text, time, withDefault } from './column.ts';

export const subscription = {
  id: fixed(text()),
  organization_id: fixed(text()),
  plan_code: text(),
  plan_version: number('integer'),
  status: text<SubscriptionStatus>(),
  auto_renew: withDefault(boolean()),
  cancel_at_period_end: withDefault(boolean()),
  scheduled_plan_code: nullable(text()),
  anchor_at: time(),
  current_period_start: time(),
  current_period_end: time(),
  grace_until: nullable(time()),
  /** Counted by a trigger. */
  version: fixed(withDefault(number('integer'))),
  created_at: createdAt(),
};

export const subscription_period = {
  id: fixed(text()),
  subscription_id: fixed(text()),
  organization_id: fixed(text()),
  order_id: fixed(nullable(text())),
  plan_code: fixed(text()),
  plan_version: fixed(number('integer')),
  starts_at: time(),
  ends_at: time(),
  ended_early_at: nullable(time()),
  amount_fen: fixed(fen()),
  created_at: createdAt(),
  carried_in_fen: fixed(withDefault(fen())),
  carried_out_fen: withDefault(fen()),
  recognised_fen: withDefault(fen()),
  recognised_until: nullable(time()),
  is_recognised: withDefault(boolean()),
  anchor_at: nullable(time()),
};

export const subscription_notice = {
  subscription_id: fixed(text()),
  period_end: fixed(time()),
  kind: fixed(text<'price' | 'balance_7' | 'balance_3'>()),
  plan_version: fixed(number('integer')),
  at: fixed(withDefault(time())),
};

export const auto_renew_attempt = {
  subscription_id: fixed(text()),
  period_end: fixed(time()),
  attempt: fixed(number('integer')),
  outcome: fixed(text<RenewalOutcome>()),
  order_id: fixed(nullable(text())),
  at: fixed(withDefault(time())),
};
