import { sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import type { OrderStatus } from '../../../shared/billing-words.ts';
import { fenFromStored, type StoredFen } from '../../../shared/fen.ts';
import type { OurOrder } from '../compare.ts';
import { FINANCE_LIMITS } from '../limits.ts';

interface OurRow {
  id: string;
  order_no: string;
  organization_id: string;
  provider_account_id: string | null;
  status: OrderStatus;
  is_open: boolean;
  amount_fen: StoredFen;
  trade_no: string | null;
  refunded: StoredFen;
  refunding: StoredFen;
}

const COLUMNS = sql`
  o.id, o.order_no, o.organization_id, o.provider_account_id, o.status, o.amount_fen,
  o.status = 'pending' and o.expires_at > now() as is_open, p.trade_no,
  coalesce((select sum(r.amount_fen) from provider_refund r
    where r.order_id = o.id and r.destination = 'original' and r.state = 'succeeded'), 0) as refunded,
  coalesce((select sum(r.amount_fen) from provider_refund r
    where r.order_id = o.id and r.destination = 'original' and r.state in ('queued', 'submitting', 'unknown')), 0) as refunding
  from payment_order o left join provider_payment p on p.order_id = o.id and p.state = 'applied'`;

function ourOrder(row: OurRow): OurOrder {
  return {
    id: row.id,
    orderNo: row.order_no,
    organizationId: row.organization_id,
    providerAccountId: row.provider_account_id,
    status: row.status,
    isOpen: row.is_open,
    amount: fenFromStored(row.amount_fen),
    tradeNo: row.trade_no,
    refunded: fenFromStored(row.refunded),
    refunding: fenFromStored(row.refunding),
  };
}

/** Which of our orders a run looks at. */
export interface OrderChoice {
  providerAccountId: string;
  from: Date;
  to: Date;
  /** Only these; null: all. */
  orderIds: readonly string[] | null;
  /** Only those that are not paid. */
  unpaidOnly: boolean;
}

/** The newest first. */
export async function listOurs(db: Db, choice: OrderChoice): Promise<OurOrder[]> {
  const { providerAccountId, from, to, orderIds, unpaidOnly } = choice;
  const { rows } = await sql<OurRow>`
    select ${COLUMNS}
    where o.provider_account_id = ${providerAccountId} and o.created_at >= ${from} and o.created_at <= ${to}
      and (${orderIds === null}::boolean or o.id = any (${orderIds === null ? [] : [...orderIds]}::text[]))
      and (not ${unpaidOnly}::boolean or o.paid_at is null)
    order by o.created_at desc, o.id desc limit ${FINANCE_LIMITS.scannedOrders}`.execute(db);
  return rows.map(ourOrder);
}

/** Anybody's orders by the numbers that the gateway has. */
export async function findByNumbers(db: Db, orderNos: readonly string[]): Promise<Map<string, OurOrder>> {
  const { rows } = await sql<OurRow>`
    select ${COLUMNS} where o.order_no = any (${[...orderNos]}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.order_no, ourOrder(row)]));
}

/** The identifiers of orders by these names, each an identifier or a number; by the name. */
export async function findIds(db: Db, names: readonly string[]): Promise<Map<string, string>> {
  const wanted = sql`${[...names]}::text[]`;
  const { rows } = await sql<{ id: string; order_no: string }>`
    select id, order_no from payment_order where id = any (${wanted}) or order_no = any (${wanted})`.execute(db);
  return new Map(
    rows.flatMap(({ id, order_no }): [string, string][] => [
      [id, id],
      [order_no, id],
    ]),
  );
}

/** Those of the gateway's numbers under which money is booked and waits, or has waited, for a person. */
export async function findSuspended(
  db: Db,
  providerAccountId: string,
  tradeNos: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('provider_payment')
    .select('trade_no')
    .where('provider_account_id', '=', providerAccountId)
    .where('state', '<>', 'applied')
    .where(sql<boolean>`trade_no = any (${[...tradeNos]}::text[])`)
    .execute();
  return new Set(rows.map(({ trade_no }) => trade_no));
}

/** Freezes as much of a wallet as an order was credited with; once for an order, whatever somebody has decided since. */
export async function freezePayment(db: Db, { id, organizationId, amount }: OurOrder): Promise<void> {
  await db
    .insertInto('frozen_payment')
    .values({ order_id: id, organization_id: organizationId, amount_fen: amount })
    .onConflict((conflict) => conflict.column('order_id').doNothing())
    .execute();
}
