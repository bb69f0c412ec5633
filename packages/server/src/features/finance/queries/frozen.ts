import { sql } from 'kysely';
import type { Db, DbTransaction } from '../../../platform/database.ts';
import { fenFromStored, type Fen, type StoredFen } from '../../../shared/fen.ts';
import { FINANCE_LIMITS } from '../limits.ts';

/** An order that is paid here and, as the gateway says, not there: so much of the wallet cannot be spent. */
export interface FrozenPayment {
  orderId: string;
  orderNo: string;
  organizationId: string;
  amount: Fen;
  frozenAt: Date;
  liftedAt: Date | null;
}

interface FrozenRow {
  order_id: string;
  order_no: string;
  organization_id: string;
  amount_fen: StoredFen;
  created_at: Date;
  lifted_at: Date | null;
}

const ROWS = sql`
  select f.order_id, o.order_no, f.organization_id, f.amount_fen, f.created_at, f.lifted_at
  from frozen_payment f join payment_order o on o.id = f.order_id`;

/** What is frozen of an organization, the oldest first. */
export async function listFrozenOf(db: Db, organizationId: string): Promise<FrozenPayment[]> {
  const { rows } = await sql<FrozenRow>`
    ${ROWS} where f.lifted_at is null and f.organization_id = ${organizationId}
    order by f.created_at, f.order_id limit ${FINANCE_LIMITS.shownItems}`.execute(db);
  return rows.map(frozenOf);
}

/** What is frozen, the oldest first. */
export async function listFrozen(db: Db): Promise<FrozenPayment[]> {
  const { rows } = await sql<FrozenRow>`
    ${ROWS} where f.lifted_at is null order by f.created_at, f.order_id limit ${FINANCE_LIMITS.shownItems}`.execute(db);
  return rows.map(frozenOf);
}

/** As it is once everybody who is changing it has ended; nobody changes it until the transaction ends. */
export async function lockFrozen(trx: DbTransaction, orderId: string): Promise<FrozenPayment | undefined> {
  await sql`select from frozen_payment where order_id = ${orderId} for no key update`.execute(trx);
  const { rows } = await sql<FrozenRow>`${ROWS} where f.order_id = ${orderId}`.execute(trx);
  const [row] = rows;
  return row && frozenOf(row);
}

export async function markLifted(trx: DbTransaction, orderId: string, by: string): Promise<void> {
  await trx
    .updateTable('frozen_payment')
    .set({ lifted_at: sql<Date>`now()`, lifted_by: by })
    .where('order_id', '=', orderId)
    .execute();
}

function frozenOf(row: FrozenRow): FrozenPayment {
  return {
    orderId: row.order_id,
    orderNo: row.order_no,
    organizationId: row.organization_id,
    amount: fenFromStored(row.amount_fen),
    frozenAt: row.created_at,
    liftedAt: row.lifted_at,
  };
}
