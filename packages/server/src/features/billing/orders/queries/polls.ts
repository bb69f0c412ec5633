import { sql } from 'kysely';
import type { Db } from '../../../../platform/database.ts';
import { ORDER_LIMITS } from '../limits.ts';

/** The next time of the schedule for an order, or null after the last one; `o` is its row. */
const NEXT_DUE = sql<Date | null>`(
  select min(due) from (
    select o.created_at + s * interval '1 second' from unnest(${[...ORDER_LIMITS.pollsAfterCreation]}::int[]) s
    union all
    select o.expires_at + s * interval '1 second' from unnest(${[...ORDER_LIMITS.pollsAfterExpiry]}::int[]) s
  ) as schedule (due)
  where due > clock_timestamp()
)`;

/** Plans when the gateway is asked about a new order. */
export async function planPolls(trx: Db, orderId: string): Promise<void> {
  await sql`
    insert into payment_poll (order_id, due_at) select o.id, ${NEXT_DUE} from payment_order o where o.id = ${orderId}
    on conflict (order_id) do nothing`.execute(trx);
}

/** Has the gateway asked about an order as soon as may be. */
export async function pollNow(db: Db, orderId: string): Promise<void> {
  await db
    .updateTable('payment_poll')
    .set({ due_at: sql<Date>`now()` })
    .where('order_id', '=', orderId)
    .execute();
}

/** After an answer, or none: the next time of the schedule. */
export async function pollLater(db: Db, orderId: string): Promise<void> {
  await sql`
    update payment_poll set due_at = ${NEXT_DUE} from payment_order o where o.id = order_id and order_id = ${orderId}
  `.execute(db);
}

export async function endPolls(db: Db, orderId: string): Promise<void> {
  await db.updateTable('payment_poll').set({ due_at: null }).where('order_id', '=', orderId).execute();
}

/** Takes orders that are due for asking; for a while nobody else gets them. */
export async function claimPolls(db: Db, providerAccountId: string, amount: number): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`
    update payment_poll
    set due_at = now() + ${ORDER_LIMITS.pollLeaseSeconds}::int * interval '1 second', asked_at = now()
    where order_id in (
      select p.order_id from payment_poll p join payment_order o on o.id = p.order_id
      where p.due_at <= now() and o.provider_account_id = ${providerAccountId}
      order by p.due_at limit ${amount} for update of p skip locked
    )
    returning order_id`.execute(db);
  return rows.map(({ order_id }) => order_id);
}

/** Whether somebody who looks at the order may have the gateway asked now. */
export async function claimRefresh(db: Db, orderId: string): Promise<boolean> {
  const row = await db
    .updateTable('payment_poll')
    .set({ asked_at: sql<Date>`now()` })
    .where('order_id', '=', orderId)
    .where((eb) =>
      eb.or([
        eb('asked_at', 'is', null),
        eb('asked_at', '<=', sql<Date>`now() - ${ORDER_LIMITS.refreshSeconds}::int * interval '1 second'`),
      ]),
    )
    .returning('order_id')
    .executeTakeFirst();
  return row !== undefined;
}
