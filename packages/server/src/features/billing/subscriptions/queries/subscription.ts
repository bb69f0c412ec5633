import { sql, type Selectable } from 'kysely';
import type { Db, DbTransaction } from '../../../../platform/database.ts';
import type { Table } from '../../../../platform/schema/column.ts';
import type { subscription } from '../../../../platform/schema/subscriptions.ts';
import { fenFromStored, type Fen, type StoredFen } from '../../../../shared/fen.ts';
import { newId } from '../../../../shared/ids.ts';
import { SUBSCRIPTION_LIMITS } from '../limits.ts';

export type SubscriptionRow = Selectable<Table<typeof subscription>>;

/** This second, by the clock of the database: periods have whole seconds, and are computed there. */
export const THIS_SECOND = sql`date_trunc('second', now())`;
const GRACE_END = sql<Date>`current_period_end + make_interval(days => ${SUBSCRIPTION_LIMITS.graceDays}::int)`;

/** The bounds of a period as the database writes them: a Date would lose its microseconds, and periods would overlap. */
export interface Bounds {
  startsAt: string;
  endsAt: string;
}

/** The live subscription, locked until the transaction ends. It may be overdue. */
export async function lockLive(trx: DbTransaction, organizationId: string): Promise<SubscriptionRow | undefined> {
  return trx
    .selectFrom('subscription')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('status', 'in', ['active', 'grace'])
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Brings a locked subscription to the status that the time demands; undefined when it has that. */
export async function settleStatus(trx: DbTransaction, id: string): Promise<SubscriptionRow | undefined> {
  const { rows } = await sql<SubscriptionRow>`
    update subscription set
      status = case
        when cancel_at_period_end then 'cancelled' when now() < ${GRACE_END} then 'grace' else 'expired' end,
      grace_until = case when cancel_at_period_end then null else ${GRACE_END} end
    where id = ${id} and current_period_end <= now()
      and (status = 'active' or (status = 'grace' and (cancel_at_period_end or now() >= ${GRACE_END})))
    returning *`.execute(trx);
  return rows[0];
}

/** So many months from this second. */
export async function boundsFromNow(trx: DbTransaction, months: number): Promise<Bounds> {
  const { rows } = await sql<Bounds>`
    select starts_at::text as "startsAt", ends_at::text as "endsAt"
    from subscription_months(now(), ${THIS_SECOND}, ${months}::int)`.execute(trx);
  return required(rows[0]);
}

/**
 * So many months from the end of what is paid; or from now, when that was a while ago: then months are counted from now, because
 * a whole one is paid.
 */
export async function boundsOfRenewal(
  trx: DbTransaction,
  id: string,
  months: number,
): Promise<Bounds & { isContiguous: boolean }> {
  const { rows } = await sql<Bounds & { isContiguous: boolean }>`
    select start.at::text as "startsAt", month.ends_at::text as "endsAt", near.contiguous as "isContiguous"
    from subscription s
    cross join lateral (
      select now() <= s.current_period_end
        + make_interval(mins => ${SUBSCRIPTION_LIMITS.contiguousMinutes}::int) as contiguous
    ) near
    cross join lateral (
      select case when near.contiguous then s.current_period_end else ${THIS_SECOND} end as at
    ) start
    cross join lateral subscription_months(
      case when near.contiguous then s.anchor_at else start.at end, start.at, ${months}::int) month
    where s.id = ${id}`.execute(trx);
  return required(rows[0]);
}

/** The plan of a subscription from its latest period on. */
export interface Terms {
  planCode: string;
  planVersion: number;
}

/** Undefined when the organization has a live subscription. */
export async function insertSubscription(
  trx: DbTransaction,
  { organizationId, planCode, planVersion }: Terms & { organizationId: string },
  { startsAt, endsAt }: Bounds,
): Promise<SubscriptionRow | undefined> {
  const { rows } = await sql<SubscriptionRow>`
    insert into subscription (id, organization_id, plan_code, plan_version, status, anchor_at, current_period_start,
      current_period_end)
    values (${newId('subscription')}, ${organizationId}, ${planCode}, ${planVersion}, 'active',
      ${startsAt}, ${startsAt}, ${endsAt})
    on conflict (organization_id) where status in ('active', 'grace') do nothing
    returning *`.execute(trx);
  return rows[0];
}

/** Puts a locked subscription on new terms, until the end of the bounds. Undefined start: it goes on without a gap. */
export async function updateTerms(
  trx: DbTransaction,
  id: string,
  { planCode, planVersion }: Terms,
  { startsAt, endsAt }: { startsAt: string | undefined; endsAt: string },
): Promise<SubscriptionRow> {
  const start = startsAt ?? null;
  const { rows } = await sql<SubscriptionRow>`
    update subscription set plan_code = ${planCode}, plan_version = ${planVersion}, status = 'active', grace_until = null,
      scheduled_plan_code = null, anchor_at = coalesce(${start}::timestamptz, anchor_at),
      current_period_start = coalesce(${start}::timestamptz, current_period_start),
      current_period_end = ${endsAt}::timestamptz
    where id = ${id} returning *`.execute(trx);
  return required(rows[0]);
}

/**
 * Ends all periods that have not ended: the one under way now, later ones before they begin. Answers what they have not earned,
 * which is carried into the period that replaces them.
 */
export async function endPeriods(trx: DbTransaction, subscriptionId: string): Promise<Fen> {
  const { rows } = await sql<{ carried: StoredFen }>`
    with ended as (
      update subscription_period p set ended_early_at = greatest(p.starts_at, ${THIS_SECOND}),
        carried_out_fen = kept_fen(p) - earned_fen(p, kept_fen(p), ${THIS_SECOND})
      where p.subscription_id = ${subscriptionId}
        and coalesce(p.ended_early_at, p.ends_at) > greatest(p.starts_at, ${THIS_SECOND})
      returning carried_out_fen
    ) select coalesce(sum(carried_out_fen), 0) as carried from ended`.execute(trx);
  return fenFromStored(rows[0]?.carried);
}

/** Whether money of a period that has not ended is held for a refund. */
export async function isRefunding(trx: DbTransaction, subscriptionId: string): Promise<boolean> {
  const { rows } = await sql`
    select from subscription_period p join payment_order o on o.id = p.order_id
    where p.subscription_id = ${subscriptionId} and coalesce(p.ended_early_at, p.ends_at) > now()
      and o.refund_reserved_fen > 0`.execute(trx);
  return rows.length > 0;
}

export async function insertPeriod(
  trx: DbTransaction,
  { id, organization_id, plan_code, plan_version }: SubscriptionRow,
  { startsAt, endsAt }: Bounds,
  { orderId, amount, carried }: { orderId: string | null; amount: Fen; carried: Fen },
): Promise<string> {
  const periodId = newId('subscriptionPeriod');
  await sql`
    insert into subscription_period (id, subscription_id, organization_id, order_id, plan_code, plan_version, starts_at,
      ends_at, amount_fen, carried_in_fen)
    values (${periodId}, ${id}, ${organization_id}, ${orderId}, ${plan_code}, ${plan_version}, ${startsAt}, ${endsAt},
      ${amount}, ${carried})`.execute(trx);
  return periodId;
}

/** What changes without a payment. */
export async function updateSubscription(
  trx: DbTransaction,
  id: string,
  change: Partial<Pick<SubscriptionRow, 'auto_renew' | 'cancel_at_period_end' | 'scheduled_plan_code'>>,
): Promise<SubscriptionRow> {
  return trx.updateTable('subscription').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** A subscription as it is now, whatever nobody has written down yet. */
export type LiveSubscription = SubscriptionRow & {
  /** Of the plan under way, or of the latest one. */
  name: { en: string; 'zh-CN': string };
  /** A month of it; null: by contract. */
  price_fen: number | null;
  /** Of the period under way; null in grace. */
  period_id: string | null;
};

/** Its plan, and the start of its period, are those of the period under way. */
const AS_IT_IS = sql`
  select s.*, plan.code as plan_code, plan.version as plan_version, plan.name, plan.price_fen, p.id as period_id,
    coalesce(p.starts_at, s.current_period_start) as current_period_start,
    case when s.status = 'active' and s.current_period_end <= now() then 'grace' else s.status end as status,
    case when s.status = 'active' and s.current_period_end <= now() then ${GRACE_END} else s.grace_until end as grace_until
  from subscription s
  left join lateral paid_period(s.organization_id, now()) p on p.subscription_id = s.id
  join plan on plan.code = coalesce(p.plan_code, s.plan_code)
    and plan.version = case when p.id is null then s.plan_version else p.plan_version end`;

/** Undefined without one, and when its grace has ended. */
export async function liveSubscription(db: Db, organizationId: string): Promise<LiveSubscription | undefined> {
  const { rows } = await sql<LiveSubscription>`${AS_IT_IS}
    where s.organization_id = ${organizationId} and s.status in ('active', 'grace')
      and now() < case when s.cancel_at_period_end then s.current_period_end else ${GRACE_END} end`.execute(db);
  return rows[0];
}

/** Also one that has ended. */
export async function getSubscription(db: Db, id: string): Promise<LiveSubscription> {
  const { rows } = await sql<LiveSubscription>`${AS_IT_IS} where s.id = ${id}`.execute(db);
  return required(rows[0]);
}

/** The identifier of the period that is under way. */
export async function periodUnderWay(db: Db, organizationId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select id from paid_period(${organizationId}, now())`.execute(db);
  return rows[0]?.id;
}

/** The version whose price was announced in time for the next period; undefined: none was. */
export async function announcedVersion(
  db: Db,
  { id, current_period_end: end }: Pick<SubscriptionRow, 'id' | 'current_period_end'>,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('subscription_notice')
    .select('plan_version')
    .where('subscription_id', '=', id)
    .where('period_end', '=', end)
    .where('kind', '=', 'price')
    .where('at', '<=', sql<Date>`period_end - make_interval(days => ${SUBSCRIPTION_LIMITS.priceNoticeDays}::int)`)
    .executeTakeFirst();
  return row?.plan_version;
}

export interface PeriodRow {
  plan_code: string;
  starts_at: Date;
  /** When it really ended or will end. */
  ends_at: Date;
  amount_fen: StoredFen;
  order_id: string | null;
}

/** The latest periods of an organization, the newest first. */
export async function listPeriods(db: Db, organizationId: string): Promise<PeriodRow[]> {
  return db
    .selectFrom('subscription_period')
    .select(['plan_code', 'starts_at', 'amount_fen', 'order_id'])
    .select(sql<Date>`coalesce(ended_early_at, ends_at)`.as('ends_at'))
    .where('organization_id', '=', organizationId)
    .orderBy('starts_at', 'desc')
    .orderBy('created_at', 'desc')
    .limit(SUBSCRIPTION_LIMITS.listedPeriods)
    .execute();
}

function required<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('a locked subscription does not exist');
  return row;
}
