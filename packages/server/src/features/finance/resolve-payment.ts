import type { Db } from '../../platform/database.ts';
import { retriedTransaction } from '../../platform/retried-transaction.ts';
import { AppError } from '../../shared/app-error.ts';
import { fenToJson } from '../../shared/fen.ts';
import { writeAudit, type AuditEntry } from '../audit/index.ts';
import { postTransaction } from '../billing/ledger/index.ts';
import { tellOfBalance } from '../billing/orders/index.ts';
import { findOrganization } from '../organizations/index.ts';
import { lockSuspended, markResolved, type SuspendedPayment } from './queries/suspense.ts';

export interface Resolution {
  paymentId: string;
  /** Undefined: that of the order. */
  organizationId: string | undefined;
  note: string;
}

/**
 * Puts money that fitted no order on a balance: that of the organization whose order it names, or, if it names none, of the one
 * that the operator names. Nothing happens to money that this organization has already got.
 *
 * @throws {AppError} NOT_FOUND: no such payment, or no such organization, or none is named where one must be; CONFLICT: it is
 *   another organization's
 */
export async function resolvePayment(
  db: Db,
  { paymentId, organizationId, note }: Resolution,
  by: Pick<AuditEntry, 'actor' | 'address' | 'requestId'>,
): Promise<SuspendedPayment> {
  return retriedTransaction(db, async (trx) => {
    const payment = await lockSuspended(trx, paymentId);
    if (payment === undefined) throw new AppError('NOT_FOUND');
    const receiver = organizationId ?? payment.organizationId;
    if (payment.organizationId !== null && receiver !== payment.organizationId) throw new AppError('CONFLICT');
    if (payment.state === 'resolved') return payment;
    const isKnown = receiver !== null && (await findOrganization(trx, receiver)) !== undefined;
    if (!isKnown) throw new AppError('NOT_FOUND');
    const { amount } = payment;
    const posted = await postTransaction(trx, {
      kind: 'resolve',
      sourceId: paymentId,
      organizationId: receiver,
      memo: payment.outTradeNo.slice(0, 150),
      entries: [
        { debit: 'unapplied_payments', amount },
        { credit: 'wallet', amount },
      ],
    });
    if (posted.kind !== 'posted') throw new Error(`payment ${paymentId} is in suspense, and its money is not`);
    await markResolved(trx, paymentId, { transactionId: posted.id, by: by.actor.id ?? by.actor.kind });
    await tellOfBalance(trx, receiver, posted.id);
    await writeAudit(trx, {
      ...by,
      organizationId: receiver,
      action: 'provider_payment.resolved',
      target: { kind: 'provider_payment', id: paymentId },
      details: { note, amount_minor: fenToJson(amount), trade_no: payment.tradeNo },
    });
    return (await lockSuspended(trx, paymentId)) ?? payment;
  });
}
