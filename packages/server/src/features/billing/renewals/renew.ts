import type { Db, DbTransaction } from '../../../platform/database.ts';
import type { Log } from '../../../platform/log.ts';
import { retriedTransaction } from '../../../platform/retried-transaction.ts';
import { undoneUnless } from '../../../platform/savepoint.ts';
import { fenToJson } from '../../../shared/fen.ts';
import { payFromBalance, placeOrder } from '../orders/index.ts';
import { lockLive, quoteRenewal, settleOverdue, tellOfSubscription } from '../subscriptions/index.ts';
import { claimRenewal, hasOpenPlanOrder, insertAttempt, listDueRenewals, listOverdue, type Due } from './queries.ts';

export interface RenewalServices {
  db: Db;
  log: Log;
}

const BY_ITSELF = { actor: { kind: 'system', id: null } } as const;

/**
 * Renews from the balance what is due, each in a transaction of its own with its order, its money and its period. Several
 * processes share the work. Answers how many were renewed.
 */
export async function renewDue({ db, log }: RenewalServices, signal?: AbortSignal): Promise<number> {
  return forEach(log, await listDueRenewals(db), signal, (due) =>
    retriedTransaction(db, (trx) => attemptRenewal(trx, due)),
  );
}

/** Brings subscriptions whose time is over into their grace, or to their end. Answers how many. */
export async function settleDue({ db, log }: RenewalServices, signal?: AbortSignal): Promise<number> {
  return forEach(log, await listOverdue(db), signal, ({ organizationId }) =>
    retriedTransaction(db, async (trx) => {
      await settleOverdue(trx, await lockLive(trx, organizationId));
      return true;
    }),
  );
}

/** One that fails must not keep the others waiting. */
async function forEach(
  log: Log,
  all: readonly Due[],
  signal: AbortSignal | undefined,
  work: (due: Due) => Promise<boolean>,
): Promise<number> {
  let done = 0;
  for (const due of all) {
    if (signal?.aborted === true) break;
    try {
      if (await work(due)) done += 1;
    } catch (err) {
      log.error({ err, subscription_id: due.id }, 'a subscription that was due could not be handled');
    }
  }
  return done;
}

async function attemptRenewal(trx: DbTransaction, { id, organizationId }: Due): Promise<boolean> {
  // It lasts half an hour at most, and two orders of one organization cannot be open.
  if (await hasOpenPlanOrder(trx, organizationId)) return false;
  const attempt = await claimRenewal(trx, id);
  const live = attempt === undefined ? undefined : await lockLive(trx, organizationId);
  if (attempt === undefined || live === undefined) return false;
  const stored = { subscriptionId: id, attempt, periodEnd: live.current_period_end };
  const quote = await quoteRenewal(trx, live);
  if (quote.unavailable !== undefined) {
    await insertAttempt(trx, { ...stored, outcome: 'error', orderId: null });
    await tellOfFailure(trx, stored, { reason: quote.unavailable });
    return false;
  }
  const { purpose, amount, snapshot } = quote;
  const terms = { organizationId, purpose, amount, channel: 'balance', providerAccountId: null, snapshot } as const;
  // There is no order of what could not be paid.
  const { order, payment } = await undoneUnless(
    trx,
    (ended) => ended.payment === 'fulfilled',
    async () => {
      const placed = await placeOrder(trx, terms, BY_ITSELF);
      return { order: placed, payment: await payFromBalance(trx, placed) };
    },
  );
  if (payment === 'fulfilled') {
    await insertAttempt(trx, { ...stored, outcome: 'renewed', orderId: order.id });
    return true;
  }
  if ('impossible' in payment) {
    await insertAttempt(trx, { ...stored, outcome: 'error', orderId: null });
    await tellOfFailure(trx, stored, { reason: payment.impossible });
    return false;
  }
  const { required, available } = payment.insufficient;
  await insertAttempt(trx, { ...stored, outcome: 'insufficient_balance', orderId: null });
  await tellOfFailure(trx, stored, {
    required_minor: fenToJson(required),
    available_minor: fenToJson(available),
  });
  return false;
}

async function tellOfFailure(
  trx: DbTransaction,
  { subscriptionId: id, attempt, periodEnd }: { subscriptionId: string; attempt: number; periodEnd: Date },
  more: object,
): Promise<void> {
  const what = `${periodEnd.toISOString()}:${attempt}`;
  await tellOfSubscription(trx, 'subscription.renewal_failed', { id, what, more });
}
