import { sql } from 'kysely';
import type { DbTransaction } from '../../../../platform/database.ts';
import { THIS_SECOND } from './subscription.ts';

/** Until when a period lasts. */
const END = sql`coalesce(p.ended_early_at, p.ends_at)`;

/** Instants as the database writes them: a Date would lose its microseconds. */
export interface Shortened {
  subscriptionId: string;
  /** When the period would have ended. */
  before: string;
  /** When it ends now. */
  until: string;
}

/**
 * Ends the period of an order where its money ends, by time, without what was refunded of it. Its own months stay as they are,
 * whatever the subscription counts from. Undefined: it has ended, or the order gave none.
 */
export async function shortenPeriod(trx: DbTransaction, orderId: string): Promise<Shortened | undefined> {
  const { rows } = await sql<Shortened>`
    update subscription_period p
    set ended_early_at = least(was.until, greatest(p.starts_at, ${THIS_SECOND}, was.paid_until)),
      anchor_at = coalesce(p.anchor_at, was.anchor_at)
    from (
      select p.id, ${END} as until, s.anchor_at, p.starts_at + make_interval(secs => div(
        extract(epoch from p.ends_at - p.starts_at) * (p.amount_fen + p.carried_in_fen - o.refunded_fen),
        p.amount_fen + p.carried_in_fen
      )::double precision) as paid_until
      from subscription_period p
      join subscription s on s.id = p.subscription_id join payment_order o on o.id = p.order_id
      where p.order_id = ${orderId} and ${END} > greatest(p.starts_at, ${THIS_SECOND})
    ) was
    where p.id = was.id
    returning p.subscription_id as "subscriptionId", was.until::text as before, p.ended_early_at::text as until`.execute(
    trx,
  );
  return rows[0];
}

/** The periods that begin at an instant or later, in their order. One that was ended before it begins lasts no time. */
export async function listLater(trx: DbTransaction, subscriptionId: string, from: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from subscription_period p
    where p.subscription_id = ${subscriptionId} and p.starts_at >= ${from}::timestamptz and ${END} > p.starts_at
    order by p.starts_at`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Moves a period that has not begun up, with as many months as it had; what was shortened keeps its length. */
export async function movePeriod(
  trx: DbTransaction,
  id: string,
  { startsAt, anchor }: { startsAt: string; anchor: string },
): Promise<{ until: string; isShortened: boolean }> {
  const { rows } = await sql<{ until: string; isShortened: boolean }>`
    update subscription_period p
    set starts_at = ${startsAt}::timestamptz, ends_at = month.ends_at, anchor_at = ${anchor}::timestamptz,
      ended_early_at = ${startsAt}::timestamptz + (p.ended_early_at - p.starts_at)
    from (
      select p.id, extract(year from e) * 12 + extract(month from e) - extract(year from b) * 12 - extract(month from b) as months
      from subscription_period p
      cross join lateral (
        select p.starts_at at time zone 'Asia/Shanghai' as b, p.ends_at at time zone 'Asia/Shanghai' as e
      ) bounds
    ) had
    cross join lateral subscription_months(${anchor}::timestamptz, ${startsAt}::timestamptz, had.months::int) month
    where p.id = ${id} and had.id = p.id
    returning ${END}::text as until, p.ended_early_at is not null as "isShortened"`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error(`period ${id} does not exist`);
  return row;
}

/**
 * Lets a locked subscription end with the last of its periods, and not renew by itself; one of which nothing is left has ended.
 *
 * @param anchor from when on a renewal would count its months
 */
export async function endAsPaid(trx: DbTransaction, id: string, anchor: string): Promise<{ hasEnded: boolean }> {
  const { rows } = await sql<{ hasEnded: boolean }>`
    update subscription s
    set status = case when last.until > ${THIS_SECOND} then s.status else 'cancelled' end,
      plan_code = last.plan_code, plan_version = last.plan_version, scheduled_plan_code = null,
      auto_renew = false, cancel_at_period_end = true, grace_until = null, anchor_at = ${anchor}::timestamptz,
      -- One that ends in the second in which it began has lasted a second.
      current_period_end = greatest(last.until, s.current_period_start + interval '1 second')
    from (
      -- One that was ended before it begins lasts no time, whenever that is.
      select p.plan_code, p.plan_version, case when ${END} > p.starts_at then ${END} else ${THIS_SECOND} end as until
      from subscription_period p
      where p.subscription_id = ${id} order by ${END} > p.starts_at desc, ${END} desc limit 1
    ) last
    where s.id = ${id}
    returning s.status = 'cancelled' as "hasEnded"`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error(`subscription ${id} has no period`);
  return row;
}
