import type { ReconcileMode } from '../../shared/billing-words.ts';
import { UnavailableError } from '../../shared/unavailable-error.ts';
import { bookState, type PaymentGateway } from '../billing/orders/index.ts';
import { ACTION_OF, type ReconcileAction } from './compare.ts';
import type { Difference } from './find-differences.ts';
import { findSuspended, freezePayment } from './queries/orders.ts';
import type { FinanceServices } from './services.ts';

/** A difference with what was done about it, or would be. */
export interface Acted extends Difference {
  action: ReconcileAction;
}

/** Does what may be done about differences, or says what would be: nothing is reversed, and nothing deleted. */
export async function actOn(
  services: Pick<FinanceServices, 'database' | 'log'>,
  gateway: PaymentGateway,
  differences: readonly Difference[],
  mode: ReconcileMode,
): Promise<Acted[]> {
  const { db } = services.database;
  const tradeNos = differences.flatMap(({ tradeNo }) => (tradeNo === null ? [] : [tradeNo]));
  const suspended = await findSuspended(db, gateway.accountId, tradeNos);
  const acted: Acted[] = [];
  for (const difference of differences) {
    const planned = actionFor(difference, difference.tradeNo !== null && suspended.has(difference.tradeNo));
    const action = mode === 'apply' ? await act(services, gateway, difference, planned) : planned;
    acted.push({ ...difference, action });
  }
  return acted;
}

function actionFor(difference: Difference, isSuspended: boolean): ReconcileAction {
  if (!difference.isConfirmed) return 'ask_again';
  const action = ACTION_OF[difference.class];
  if (action !== 'suspend') return action;
  if (isSuspended) return 'none';
  // What the gateway has paid back is not there to be booked.
  return difference.theirs?.status === 'paid' ? 'suspend' : 'review';
}

/** Answers what was done in fact. */
async function act(
  services: Pick<FinanceServices, 'database' | 'log'>,
  gateway: PaymentGateway,
  { ours, theirs, class: found }: Difference,
  action: ReconcileAction,
): Promise<ReconcileAction> {
  const { database, log } = services;
  const { db } = database;
  const names = { class: found, order_no: ours?.orderNo ?? theirs?.outTradeNo, trade_no: theirs?.tradeNo };
  if (action === 'none') return action;
  if ((action === 'book' || action === 'suspend') && theirs !== null) {
    try {
      const outcome = await bookState({ db, log }, gateway, theirs, 'reconcile');
      if (outcome === undefined) return 'review';
      log.warn({ ...names, outcome: outcome.kind }, 'a payment was booked that only a comparison has found');
      return action;
    } catch (err) {
      if (!(err instanceof UnavailableError)) throw err;
      log.warn({ err, ...names }, 'a payment could not be booked now');
      return 'ask_again';
    }
  }
  log.error(names, 'the gateway and the books differ, and a person has to look');
  if (action === 'freeze' && ours !== undefined) await freezePayment(db, ours);
  return action;
}
