import { sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import { fenFromStored, NO_FEN, type Fen, type StoredFen } from '../../../shared/fen.ts';

/** What was requested back and has neither been paid nor refused. */
export async function sumOfPendingRefunds(db: Db, organizationId: string): Promise<Fen> {
  const row = await db
    .selectFrom('refund_request')
    .select(sql<StoredFen | null>`sum(amount_fen)`.as('total'))
    .where('organization_id', '=', organizationId)
    .where('status', 'in', ['submitted', 'approved', 'processing'])
    .executeTakeFirst();
  return row?.total == null ? NO_FEN : fenFromStored(row.total);
}

/** Since when a payment for an order of the organization waits for a person; undefined: none does. */
export async function reviewedSince(db: Db, organizationId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('provider_payment as payment')
    .innerJoin('payment_order as ordered', 'ordered.id', 'payment.order_id')
    .select('payment.first_seen_at')
    .where('ordered.organization_id', '=', organizationId)
    .where('payment.state', '=', 'unapplied')
    .orderBy('payment.first_seen_at')
    .limit(1)
    .executeTakeFirst();
  return row?.first_seen_at;
}

/** Since when the wallet holds less than it once did; undefined: it never held as much, or does. */
export async function shortSince(db: Db, organizationId: string, amount: Fen): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    with entry as (
      select e.account_seq, e.balance_after_fen, e.transaction_id
      from ledger_entry e join ledger_account a on a.id = e.account_id
      where a.code = 'wallet' and a.organization_id = ${organizationId}
    )
    select booked.created_at as at
    from entry join ledger_transaction booked on booked.id = entry.transaction_id
    where entry.account_seq = (select max(account_seq) + 1 from entry where balance_after_fen >= ${amount}::bigint)
  `.execute(db);
  return rows[0]?.at;
}
