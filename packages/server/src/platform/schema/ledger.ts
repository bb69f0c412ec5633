import type { AccountCode, TransactionKind } from '../../shared/ledger-accounts.ts';
import { boolean, computed, createdAt, fen, fixed, nullable, number, numbered, text, withDefault } from './column.ts';

export const ledger_account = {
  id: numbered(),
  code: fixed(text<AccountCode>()),
  organization_id: fixed(nullable(text())),
  normal_sign: computed(number('integer')),
  may_overdraw: computed(boolean()),
  currency: withDefault(text<'CNY'>()),
  balance_fen: fixed(withDefault(fen())),
  last_seq: fixed(withDefault(number('bigint'))),
};

export const ledger_transaction = {
  id: fixed(text()),
  kind: fixed(text<TransactionKind>()),
  source_id: fixed(text()),
  organization_id: fixed(nullable(text())),
  reverses_id: fixed(nullable(text())),
  memo: fixed(nullable(text())),
  created_at: createdAt(),
  /** The database transaction that wrote the row. */
  txid: fixed(withDefault(number('bigint'))),
};

export const ledger_entry = {
  id: numbered(),
  transaction_id: fixed(text()),
  account_id: fixed(number('bigint')),
  /** Positive: a debit. */
  amount_fen: fixed(fen()),
  /** Set by a trigger, as is the next. */
  account_seq: fixed(withDefault(number('bigint'))),
  balance_after_fen: fixed(withDefault(fen())),
};
