import type { DbTransaction } from '../../../platform/database.ts';
import { AppError } from '../../../shared/app-error.ts';
import { fenFromJson } from '../../../shared/fen.ts';
import { newId } from '../../../shared/ids.ts';
import { ValidationFailure } from '../../../shared/validation-failure.ts';
import {
  findKeyMaker,
  findOrderId,
  findRequest,
  hasOpenRequest,
  insertRequest,
  lockForRefund,
  moveRequest,
  type RequestRow,
} from './queries/requests.ts';
import { auditRefund, tellOfRefund } from './records.ts';
import { canGoTo, judgeRefund, usualDestination } from './rules.ts';
import type { RefundBody } from './schemas.ts';
import { nameOfActor, type AuditedBy } from '../../audit/index.ts';

/**
 * Asks for a refund; somebody else decides.
 *
 * @throws {AppError} PAYMENT_ORDER_NOT_FOUND, PAYMENT_FULFILLMENT_PENDING, REFUND_NOT_ALLOWED; {ValidationFailure} a destination
 *   that this order does not have
 */
export async function requestRefund(
  trx: DbTransaction,
  given: { organizationId: string; body: RefundBody; isFullOnly: boolean },
  by: AuditedBy,
): Promise<RequestRow> {
  const { organizationId, body, isFullOnly } = given;
  const orderId = await findOrderId(trx, organizationId, body.order_id);
  const facts = orderId === undefined ? undefined : await lockForRefund(trx, orderId);
  if (facts === undefined) throw new AppError('PAYMENT_ORDER_NOT_FOUND');
  if (facts.status === 'paid') throw new AppError('PAYMENT_FULFILLMENT_PENDING', { headers: { 'retry-after': '5' } });
  const amount = fenFromJson(body.amount_minor);
  const destination = body.destination ?? usualDestination(facts);
  if (await hasOpenRequest(trx, facts.id))
    throw new AppError('REFUND_NOT_ALLOWED', { details: { reason: 'open_request' } });
  const reason = judgeRefund(facts, { amount, destination, isFullOnly });
  if (reason !== null) throw new AppError('REFUND_NOT_ALLOWED', { details: { reason } });
  if (!canGoTo(facts, destination)) throw noSuchDestination(destination);
  const row = await insertRequest(trx, {
    id: newId('refund'),
    organizationId,
    orderId: facts.id,
    amount,
    reason: body.reason,
    destination,
    createdBy: nameOfActor(by),
    keyMadeBy: by.actor.kind === 'api_key' ? await findKeyMaker(trx, nameOfActor(by)) : null,
  });
  await tellOfRefund(trx, 'requested', row);
  await auditRefund(trx, 'requested', row, by);
  return row;
}

function noSuchDestination(destination: string): ValidationFailure {
  const ctx = { error: 'must be balance for what was paid from it, and original for what is on it' };
  return new ValidationFailure([{ loc: ['body', 'destination'], type: 'value_error', input: destination, ctx }]);
}

/** Takes a request back that nobody has decided about. @throws {AppError} NOT_FOUND, CONFLICT */
export async function withdrawRefund(
  trx: DbTransaction,
  { organizationId, id }: { organizationId: string; id: string },
  by: AuditedBy,
): Promise<RequestRow> {
  const before = await findRequest(trx, id);
  if (before?.organization_id !== organizationId) throw new AppError('NOT_FOUND');
  if (before.status === 'withdrawn') return before;
  const row = await moveRequest(trx, id, { from: ['submitted'], to: 'withdrawn', ends: true });
  if (row === undefined) throw new AppError('CONFLICT', { details: { reason: 'status_changed' } });
  await auditRefund(trx, 'withdrawn', row, by);
  return row;
}
