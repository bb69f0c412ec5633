import { pause } from '../../../platform/pause.ts';
import { retriedTransaction } from '../../../platform/retried-transaction.ts';
import { accountRecord, type EpayGateway } from '../epay/index.ts';
import { endRefund } from './end-refund.ts';
import { REFUND_LIMITS } from './limits.ts';
import {
  abandonCalls,
  claimCall,
  listDue,
  lockForRefund,
  markUnknown,
  moveRequest,
  type DueRefund,
} from './queries/requests.ts';
import type { RefundServices } from './services.ts';

interface WorkOptions {
  stopping: AbortSignal;
  /** Between the two answers that a refund does not exist. */
  absentTwiceMs?: number;
}

/** Whether a gateway that refuses to tell of a refund says that there is none. */
const SAYS_NOTHING_THERE = /不存在|not (?:exist|found)/i;

/**
 * Makes the refunds that are held at the gateway, and asks what came of those of which nobody knows. By any number of processes:
 * one of them makes each call.
 */
export async function workOnRefunds(services: RefundServices, options: WorkOptions): Promise<void> {
  const { db, epay } = services;
  await abandonCalls(db);
  if (epay === null) return;
  const due = await listDue(db, accountRecord(epay));
  await Promise.all(due.filter(({ state }) => state === 'unknown').map((one) => findOut(services, epay, one, options)));
  for (const one of due.filter(({ state }) => state === 'queued')) {
    if (options.stopping.aborted) return;
    await submit(services, epay, one);
  }
}

/** Says first, for good, that the gateway is being asked; then asks, once. */
async function submit(services: RefundServices, epay: EpayGateway, refund: DueRefund): Promise<void> {
  const { db, log } = services;
  const { requestId, orderId, orderNo, amount, outRefundNo } = refund;
  const isMine = await retriedTransaction(db, async (trx) => {
    await lockForRefund(trx, orderId);
    if (!(await claimCall(trx, refund))) return false;
    await moveRequest(trx, requestId, { from: ['approved'], to: 'processing' });
    return true;
  });
  if (!isMine) return;
  const outcome = await epay.client.refund({ order: { outTradeNo: orderNo }, money: amount, outRefundNo });
  if (outcome.kind === 'refused') {
    log.warn({ request_id: requestId, code: outcome.code }, 'the gateway refused a refund');
    return end(services, requestId, 'failed', null);
  }
  if (outcome.kind === 'success') {
    const { refundNo } = outcome.value;
    // What V2 says of a refund counts when it says it twice.
    const isSure = epay.account.keys.protocol === 'v1' || (await isPaid(epay, refund)) === true;
    if (isSure) return end(services, requestId, 'succeeded', refundNo);
  }
  log.warn(
    { request_id: requestId },
    'nobody knows what came of a refund; it is not asked for again before that is known',
  );
  return markUnknown(db, requestId);
}

/** True: paid, this amount. False: the gateway has no such refund. Undefined: not known yet. */
async function isPaid(epay: EpayGateway, { outRefundNo, amount }: DueRefund): Promise<boolean | undefined> {
  const outcome = await epay.client.queryRefund(outRefundNo);
  if (outcome.kind === 'success') return outcome.value.isPaid && outcome.value.money === amount ? true : undefined;
  return outcome.kind === 'refused' && SAYS_NOTHING_THERE.test(outcome.message) ? false : undefined;
}

/** Asks what came of a refund; only one that twice does not exist is asked for again, under the same number. */
async function findOut(
  services: RefundServices,
  epay: EpayGateway,
  refund: DueRefund,
  { stopping, absentTwiceMs = REFUND_LIMITS.absentTwiceMs }: WorkOptions,
): Promise<void> {
  const first = await isPaid(epay, refund);
  if (first === true) return end(services, refund.requestId, 'succeeded', null);
  if (first === undefined) return;
  await pause(absentTwiceMs, stopping);
  if (stopping.aborted || (await isPaid(epay, refund)) !== false) return;
  await submit(services, epay, refund);
}

async function end(
  { db }: RefundServices,
  requestId: string,
  outcome: 'succeeded' | 'failed',
  refundNo: string | null,
): Promise<void> {
  await retriedTransaction(db, (trx) => endRefund(trx, requestId, { outcome, refundNo }));
}
