import type { Db, DbTransaction } from '../../../platform/database.ts';
import { retriedTransaction } from '../../../platform/retried-transaction.ts';
import type { Json } from '../../../platform/schema/column.ts';
import { AppError } from '../../../shared/app-error.ts';
import { fenFromStored } from '../../../shared/fen.ts';
import { writeAudit } from '../../audit/index.ts';
import { findPlan } from '../plans/index.ts';
import type { Changing } from './caller.ts';
import { tellOfSubscription } from './events.ts';
import { getSubscription, lockLive, updateSubscription, type LiveSubscription } from './queries/subscription.ts';
import { lockOpenRenewal } from './queries/renewal-order.ts';
import { whyNotOffered } from './quote.ts';
import { quoteRenewal } from './renewal-price.ts';
import { settleOverdue } from './settle.ts';
import type { AuditVerb } from '../../../shared/audit-actions.ts';

export interface SubscriptionServices {
  db: Db;
  /** Cancels a locked order that can still be paid. */
  cancelOrder: (trx: DbTransaction, orderId: string, by: Changing['by']) => Promise<unknown>;
}

/**
 * Lets the subscription end with what is paid. Nothing happens to one that ends so already.
 *
 * @throws {AppError} SUBSCRIPTION_REQUIRED
 */
export async function cancelAtPeriodEnd(
  { db, cancelOrder }: SubscriptionServices,
  { organizationId, by }: Changing,
  reason: string | undefined,
): Promise<LiveSubscription> {
  return retriedTransaction(db, async (trx) => {
    // An order is locked before the subscription that it renews.
    const orderId = await lockOpenRenewal(trx, organizationId);
    const live = await requireLive(trx, organizationId);
    if (orderId !== undefined) await cancelOrder(trx, orderId, by);
    if (live.cancel_at_period_end) return getSubscription(trx, live.id);
    const { id, version } = await updateSubscription(trx, live.id, {
      auto_renew: false,
      cancel_at_period_end: true,
      scheduled_plan_code: null,
    });
    await audit(trx, { organizationId, by }, 'cancel_scheduled', id, reason === undefined ? {} : { reason });
    await tellOfSubscription(trx, 'subscription.cancel_scheduled', { id, what: String(version) });
    return getSubscription(trx, id);
  });
}

/**
 * Switches automatic renewal. Switched on, a cancelled subscription goes on.
 *
 * @throws {AppError} SUBSCRIPTION_REQUIRED; PLAN_NOT_AVAILABLE: its plan is no longer sold
 */
export async function changeAutoRenew(
  { db }: Pick<SubscriptionServices, 'db'>,
  { organizationId, by }: Changing,
  enabled: boolean,
): Promise<LiveSubscription> {
  return retriedTransaction(db, async (trx) => {
    const live = await requireLive(trx, organizationId);
    if (live.auto_renew === enabled) return getSubscription(trx, live.id);
    if (enabled && (await quoteRenewal(trx, live)).unavailable !== undefined) throw new AppError('PLAN_NOT_AVAILABLE');
    const change = { auto_renew: enabled, ...(enabled ? { cancel_at_period_end: false } : {}) };
    const { id, version } = await updateSubscription(trx, live.id, change);
    await audit(trx, { organizationId, by }, 'auto_renew_changed', id, { enabled });
    await tellOfSubscription(trx, 'subscription.auto_renew_changed', { id, what: String(version) });
    return getSubscription(trx, id);
  });
}

/**
 * Chooses a lower plan for the next period; null: the same again.
 *
 * @throws {AppError} SUBSCRIPTION_REQUIRED; PLAN_NOT_AVAILABLE: it is not sold, or not lower and can be bought at once
 */
export async function schedulePlan(
  { db }: Pick<SubscriptionServices, 'db'>,
  { organizationId, by }: Changing,
  planCode: string | null,
): Promise<LiveSubscription> {
  return retriedTransaction(db, async (trx) => {
    const { id } = await requireLive(trx, organizationId);
    const live = await getSubscription(trx, id);
    const chosen = planCode === live.plan_code ? null : planCode;
    if (chosen === live.scheduled_plan_code) return live;
    if (chosen !== null) await requireLower(trx, live, chosen);
    await updateSubscription(trx, id, { scheduled_plan_code: chosen });
    await audit(trx, { organizationId, by }, 'plan_scheduled', id, { plan: chosen });
    return getSubscription(trx, id);
  });
}

async function requireLower(trx: DbTransaction, live: LiveSubscription, planCode: string): Promise<void> {
  const plan = await findPlan(trx, planCode);
  const isLower =
    whyNotOffered(plan) === undefined &&
    live.price_fen !== null &&
    fenFromStored(plan?.price_fen) <= fenFromStored(live.price_fen);
  if (!isLower) throw new AppError('PLAN_NOT_AVAILABLE');
}

async function requireLive(trx: DbTransaction, organizationId: string) {
  const live = await settleOverdue(trx, await lockLive(trx, organizationId));
  if (live === undefined) throw new AppError('SUBSCRIPTION_REQUIRED');
  return live;
}

async function audit(
  trx: DbTransaction,
  { organizationId, by }: Changing,
  verb: AuditVerb<'subscription'>,
  id: string,
  details: { [member: string]: Json },
): Promise<void> {
  const target = { kind: 'subscription', id };
  await writeAudit(trx, { ...by, organizationId, action: `subscription.${verb}`, target, details });
}
