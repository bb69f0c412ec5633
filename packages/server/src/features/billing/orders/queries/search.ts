import { sql, type Expression, type ExpressionBuilder, type Selectable, type SqlBool } from 'kysely';
import type { Db } from '../../../../platform/database.ts';
import type { Table } from '../../../../platform/schema/column.ts';
import type { Schema } from '../../../../platform/schema/index.ts';
import type {
  payment_notification,
  payment_order_history,
  provider_payment,
} from '../../../../platform/schema/payments.ts';
import type { OrderStatus, PaymentChannel } from '../../../../shared/billing-words.ts';
import type { Order } from '../order.ts';
import { IS_OVERDUE, orderOf, SHOWN_STATUS } from './orders.ts';

/** What the operator looks for among the orders of all organizations; what is left out is not asked. */
export interface OrderSearch {
  /** The identifier of the order, part of its number, or the number of its payment at the gateway. */
  number?: string | undefined;
  /** The identifier of the organization, or part of its name. */
  organization?: string | undefined;
  status?: OrderStatus | undefined;
  channel?: PaymentChannel | undefined;
  from?: Date | undefined;
  /** Exclusive. */
  to?: Date | undefined;
}

export interface FoundOrder {
  order: Order;
  organizationName: string;
}

/** `position`, because a search for "_" or "%" means these characters. */
const hasText = (column: string, text: string) =>
  sql<boolean>`position(lower(${text}) in lower(${sql.ref(column)})) > 0`;

function matches(
  eb: ExpressionBuilder<Pick<Schema, 'payment_order' | 'organization'>, 'payment_order' | 'organization'>,
  { number, organization, status, channel, from, to }: OrderSearch,
): Expression<SqlBool> {
  return eb.and([
    ...(number === undefined
      ? []
      : [
          eb.or([
            eb('payment_order.id', '=', number),
            hasText('payment_order.order_no', number),
            sql<boolean>`exists (
              select from provider_payment p where p.order_id = payment_order.id and p.trade_no = ${number}
            )`,
          ]),
        ]),
    ...(organization === undefined
      ? []
      : [eb.or([eb('organization.id', '=', organization), hasText('organization.name', organization)])]),
    ...(status === undefined ? [] : [eb(SHOWN_STATUS, '=', status)]),
    ...(channel === undefined ? [] : [eb('payment_order.channel', '=', channel)]),
    ...(from === undefined ? [] : [eb('payment_order.created_at', '>=', from)]),
    ...(to === undefined ? [] : [eb('payment_order.created_at', '<', to)]),
  ]);
}

/** Orders of any organization, the newest first. */
export async function searchOrders(
  db: Db,
  search: OrderSearch,
  { limit, offset }: { limit: number; offset: number },
): Promise<FoundOrder[]> {
  const rows = await db
    .selectFrom('payment_order')
    .innerJoin('organization', 'organization.id', 'payment_order.organization_id')
    .selectAll('payment_order')
    .select([IS_OVERDUE, 'organization.name as organization_name'])
    .where((eb) => matches(eb, search))
    .orderBy('payment_order.created_at', 'desc')
    .orderBy('payment_order.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row) => ({ order: orderOf(row), organizationName: row.organization_name }));
}

export async function countOrders(db: Db, search: OrderSearch): Promise<number> {
  const { count } = await db
    .selectFrom('payment_order')
    .innerJoin('organization', 'organization.id', 'payment_order.organization_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) => matches(eb, search))
    .executeTakeFirstOrThrow();
  return count;
}

/** Any order, by its identifier or its number. */
export async function findAnyOrder(db: Db, name: string): Promise<FoundOrder | undefined> {
  const row = await db
    .selectFrom('payment_order')
    .innerJoin('organization', 'organization.id', 'payment_order.organization_id')
    .selectAll('payment_order')
    .select([IS_OVERDUE, 'organization.name as organization_name'])
    .where((eb) => eb.or([eb('payment_order.id', '=', name), eb('payment_order.order_no', '=', name)]))
    .executeTakeFirst();
  return row && { order: orderOf(row), organizationName: row.organization_name };
}

/** Each status that the order has had, the first one first. */
export async function listHistory(
  db: Db,
  orderId: string,
): Promise<Pick<Selectable<Table<typeof payment_order_history>>, 'version' | 'status' | 'at'>[]> {
  return db
    .selectFrom('payment_order_history')
    .select(['version', 'status', 'at'])
    .where('order_id', '=', orderId)
    .orderBy('version')
    .execute();
}

const NOTIFICATIONS_SHOWN = 50;

export type ShownNotification = Pick<
  Selectable<Table<typeof payment_notification>>,
  'id' | 'received_at' | 'source' | 'remote_ip' | 'trade_no' | 'amount_text' | 'trade_status' | 'verdict'
>;

/**
 * What was said of an order, the newest first. What was refused is tied to no order, and nothing of it was read: it is found by
 * the number in its bytes, for as long as anybody still waits for that payment.
 */
export async function listNotifications(db: Db, { id, orderNo, createdAt }: Order): Promise<ShownNotification[]> {
  const { rows } = await sql<ShownNotification>`
    select id, received_at, source, remote_ip, trade_no, amount_text, trade_status, verdict from payment_notification
    where order_id = ${id}
      or (order_id is null and received_at >= ${createdAt} and received_at < ${createdAt}::timestamptz + interval '7 days'
        and (out_trade_no = ${orderNo} or position(convert_to(${orderNo}, 'UTF8') in raw) > 0))
    order by received_at desc, id desc limit ${NOTIFICATIONS_SHOWN}`.execute(db);
  return rows;
}

/** The money that has arrived for an order, or under its number, in the order in which it came. */
export async function listPayments(
  db: Db,
  orderId: string,
): Promise<
  Pick<
    Selectable<Table<typeof provider_payment>>,
    'id' | 'trade_no' | 'amount_fen' | 'state' | 'reason' | 'first_seen_at'
  >[]
> {
  return db
    .selectFrom('provider_payment')
    .select(['id', 'trade_no', 'amount_fen', 'state', 'reason', 'first_seen_at'])
    .where('order_id', '=', orderId)
    .orderBy('first_seen_at')
    .orderBy('id')
    .execute();
}
