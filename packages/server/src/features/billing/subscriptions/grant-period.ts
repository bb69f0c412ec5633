import type { DbTransaction } from '../../../platform/database.ts';
import type { Fen } from '../../../shared/fen.ts';
import { writeAudit } from '../../audit/index.ts';
import { tellOfSubscription } from './events.ts';
import { settleOverdue } from './settle.ts';
import {
  boundsFromNow,
  boundsOfRenewal,
  endPeriods,
  insertPeriod,
  insertSubscription,
  lockLive,
  periodUnderWay,
  updateSubscription,
  updateTerms,
  type Bounds,
  type SubscriptionRow,
} from './queries/subscription.ts';
import type { PlanSnapshot } from './snapshot.ts';

export interface Granted {
  periodId: string;
  change: PlanSnapshot['change'];
}

export interface NewPeriod {
  /** Null only for what costs nothing. */
  orderId: string | null;
  organizationId: string;
  snapshot: PlanSnapshot;
  amount: Fen;
}

const EVENT_OF_CHANGE = {
  new: 'subscription.activated',
  renewal: 'subscription.renewed',
  upgrade: 'subscription.upgraded',
} as const;

/**
 * Gives an organization the period that an order paid for, and tells of it. What was offered may be impossible by now: then
 * nothing is written, and the money belongs elsewhere. The subscription stays locked until the transaction ends; lock the order
 * before and the ledger after.
 */
export async function grantPeriod(trx: DbTransaction, given: NewPeriod): Promise<Granted | { impossible: string }> {
  const { organizationId, snapshot } = given;
  const live = await settleOverdue(trx, await lockLive(trx, organizationId));
  const begun = await begin(trx, given, live);
  if (typeof begun === 'string') return { impossible: begun };
  const periodId = await insertPeriod(trx, begun.row, begun.bounds, given);
  const isSwitched = snapshot.auto_renew && !begun.row.auto_renew;
  if (isSwitched) await switchAutoRenew(trx, begun.row, given.orderId);
  await tellOfSubscription(trx, EVENT_OF_CHANGE[snapshot.change], { id: begun.row.id, what: periodId });
  if (isSwitched && live !== undefined) {
    await tellOfSubscription(trx, 'subscription.auto_renew_changed', { id: begun.row.id, what: periodId });
  }
  return { periodId, change: snapshot.change };
}

interface Begun {
  row: SubscriptionRow;
  bounds: Bounds;
}

/** Answers why not, or the subscription on its new terms. */
async function begin(
  trx: DbTransaction,
  { organizationId, snapshot }: NewPeriod,
  live: SubscriptionRow | undefined,
): Promise<Begun | string> {
  const terms = { planCode: snapshot.plan_code, planVersion: snapshot.plan_version };
  const months = snapshot.interval_count;
  if (snapshot.change === 'renewal') {
    if (live === undefined) return 'the subscription has ended';
    if (terms.planCode !== (live.scheduled_plan_code ?? live.plan_code) && terms.planCode !== live.plan_code) {
      return 'the subscription is of another plan';
    }
    const { isContiguous, ...bounds } = await boundsOfRenewal(trx, live.id, months);
    const startsAt = isContiguous ? undefined : bounds.startsAt;
    return { bounds, row: await updateTerms(trx, live.id, terms, { ...bounds, startsAt }) };
  }
  if (live === undefined) {
    if (snapshot.change === 'upgrade') return 'the subscription has ended';
    const bounds = await boundsFromNow(trx, months);
    const row = await insertSubscription(trx, { ...terms, organizationId }, bounds);
    return row === undefined ? 'the organization has a subscription' : { bounds, row };
  }
  if (!(await isAsOffered(trx, live, snapshot))) return 'the subscription has changed since the offer';
  await endPeriods(trx, live.id);
  const bounds = await boundsFromNow(trx, months);
  return { bounds, row: await updateTerms(trx, live.id, terms, bounds) };
}

/** Whether a plan may replace what is there: what it was offered for, or nothing but a grace. */
async function isAsOffered(trx: DbTransaction, live: SubscriptionRow, { replaces }: PlanSnapshot): Promise<boolean> {
  const underWay = await periodUnderWay(trx, live.organization_id);
  if (replaces === null || underWay === undefined) return replaces === null && underWay === undefined;
  return underWay === replaces.period_id && live.current_period_end.toISOString() === replaces.paid_until;
}

/** As the order asked; who made it is in its own entry of the audit log. */
async function switchAutoRenew(trx: DbTransaction, row: SubscriptionRow, orderId: string | null): Promise<void> {
  await updateSubscription(trx, row.id, { auto_renew: true, cancel_at_period_end: false });
  await writeAudit(trx, {
    organizationId: row.organization_id,
    actor: { kind: 'system', id: null },
    action: 'subscription.auto_renew_changed',
    target: { kind: 'subscription', id: row.id },
    details: { enabled: true, order_id: orderId },
  });
}
