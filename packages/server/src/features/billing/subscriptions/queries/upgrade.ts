import { sql } from 'kysely';
import type { DbTransaction } from '../../../../platform/database.ts';
import { fenFromStored } from '../../../../shared/fen.ts';
import type { UnusedPeriod, UnusedUnits } from '../upgrade-credit.ts';
import { THIS_SECOND } from './subscription.ts';

type PeriodRow = Record<'value' | 'total' | 'left_of_month' | 'month' | 'later', string>;

/** The paid periods of a subscription that have not ended. Each is worth the months of its plan, less what was refunded of it, which made it shorter. */
export async function listUnused(trx: DbTransaction, subscriptionId: string): Promise<UnusedPeriod[]> {
  const seconds = (from: string, to: string) => sql.raw(`extract(epoch from ${to} - ${from})::bigint::text`);
  const { rows } = await sql<PeriodRow>`
    select greatest(0, plan.price_fen * months.n - o.refunded_fen - o.refund_reserved_fen)::text as value,
      ${seconds('p.starts_at', 'p.until')} as total,
      ${seconds('now.at', 'month.ends_at')} as left_of_month,
      ${seconds('month.starts_at', 'month.ends_at')} as month,
      ${seconds('month.ends_at', 'p.until')} as later
    from (select *, coalesce(ended_early_at, ends_at) as until from subscription_period) p
    join subscription s on s.id = p.subscription_id
    join plan on plan.code = p.plan_code and plan.version = p.plan_version
    join payment_order o on o.id = p.order_id
    cross join lateral (select greatest(p.starts_at, ${THIS_SECOND}) as at) now
    -- Of a period that has not begun, no month is under way.
    cross join lateral (
      select case when p.starts_at > ${THIS_SECOND} then p.starts_at else m.starts_at end as starts_at,
        case when p.starts_at > ${THIS_SECOND} then p.starts_at else least(m.ends_at, p.until) end as ends_at
      from subscription_months(coalesce(p.anchor_at, s.anchor_at), now.at) m
    ) month
    cross join lateral (
      select extract(year from e) * 12 + extract(month from e) - extract(year from b) * 12 - extract(month from b) as n
      from (select p.starts_at at time zone 'Asia/Shanghai' as b, p.ends_at at time zone 'Asia/Shanghai' as e) bounds
    ) months
    where p.subscription_id = ${subscriptionId} and p.until > now.at
    order by p.starts_at`.execute(trx);
  return rows.map(({ value, total, left_of_month, month, later }) => ({
    value: fenFromStored(value),
    total: BigInt(total),
    leftOfMonth: BigInt(left_of_month),
    month: BigInt(month),
    later: BigInt(later),
  }));
}

/** What is left of the bounded operations of an organization in the month that is under way. */
export async function listUnusedUnits(trx: DbTransaction, organizationId: string): Promise<UnusedUnits[]> {
  const { rows } = await sql<{ included: string; unused: string }>`
    select own.units::text as included, greatest(0, own.units - coalesce(q.used + q.reserved, 0))::text as unused
    from paid_period(${organizationId}, now()) p
    join subscription s on s.id = p.subscription_id
    join plan on plan.code = p.plan_code and plan.version = p.plan_version
    cross join lateral (select key as operation, value::bigint as units from jsonb_each_text(plan.included)) own
    cross join lateral subscription_months(coalesce(p.anchor_at, s.anchor_at), now()) month
    left join usage_quota q on q.organization_id = p.organization_id and q.operation = own.operation
      and q.period_start = month.starts_at
    where own.units > 0`.execute(trx);
  return rows.map(({ included, unused }) => ({ included: BigInt(included), unused: BigInt(unused) }));
}
