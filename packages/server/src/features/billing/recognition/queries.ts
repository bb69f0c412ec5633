import { sql } from 'kysely';
import type { Db, DbTransaction } from '../../../platform/database.ts';
import { fenFromStored, type Fen, type StoredFen } from '../../../shared/fen.ts';
import { RECOGNITION_LIMITS } from './limits.ts';

/** When a period ends, or ended. */
const END = sql`coalesce(p.ended_early_at, p.ends_at)`;

/** The months of the books are those of Asia/Shanghai. */
const MONTH_BEGAN = sql`date_trunc('month', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'`;

/** While a refund is in flight, nobody knows how much of the period will be kept. */
const IS_REFUNDING = sql`exists (select from payment_order o where o.id = p.order_id and o.refund_reserved_fen > 0)`;

/** Periods of which something may be booked now, in the order of their identifiers, from the one after `after`. */
export async function listDuePeriods(db: Db, after: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from subscription_period p
    where not p.is_recognised and p.id > ${after} and case when ${END} <= now() then not ${IS_REFUNDING}
      else p.starts_at < ${MONTH_BEGAN} and (p.recognised_until is null or p.recognised_until < ${MONTH_BEGAN}) end
    order by p.id limit ${RECOGNITION_LIMITS.batch}::int`.execute(db);
  return rows.map(({ id }) => id);
}

/** A period, locked with its subscription: nobody ends it, and nobody holds money of it, until the transaction ends. */
export interface LockedPeriod {
  organizationId: string;
  planCode: string;
  /** What is booked as earned. */
  recognised: Fen;
}

export async function lockPeriod(trx: DbTransaction, id: string): Promise<LockedPeriod> {
  // First the lock alone: what is read with it may be older than the row that was waited for.
  await sql`
    select from subscription s
    where s.id = (select p.subscription_id from subscription_period p where p.id = ${id}) for no key update`.execute(
    trx,
  );
  const row = await trx
    .selectFrom('subscription_period')
    .select(['organization_id', 'plan_code', 'recognised_fen'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    organizationId: row.organization_id,
    planCode: row.plan_code,
    recognised: fenFromStored(row.recognised_fen),
  };
}

/** A part of a period that has passed and is not booked: a month, or as much of it as the period has. */
export interface Part {
  /** Names it: `2026-11`. */
  month: string;
  /** Its end, as the database writes it. */
  until: string;
  /** What the whole period has earned by then. */
  earned: Fen;
  /** The period has no later one. */
  isLast: boolean;
}

/** The parts that are due, the oldest first. */
export async function listParts(trx: DbTransaction, periodId: string): Promise<Part[]> {
  const { rows } = await sql<{ month: string; until: string; earned: StoredFen; is_last: boolean }>`
    select case when part.until <= p.recognised_until then part.month || ':end' else part.month end as month,
      part.until::text as until, part.is_last,
      case when part.is_last then kept.fen else earned_fen(p, kept.fen, part.until) end as earned
    from subscription_period p
    cross join lateral (select kept_fen(p) as fen) kept
    cross join lateral (
      select to_char(m, 'YYYY-MM') as month,
        least((m + interval '1 month') at time zone 'Asia/Shanghai', ${END}) as until,
        (m + interval '1 month') at time zone 'Asia/Shanghai' >= ${END} as is_last
      from generate_series(
        date_trunc('month', p.starts_at at time zone 'Asia/Shanghai'),
        greatest(p.starts_at, ${END} - interval '1 second') at time zone 'Asia/Shanghai', interval '1 month'
      ) m
    ) part
    where p.id = ${periodId} and not p.is_recognised and part.until <= now()
      and (part.is_last or p.recognised_until is null or part.until > p.recognised_until)
      and not (part.is_last and ${IS_REFUNDING})
    order by part.until`.execute(trx);
  return rows.map(({ month, until, earned, is_last: isLast }) => ({
    month,
    until,
    earned: fenFromStored(earned),
    isLast,
  }));
}

export async function markRecognised(
  trx: DbTransaction,
  id: string,
  { earned, until, isLast }: Pick<Part, 'earned' | 'until' | 'isLast'>,
): Promise<void> {
  await sql`
    update subscription_period
    set recognised_fen = ${earned}, recognised_until = greatest(recognised_until, ${until}::timestamptz), is_recognised = ${isLast}
    where id = ${id}`.execute(trx);
}

/** What an order has deferred and not earned. The order and its subscription are locked. */
export async function readDeferred(trx: DbTransaction, orderId: string): Promise<Fen> {
  const { rows } = await sql<{ deferred: StoredFen }>`
    select kept_fen(p) - p.recognised_fen as deferred from subscription_period p where p.order_id = ${orderId}`.execute(
    trx,
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`order ${orderId} gave no period`);
  return fenFromStored(row.deferred);
}

/** Changes what is booked as earned of the period of an order. */
export async function changeRecognised(trx: DbTransaction, orderId: string, amount: Fen): Promise<void> {
  await sql`
    update subscription_period set recognised_fen = recognised_fen + ${amount}::bigint where order_id = ${orderId}
  `.execute(trx);
}
