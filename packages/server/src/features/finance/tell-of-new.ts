import type { DbTransaction } from '../../platform/database.ts';
import type { ReconcileClass } from '../../shared/billing-words.ts';
import { tellOperators, type NoticeServices } from '../notices/index.ts';
import type { Acted } from './act.ts';
import { listKnown, type Place } from './queries/runs.ts';

/** What a person has to look at, whatever a run did about it. What is wrong in the books is told by their check. */
const IS_TOLD: Readonly<Record<ReconcileClass, boolean>> = {
  matched: false,
  paid_there_pending_here: false,
  paid_there_closed_here: false,
  paid_here_unpaid_there: true,
  missing_there: true,
  missing_here: true,
  amount_mismatch: true,
  second_payment: true,
  refund_mismatch: true,
  refunded_there_only: true,
  frozen_there: true,
  fee_difference: false,
  ledger_mismatch: false,
};

/**
 * Tells the operators of differences that no run has found before, in the transaction that writes them down. Only for whoever holds
 * the lock of runs.
 */
export async function tellOfNew(trx: DbTransaction, notices: NoticeServices, acted: readonly Acted[]): Promise<void> {
  // What the gateway did not confirm may be told once it does.
  const told = acted.filter((one) => IS_TOLD[one.class] && one.isConfirmed && one.action !== 'ask_again');
  if (told.length === 0) return;
  const known = new Set((await listKnown(trx, told.map(placeOf))).map(nameOf));
  const found = told.filter((one) => !known.has(nameOf(placeOf(one)))).map(lineOf);
  if (found.length > 0) await tellOperators(trx, notices, { template: 'payments_differ', findings: found });
}

const placeOf = ({ class: found, ours, tradeNo }: Acted): Place => ({
  class: found,
  orderId: ours?.id ?? null,
  tradeNo,
});

function nameOf({ class: found, orderId, tradeNo }: Place): string {
  return JSON.stringify([found, orderId, tradeNo]);
}

function lineOf({ class: found, ours, theirs, tradeNo }: Acted): string {
  const orderNo = ours?.orderNo ?? theirs?.outTradeNo;
  return [`${found}: order ${orderNo ?? 'unknown'}`, ...(tradeNo === null ? [] : [`payment ${tradeNo}`])].join(', ');
}
