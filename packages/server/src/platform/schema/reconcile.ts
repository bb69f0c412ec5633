import type { ReconcileClass, ReconcileMode, ReconcileStatus } from '../../shared/billing-words.ts';
import { boolean, createdAt, fen, fixed, json, nullable, numbered, text, time, withDefault } from './column.ts';

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
  idempotency_key: fixed(nullable(text())),
  fingerprint: fixed(nullable(text())),
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

export const ledger_check = {
  id: numbered(),
  checked_at: fixed(withDefault(time())),
  balanced: fixed(boolean()),
  mismatches: fixed(json()),
};

export const frozen_payment = {
  order_id: fixed(text()),
  organization_id: fixed(text()),
  amount_fen: fixed(fen()),
  created_at: createdAt(),
  lifted_at: nullable(time()),
  lifted_by: nullable(text()),
};
