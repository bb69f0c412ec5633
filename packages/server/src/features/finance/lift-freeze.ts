import type { Db } from '../../platform/database.ts';
import { AppError } from '../../shared/app-error.ts';
import { fenToJson } from '../../shared/fen.ts';
import { nameOfActor, writeAudit, type AuditedBy } from '../audit/index.ts';
import { lockFrozen, markLifted, type FrozenPayment } from './queries/frozen.ts';

/**
 * Lets the money of an order be spent again that was frozen. Nothing is booked: nothing was. Nothing happens to what was lifted
 * before, and the order is not frozen again.
 *
 * @throws {AppError} NOT_FOUND: no money of this order was ever frozen
 */
export async function liftFreeze(
  db: Db,
  { orderId, reason }: { orderId: string; reason: string },
  by: AuditedBy,
): Promise<FrozenPayment> {
  return db.transaction().execute(async (trx) => {
    const frozen = await lockFrozen(trx, orderId);
    if (frozen === undefined) throw new AppError('NOT_FOUND');
    if (frozen.liftedAt !== null) return frozen;
    await markLifted(trx, orderId, nameOfActor(by));
    await writeAudit(trx, {
      ...by,
      organizationId: frozen.organizationId,
      action: 'frozen_payment.lifted',
      target: { kind: 'payment_order', id: orderId },
      details: { reason, amount_minor: fenToJson(frozen.amount) },
    });
    return (await lockFrozen(trx, orderId)) ?? frozen;
  });
}
