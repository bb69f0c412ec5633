import type { Db, DbTransaction } from '../../../platform/database.ts';
import { retriedTransaction } from '../../../platform/retried-transaction.ts';
import { AppError } from '../../../shared/app-error.ts';
import { fenFromStored } from '../../../shared/fen.ts';
import { randomBase62 } from '../../../shared/ids.ts';
import { postTransaction } from '../ledger/index.ts';
import { tellOfBalance } from '../orders/index.ts';
import { sidesOfHold } from '../recognition/index.ts';
import { endRefund } from './end-refund.ts';
import {
  findRefund,
  findRequest,
  insertRefund,
  lockForRefund,
  moveRequest,
  reserveOnOrder,
  type RequestRow,
} from './queries/requests.ts';
import { auditRefund, tellOfRefund } from './records.ts';
import { judgeRefund, sourceOf, type RefundFacts, type RefundRefusal } from './rules.ts';
import { isFullOnly, type RefundServices } from './services.ts';
import { nameOfActor, type AuditedBy } from '../../audit/index.ts';

/** What is asked of somebody who decides. */
export interface Decision {
  id: string;
  note: string | null;
}

const refused = (reason: RefundRefusal): AppError => new AppError('REFUND_NOT_ALLOWED', { details: { reason } });

/**
 * Approves a request: its money is held from now on. To the balance it goes at once; the rest is for the worker.
 *
 * @throws {AppError} NOT_FOUND, CONFLICT, REFUND_NOT_ALLOWED
 */
export async function approveRefund(
  services: Pick<RefundServices, 'db' | 'epay'>,
  { id, note }: Decision,
  by: AuditedBy,
): Promise<RequestRow> {
  return retriedTransaction(services.db, async (trx) => {
    const before = await requireRequest(trx, id);
    const order = await lockForRefund(trx, before.order_id);
    if (order === undefined) throw new Error(`request ${id} has no order`);
    requireAnother(before, by);
    const approved = await moveRequest(trx, id, {
      from: ['submitted'],
      to: 'approved',
      decided: { by: nameOfActor(by), note },
    });
    if (approved === undefined) throw new AppError('CONFLICT', { details: { reason: 'status_changed' } });
    await hold(trx, approved, order, isFullOnly(services));
    await tellOfRefund(trx, 'approved', approved);
    await auditRefund(trx, 'approved', approved, by);
    if (approved.destination === 'original') return approved;
    return (await endRefund(trx, id, { outcome: 'succeeded', refundNo: null })) ?? approved;
  });
}

/** Whoever requested a refund, by themselves or by a key that they made, does not decide about it. */
function requireAnother({ created_by: requester, key_made_by: keyMaker }: RequestRow, by: AuditedBy): void {
  const decider = nameOfActor(by);
  if (decider === requester || decider === keyMaker) throw refused('same_person');
}

/** Takes the money from where it lies, as long as it lies there. */
async function hold(trx: DbTransaction, request: RequestRow, order: RefundFacts, fullOnly: boolean): Promise<void> {
  const { id, order_id: orderId, organization_id: organizationId, destination } = request;
  const amount = fenFromStored(request.amount_fen);
  const reason = judgeRefund(order, { amount, destination, isFullOnly: fullOnly });
  if (reason !== null) throw refused(reason);
  const isOfPlan = sourceOf(order) === 'deferred_revenue';
  const from = isOfPlan ? await sidesOfHold(trx, orderId, amount) : [{ debit: 'wallet', amount } as const];
  const posted = await postTransaction(trx, {
    kind: 'refund_hold',
    sourceId: id,
    organizationId,
    entries: [...from, { credit: 'refund_clearing', amount }],
  });
  if (posted.kind === 'insufficient') throw refused('balance_spent');
  await tellOfBalance(trx, organizationId, posted.id);
  await reserveOnOrder(trx, orderId, amount);
  const outRefundNo = destination === 'original' ? `RF${randomBase62(26).toUpperCase()}` : null;
  await insertRefund(trx, { requestId: id, orderId, destination, outRefundNo, amount, holdTransactionId: posted.id });
}

/** Refuses a request. @throws {AppError} NOT_FOUND, CONFLICT, REFUND_NOT_ALLOWED for one's own */
export async function rejectRefund(db: Db, { id, note }: Decision, by: AuditedBy): Promise<RequestRow> {
  return db.transaction().execute(async (trx) => {
    const before = await requireRequest(trx, id);
    requireAnother(before, by);
    const change = { from: ['submitted'], to: 'rejected', decided: { by: nameOfActor(by), note }, ends: true } as const;
    const row = await moveRequest(trx, id, change);
    if (row === undefined) throw new AppError('CONFLICT', { details: { reason: 'status_changed' } });
    await tellOfRefund(trx, 'rejected', row);
    await auditRefund(trx, 'rejected', row, by);
    return row;
  });
}

/**
 * Ends a refund of which nobody knows what came, by what a person has seen at the gateway.
 *
 * @throws {AppError} NOT_FOUND, CONFLICT when it is not unknown, REFUND_NOT_ALLOWED for one's own
 */
export async function resolveRefund(
  db: Db,
  { id, outcome, note }: { id: string; outcome: 'succeeded' | 'failed'; note: string },
  by: AuditedBy,
): Promise<RequestRow> {
  return retriedTransaction(db, async (trx) => {
    const before = await requireRequest(trx, id);
    await lockForRefund(trx, before.order_id);
    requireAnother(before, by);
    const refund = await findRefund(trx, id);
    const row = refund?.state === 'unknown' ? await endRefund(trx, id, { outcome, refundNo: null }) : undefined;
    if (row === undefined) throw new AppError('CONFLICT', { details: { reason: 'status_changed' } });
    await auditRefund(trx, 'resolved', { ...row, decision_note: note }, by);
    return row;
  });
}

async function requireRequest(trx: DbTransaction, id: string): Promise<RequestRow> {
  const row = await findRequest(trx, id);
  if (row === undefined) throw new AppError('NOT_FOUND');
  return row;
}
