import { sql } from 'kysely';
import type { Db, DbTransaction } from '../../../platform/database.ts';
import type { ProviderPaymentState, UnappliedReason } from '../../../shared/billing-words.ts';
import { fenFromStored, type Fen, type StoredFen } from '../../../shared/fen.ts';
import { FINANCE_LIMITS } from '../limits.ts';

/** Money that fitted no order. */
export interface SuspendedPayment {
  id: string;
  tradeNo: string;
  outTradeNo: string;
  orderId: string | null;
  /** Of the order, or who got it; null: nobody's yet. */
  organizationId: string | null;
  amount: Fen;
  reason: UnappliedReason;
  state: Exclude<ProviderPaymentState, 'applied'>;
  receivedAt: Date;
  resolvedAt: Date | null;
}

interface SuspendedRow {
  id: string;
  trade_no: string;
  out_trade_no: string;
  order_id: string | null;
  organization_id: string | null;
  amount_fen: StoredFen;
  reason: UnappliedReason;
  state: Exclude<ProviderPaymentState, 'applied'>;
  first_seen_at: Date;
  resolved_at: Date | null;
}

const ROWS = sql`
  select p.id, p.trade_no, p.out_trade_no, p.order_id, p.amount_fen, p.reason, p.state, p.first_seen_at, p.resolved_at,
    coalesce(t.organization_id, o.organization_id) as organization_id
  from provider_payment p
  left join payment_order o on o.id = p.order_id
  left join ledger_transaction t on t.id = p.resolution_transaction_id
  where p.state <> 'applied'`;

/** What waits, the oldest first. */
export async function listSuspended(db: Db): Promise<SuspendedPayment[]> {
  const { rows } = await sql<SuspendedRow>`
    ${ROWS} and p.state = 'unapplied' order by p.first_seen_at, p.id limit ${FINANCE_LIMITS.shownItems}`.execute(db);
  return rows.map(suspendedOf);
}

/** As it is once everybody who is changing it has ended; nobody changes it until the transaction ends. */
export async function lockSuspended(trx: DbTransaction, id: string): Promise<SuspendedPayment | undefined> {
  await sql`select from provider_payment where id = ${id} for no key update`.execute(trx);
  const { rows } = await sql<SuspendedRow>`${ROWS} and p.id = ${id}`.execute(trx);
  const [row] = rows;
  return row && suspendedOf(row);
}

export async function markResolved(
  trx: DbTransaction,
  id: string,
  { transactionId, by }: { transactionId: string; by: string },
): Promise<void> {
  await trx
    .updateTable('provider_payment')
    .set({
      state: 'resolved',
      resolution_transaction_id: transactionId,
      resolved_by: by,
      resolved_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute();
}

function suspendedOf(row: SuspendedRow): SuspendedPayment {
  return {
    id: row.id,
    tradeNo: row.trade_no,
    outTradeNo: row.out_trade_no,
    orderId: row.order_id,
    organizationId: row.organization_id,
    amount: fenFromStored(row.amount_fen),
    reason: row.reason,
    state: row.state,
    receivedAt: row.first_seen_at,
    resolvedAt: row.resolved_at,
  };
}
