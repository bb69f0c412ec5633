import type { KeyMode } from '../../shared/api-key-format.ts';
import type { BoundedOperation, Operation } from '../../shared/operations.ts';
import { boolean, createdAt, fen, json, nullable, number, text, time, withDefault } from './column.ts';

/** Amounts by operation; null for an amount without a bound. */
export type Amounts = { readonly [Name in BoundedOperation]?: number | null | undefined };

export const plan = {
  code: text(),
  version: number('integer'),
  /** By language. */
  name: json<{ en: string; 'zh-CN': string }>(),
  price_fen: nullable(number('bigint')),
  is_hidden: boolean(),
  included: json<Amounts>(),
  more_fen: json<Amounts>(),
  when_used_up: text<'refuse' | 'charge'>(),
  created_at: createdAt(),
};

export const organization_plan = {
  organization_id: text(),
  plan_code: text(),
  plan_version: number('integer'),
  started_at: withDefault(time()),
};

export const usage_limit = {
  organization_id: text(),
  operation: text<BoundedOperation>(),
  included: nullable(number('bigint')),
  changed_at: withDefault(time()),
};

export const usage_quota = {
  organization_id: text(),
  operation: text<BoundedOperation>(),
  period_start: time(),
  used: number('bigint'),
  reserved: number('bigint'),
  extra: withDefault(number('bigint')),
  extra_fen: withDefault(fen()),
  warned_at: nullable(time()),
  exceeded_at: nullable(time()),
};

export const overage_allowance = {
  organization_id: text(),
  is_enabled: withDefault(boolean()),
  monthly_limit_fen: nullable(fen()),
  changed_at: withDefault(time()),
};

export const usage_reservation = {
  job_id: text(),
  organization_id: text(),
  operation: text<BoundedOperation>(),
  period_start: time(),
  at: withDefault(time()),
  held_until: time(),
};

export const usage_records = {
  at: time(),
  job_id: text(),
  operation: text<Operation>(),
  organization_id: text(),
  api_key_id: nullable(text()),
  mode: text<KeyMode>(),
  outcome: text<'completed' | 'failed'>(),
  /** The transaction that wrote the row. */
  txid: withDefault(number('bigint')),
};

export const usage_day = {
  organization_id: text(),
  day: time(),
  operation: text<Operation>(),
  mode: text<KeyMode>(),
  api_key_id: nullable(text()),
  completed: number('bigint'),
  failed: number('bigint'),
};

export const usage_fold = {
  id: withDefault(boolean()),
  mark: withDefault(number('bigint')),
  folded_at: nullable(time()),
  checked_at: nullable(time()),
  differences: withDefault(number('integer')),
};
