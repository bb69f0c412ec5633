import { sql } from 'kysely';
import type { Db, DbTransaction } from '../../../platform/database.ts';
import type { RenewalOutcome } from '../../../shared/billing-words.ts';
import { SUBSCRIPTION_LIMITS } from '../subscriptions/index.ts';
import { RENEWAL_LIMITS } from './limits.ts';

/** A subscription that is due for something. */
export interface Due {
  id: string;
  organizationId: string;
}

const END = sql`s.current_period_end`;
const days = (count: number) => sql`make_interval(days => ${count}::int)`;

/** Which attempt the time demands: 1 before the end, 2 at the end, 3 a day later. */
const ATTEMPT = sql`(case when now() < ${END} then 1
  else 2 + floor(extract(epoch from now() - ${END}) / 86400)::int end)`;

/** A later attempt, or a success, makes an earlier one needless, also when the clock was put back. */
const IS_RENEWAL_DUE = sql`s.auto_renew and s.status in ('active', 'grace')
  and now() >= ${END} - make_interval(mins => ${RENEWAL_LIMITS.leadMinutes}::int)
  and ${ATTEMPT} <= ${RENEWAL_LIMITS.attempts}::int
  and not exists (
    select from auto_renew_attempt a
    where a.subscription_id = s.id and a.period_end = ${END} and (a.attempt >= ${ATTEMPT} or a.outcome = 'renewed')
  )`;

export async function listDueRenewals(db: Db): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select s.id, s.organization_id as "organizationId" from subscription s where ${IS_RENEWAL_DUE}
    order by s.current_period_end limit ${RENEWAL_LIMITS.batch}::int`.execute(db);
  return rows;
}

/** Locks a subscription if it is still due, and nobody else has it. Answers which attempt it is. */
export async function claimRenewal(trx: DbTransaction, id: string): Promise<number | undefined> {
  const { rows } = await sql<{ attempt: number }>`
    select ${ATTEMPT} as attempt from subscription s where s.id = ${id} and ${IS_RENEWAL_DUE}
    for no key update skip locked`.execute(trx);
  return rows[0]?.attempt;
}

/** Whether somebody is about to pay for a plan. */
export async function hasOpenPlanOrder(trx: DbTransaction, organizationId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('payment_order')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'pending')
    .where('purpose', '<>', 'balance_recharge')
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertAttempt(
  trx: DbTransaction,
  given: { subscriptionId: string; attempt: number; outcome: RenewalOutcome; orderId: string | null; periodEnd: Date },
): Promise<void> {
  const { subscriptionId, attempt, outcome, orderId, periodEnd } = given;
  await trx
    .insertInto('auto_renew_attempt')
    .values({ subscription_id: subscriptionId, period_end: periodEnd, attempt, outcome, order_id: orderId })
    .execute();
}

/** Live subscriptions whose period has ended, or their grace. */
export async function listOverdue(db: Db): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select s.id, s.organization_id as "organizationId" from subscription s
    where s.status in ('active', 'grace') and ${END} <= now()
      and (s.status = 'active' or now() >= ${END} + ${days(SUBSCRIPTION_LIMITS.graceDays)})
    order by s.current_period_end limit ${RENEWAL_LIMITS.batch}::int`.execute(db);
  return rows;
}

export type NoticeKind = 'price' | 'balance_7' | 'balance_3';

/** The notices that may be due: whether there is anything to say is for the caller. */
export async function listNotices(db: Db): Promise<(Due & { kind: NoticeKind })[]> {
  const { rows } = await sql<Due & { kind: NoticeKind }>`
    select s.id, s.organization_id as "organizationId", "window".kind
    from subscription s
    join (values
      ('price', ${RENEWAL_LIMITS.announcedFromDays}::int, ${SUBSCRIPTION_LIMITS.priceNoticeDays}::int),
      ('balance_7', ${RENEWAL_LIMITS.firstWarningDays}::int, ${RENEWAL_LIMITS.secondWarningDays}::int),
      ('balance_3', ${RENEWAL_LIMITS.secondWarningDays}::int, 0)
    ) as "window" (kind, opens, closes)
      on now() >= ${END} - make_interval(days => "window".opens) and now() < ${END} - make_interval(days => "window".closes)
    where s.auto_renew and s.status = 'active' and not exists (
      select from subscription_notice n
      where n.subscription_id = s.id and n.period_end = ${END} and n.kind = "window".kind
    )
    order by s.current_period_end`.execute(db);
  return rows;
}

/** Whether this caller is the first to write it down: whoever is tells. */
export async function insertNotice(
  trx: DbTransaction,
  given: { subscriptionId: string; periodEnd: Date; kind: NoticeKind; planVersion: number },
): Promise<boolean> {
  const { subscriptionId, periodEnd, kind, planVersion } = given;
  const inserted = await trx
    .insertInto('subscription_notice')
    .values({ subscription_id: subscriptionId, period_end: periodEnd, kind, plan_version: planVersion })
    .onConflict((conflict) => conflict.columns(['subscription_id', 'period_end', 'kind']).doNothing())
    .returning('kind')
    .executeTakeFirst();
  return inserted !== undefined;
}
