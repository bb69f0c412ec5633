import type { InvoiceStatus, InvoiceType, TitleType } from '../../shared/billing-words.ts';
import { boolean, createdAt, fen, fixed, json, nullable, number, text, time, withDefault } from './column.ts';

export const statement = {
  id: fixed(text()),
  organization_id: fixed(text()),
  /** `2026-11`, in Asia/Shanghai. */
  month: fixed(text()),
  opening_fen: fixed(fen()),
  credit_fen: fixed(fen()),
  debit_fen: fixed(fen()),
  closing_fen: fixed(fen()),
  entry_count: fixed(number('integer')),
  last_entry_id: fixed(number('bigint')),
  finalized_at: fixed(withDefault(time())),
};

export const billing_profile = {
  organization_id: fixed(text()),
  title_type: text<TitleType>(),
  title: text(),
  tax_no: nullable(text()),
  email: text(),
  registered_address: nullable(text()),
  registered_phone: nullable(text()),
  bank_name: nullable(text()),
  bank_account: nullable(text()),
  version: withDefault(number('integer')),
  changed_at: withDefault(time()),
};

export const invoice_request = {
  id: fixed(text()),
  organization_id: fixed(text()),
  invoice_type: fixed(text<InvoiceType>()),
  profile_snapshot: fixed(json()),
  amount_fen: fixed(fen()),
  remark: fixed(nullable(text())),
  status: withDefault(text<InvoiceStatus>()),
  invoice_no: nullable(text()),
  download_url: nullable(text()),
  reject_reason: nullable(text()),
  created_by: fixed(text()),
  decided_by: nullable(text()),
  created_at: createdAt(),
  issued_at: nullable(time()),
};

export const invoice_request_line = {
  invoice_request_id: fixed(text()),
  order_id: fixed(text()),
  amount_fen: fixed(fen()),
  released: withDefault(boolean()),
};
