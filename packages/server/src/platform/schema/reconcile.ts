import type { ReconcileClass, ReconcileMode, ReconcileStatus } from '../../shared/billing-words.ts';
import { createdAt, fixed, json, nullable, numbered, text, time, withDefault } from './column.ts';

export const reconcile_run = {
  id: fixed(text()),
  provider_account_id: fixed(text()),
  mode: fixed(text<ReconcileMode>()),
  window_from: fixed(time()),
  window_to: fixed(time()),
  status: withDefault(text<ReconcileStatus>()),
  summary: nullable(json()),
  created_by: fixed(nullable(text())),
  created_at: createdAt(),
  finished_at: nullable(time()),
};

export const reconcile_item = {
  id: numbered(),
  run_id: fixed(text()),
  class: fixed(text<ReconcileClass>()),
  order_id: fixed(nullable(text())),
  trade_no: fixed(nullable(text())),
  ours: fixed(nullable(json())),
  theirs: fixed(nullable(json())),
  action: text(),
  resolved_at: nullable(time()),
};
