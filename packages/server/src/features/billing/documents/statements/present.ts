import { fen, fenFromStored, fenToJson, type Fen } from '../../../../shared/fen.ts';
import type { Links } from '../../../../shared/links.ts';
import type { StatementEntry, StatementRow } from './queries.ts';
import type { PresentedStatement, StatementFile } from './schemas.ts';

export function presentStatement(row: StatementRow, links: Pick<Links, 'statement'>): PresentedStatement {
  return {
    id: row.id,
    month: row.month,
    opening_minor: fenToJson(fenFromStored(row.opening_fen)),
    credit_minor: fenToJson(fenFromStored(row.credit_fen)),
    debit_minor: fenToJson(fenFromStored(row.debit_fen)),
    closing_minor: fenToJson(fenFromStored(row.closing_fen)),
    currency: 'CNY',
    entry_count: row.entry_count,
    status: 'final',
    finalized_at: row.finalized_at.toISOString(),
    download_url: links.statement(row.id),
  };
}

export function presentEntry(entry: StatementEntry): StatementFile['entries'][number] {
  const { sequence, transactionId, kind, sourceId, memo, amount, balanceAfter, at } = entry;
  return {
    sequence,
    transaction_id: transactionId,
    type: kind,
    source_id: sourceId,
    description: memo ?? '',
    direction: amount > 0n ? 'credit' : 'debit',
    amount_minor: fenToJson(sizeOf(entry)),
    balance_after_minor: fenToJson(balanceAfter),
    created_at: at.toISOString(),
  };
}

/** What came or went, without its direction. */
export function sizeOf({ amount }: Pick<StatementEntry, 'amount'>): Fen {
  return amount < 0n ? fen(0n - amount) : amount;
}
