import { sql, type Selectable } from 'kysely';
import type { Db } from '../../../../platform/database.ts';
import type { Table } from '../../../../platform/schema/column.ts';
import type { payment_order } from '../../../../platform/schema/payments.ts';
import type { FulfillmentKind, OrderPurpose, OrderStatus, PaymentChannel } from '../../../../shared/billing-words.ts';
import { fenFromStored, NO_FEN, type Fen, type StoredFen } from '../../../../shared/fen.ts';
import { ORDER_LIMITS } from '../limits.ts';
import type { Order } from '../order.ts';

type OrderRow = Selectable<Table<typeof payment_order>> & { is_overdue: boolean };

export const IS_OVERDUE = sql<boolean>`expires_at <= now()`.as('is_overdue');

/** A pending order whose time is over is expired, whether or not somebody has written that down. */
export const SHOWN_STATUS = sql<OrderStatus>`case when status = 'pending' and expires_at <= now() then 'expired' else status end`;

export function orderOf(row: OrderRow): Order {
  return {
    id: row.id,
    orderNo: row.order_no,
    organizationId: row.organization_id,
    createdBy: row.created_by,
    purpose: row.purpose,
    amount: fenFromStored(row.amount_fen),
    channel: row.channel,
    providerAccountId: row.provider_account_id,
    status: row.status,
    payUrl: row.pay_url,
    planSnapshot: row.plan_snapshot,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    paidAt: row.paid_at,
    fulfilledAt: row.fulfilled_at,
    closedAt: row.closed_at,
    fulfillmentKind: row.fulfillment_kind,
    refunded: fenFromStored(row.refunded_fen),
    refundReserved: fenFromStored(row.refund_reserved_fen),
    version: row.version,
    isOverdue: row.is_overdue,
  };
}

export interface NewOrderRow {
  id: string;
  /** The end of its number, which begins with the day in Asia/Shanghai. */
  numberEnd: string;
  organizationId: string;
  createdBy: string;
  purpose: OrderPurpose;
  amount: Fen;
  channel: PaymentChannel;
  providerAccountId: string | null;
  /** JSON; null: a recharge. */
  planSnapshot: string | null;
}

export async function insertOrder(trx: Db, given: NewOrderRow): Promise<Order> {
  const day = sql`to_char(now() at time zone 'Asia/Shanghai', 'YYYYMMDD')`;
  const row = await trx
    .insertInto('payment_order')
    .values({
      id: given.id,
      order_no: sql<string>`'PO' || ${day} || ${given.numberEnd}::text`,
      organization_id: given.organizationId,
      created_by: given.createdBy,
      purpose: given.purpose,
      amount_fen: given.amount,
      channel: given.channel,
      provider_account_id: given.providerAccountId,
      plan_snapshot: given.planSnapshot,
      expires_at: sql<Date>`now() + ${ORDER_LIMITS.lifeMinutes}::int * interval '1 minute'`,
    })
    .returningAll()
    .returning(IS_OVERDUE)
    .executeTakeFirstOrThrow();
  return orderOf(row);
}

/** An order by its identifier or its number; of this organization. */
export async function findOwnOrder(
  db: Db,
  { organizationId, name }: { organizationId: string; name: string },
): Promise<Order | undefined> {
  const row = await db
    .selectFrom('payment_order')
    .selectAll()
    .select(IS_OVERDUE)
    .where('organization_id', '=', organizationId)
    .where((eb) => eb.or([eb('id', '=', name), eb('order_no', '=', name)]))
    .executeTakeFirst();
  return row && orderOf(row);
}

export async function findOrder(db: Db, id: string): Promise<Order | undefined> {
  const row = await db
    .selectFrom('payment_order')
    .selectAll()
    .select(IS_OVERDUE)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && orderOf(row);
}

/** Anybody's order by the number that the gateway has. */
export async function findByNumber(db: Db, orderNo: string): Promise<Order | undefined> {
  const row = await db
    .selectFrom('payment_order')
    .selectAll()
    .select(IS_OVERDUE)
    .where('order_no', '=', orderNo)
    .executeTakeFirst();
  return row && orderOf(row);
}

/** As it is once everybody who is changing it has ended; nobody changes it until the transaction ends. */
export async function lockOrder(trx: Db, which: { id: string } | { orderNo: string }): Promise<Order | undefined> {
  const row = await trx
    .selectFrom('payment_order')
    .selectAll()
    // Whoever waited for the lock began before the time that counts now.
    .select(sql<boolean>`expires_at <= clock_timestamp()`.as('is_overdue'))
    .$if('id' in which, (query) => query.where('id', '=', 'id' in which ? which.id : ''))
    .$if('orderNo' in which, (query) => query.where('order_no', '=', 'orderNo' in which ? which.orderNo : ''))
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row && orderOf(row);
}

export interface OrderChange {
  status: OrderStatus;
  paidAt?: 'now';
  closedAt?: 'now';
  fulfilled?: FulfillmentKind;
}

/** Moves a locked order on; the database refuses steps that no order takes. */
export async function moveOrder(
  trx: Db,
  id: string,
  { status, paidAt, closedAt, fulfilled }: OrderChange,
): Promise<Order> {
  const now = sql<Date>`now()`;
  const row = await trx
    .updateTable('payment_order')
    .set({
      status,
      ...(paidAt === undefined ? {} : { paid_at: now }),
      ...(closedAt === undefined ? {} : { closed_at: now }),
      ...(fulfilled === undefined ? {} : { fulfilled_at: now, fulfillment_kind: fulfilled }),
    })
    .where('id', '=', id)
    .returningAll()
    .returning(IS_OVERDUE)
    .executeTakeFirstOrThrow();
  return orderOf(row);
}

/** Keeps the address that the gateway gave for a pending order. */
export async function keepPayUrl(db: Db, id: string, payUrl: string): Promise<void> {
  await db
    .updateTable('payment_order')
    .set({ pay_url: payUrl })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute();
}

export interface OrderFilter {
  organizationId: string;
  statuses: readonly OrderStatus[] | undefined;
  purpose: OrderPurpose | undefined;
  from: Date | undefined;
  /** Exclusive. */
  to: Date | undefined;
  /** Only those after this one in the list. */
  after: string | undefined;
  limit: number;
}

/** The newest first. */
export async function listOrders(db: Db, filter: OrderFilter): Promise<Order[]> {
  const { organizationId, statuses, purpose, from, to, after, limit } = filter;
  let query = db
    .selectFrom('payment_order')
    .selectAll()
    .select(IS_OVERDUE)
    .where('organization_id', '=', organizationId);
  if (statuses !== undefined) query = query.where(SHOWN_STATUS, 'in', [...statuses]);
  if (purpose !== undefined) query = query.where('purpose', '=', purpose);
  if (from !== undefined) query = query.where('created_at', '>=', from);
  if (to !== undefined) query = query.where('created_at', '<', to);
  if (after !== undefined) {
    const place = sql`(select o.created_at, o.id from payment_order o where o.id = ${after})`;
    query = query.where(sql<boolean>`(created_at, id) < ${place}`);
  }
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  return rows.map(orderOf);
}

/** Keeps two requests of one organization from making the same order; until the transaction ends. */
export async function lockOrdersOf(trx: Db, organizationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`orders of ${organizationId}`}, 0))`.execute(trx);
}

/** A pending recharge that the same person ordered a moment ago. */
export async function findSameRecharge(
  trx: Db,
  given: Pick<NewOrderRow, 'organizationId' | 'createdBy' | 'amount' | 'channel'>,
): Promise<Order | undefined> {
  const row = await trx
    .selectFrom('payment_order')
    .selectAll()
    .select(IS_OVERDUE)
    .where('organization_id', '=', given.organizationId)
    .where('created_by', '=', given.createdBy)
    .where('purpose', '=', 'balance_recharge')
    .where(sql<boolean>`amount_fen = ${given.amount}`)
    .where('channel', '=', given.channel)
    .where('status', '=', 'pending')
    .where('created_at', '>', sql<Date>`now() - ${ORDER_LIMITS.sameRechargeSeconds}::int * interval '1 second'`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && orderOf(row);
}

/** What was ordered in recharges within a day, and may still be paid or was. */
export async function sumOfRecharges(trx: Db, organizationId: string): Promise<Fen> {
  const row = await trx
    .selectFrom('payment_order')
    .select(sql<StoredFen | null>`sum(amount_fen)`.as('total'))
    .where('organization_id', '=', organizationId)
    .where('purpose', '=', 'balance_recharge')
    .where('status', 'not in', ['cancelled', 'expired', 'failed'])
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirst();
  return row?.total == null ? NO_FEN : fenFromStored(row.total);
}

/** The pending plan order of an organization, of which there is at most one. */
export async function findOpenPlanOrder(trx: Db, organizationId: string): Promise<Order | undefined> {
  const row = await trx
    .selectFrom('payment_order')
    .selectAll()
    .select(IS_OVERDUE)
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'pending')
    .where('purpose', '<>', 'balance_recharge')
    .executeTakeFirst();
  return row && orderOf(row);
}

/** Whether an order of a plan was paid and has not been delivered. */
export async function isPlanUndelivered(trx: Db, organizationId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('payment_order')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'paid')
    .where('purpose', '<>', 'balance_recharge')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks some pending orders whose time is over; others that look get other ones. */
export async function lockOverdue(trx: Db): Promise<Order[]> {
  const rows = await trx
    .selectFrom('payment_order')
    .selectAll()
    .select(IS_OVERDUE)
    .where('status', '=', 'pending')
    .where('expires_at', '<=', sql<Date>`now()`)
    .orderBy('expires_at')
    .limit(ORDER_LIMITS.batch)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  return rows.map(orderOf);
}

/** Orders that were paid and got nothing, the oldest first. */
export async function listUnfulfilled(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_order')
    .select('id')
    .where('status', '=', 'paid')
    .orderBy('paid_at')
    .limit(ORDER_LIMITS.batch)
    .execute();
  return rows.map(({ id }) => id);
}
