import type { DbTransaction } from '../../../../platform/database.ts';
import { storedJson } from '../../../../platform/stored-json.ts';
import { AppError } from '../../../../shared/app-error.ts';
import { fen, fenFromStored, fenToJson, NO_FEN } from '../../../../shared/fen.ts';
import { newId } from '../../../../shared/ids.ts';
import { ValidationFailure } from '../../../../shared/validation-failure.ts';
import { writeAudit, nameOfActor, type AuditedBy } from '../../../audit/index.ts';
import { recordEvent } from '../../../events/index.ts';
import { profileOf } from '../profile/present.ts';
import { findProfile } from '../profile/queries.ts';
import type { BillingProfile } from '../profile/schemas.ts';
import { toldInvoice } from './present.ts';
import { insertInvoice, lockOrders, type InvoiceableOrder, type InvoiceRow } from './queries.ts';
import type { InvoiceBody } from './schemas.ts';
import type { AuditVerb } from '../../../../shared/audit-actions.ts';

/**
 * Requests an invoice about orders, which are on no other one from now on.
 *
 * @throws {AppError} PAYMENT_ORDER_NOT_FOUND, PAYMENT_FULFILLMENT_PENDING, CONFLICT; {ValidationFailure} nobody to invoice, or
 *   not an enterprise
 */
export async function requestInvoice(
  trx: DbTransaction,
  organizationId: string,
  { invoice_type, order_ids, profile, remark }: InvoiceBody,
  by: AuditedBy,
): Promise<InvoiceRow> {
  const buyer = profile ?? (await storedProfile(trx, organizationId));
  if (invoice_type === 'vat_special' && buyer.title_type !== 'enterprise') {
    throw wrong('invoice_type', 'value_error', { error: 'must be vat_normal for a person' });
  }
  const orders = await lockOrders(trx, organizationId, order_ids);
  if (orders.length < order_ids.length) throw new AppError('PAYMENT_ORDER_NOT_FOUND');
  for (const order of orders) requireInvoiceable(order);
  const row = await insertInvoice(trx, {
    id: newId('invoice'),
    organizationId,
    invoiceType: invoice_type,
    profile: storedJson(buyer),
    amount: orders.reduce((sum, { left }) => fen(sum + left), NO_FEN),
    remark: remark ?? null,
    createdBy: nameOfActor(by),
    lines: orders.map(({ id, left }) => ({ orderId: id, amount: left })),
  });
  await tellOfInvoice(trx, 'submitted', row);
  await auditInvoice(trx, 'requested', row, by);
  return row;
}

async function storedProfile(trx: DbTransaction, organizationId: string): Promise<BillingProfile> {
  const row = await findProfile(trx, organizationId);
  if (row === undefined) throw wrong('profile', 'missing');
  return profileOf(row);
}

/**
 * What came from outside is invoiced when it came: a recharge, and not what is bought from the balance afterwards, or the same
 * money would be invoiced twice.
 */
function requireInvoiceable({ status, channel, left, hasOpenRefund, isInvoiced }: InvoiceableOrder): void {
  if (status === 'paid') throw new AppError('PAYMENT_FULFILLMENT_PENDING', { headers: { 'retry-after': '5' } });
  if (isInvoiced) throw new AppError('CONFLICT', { details: { reason: 'already_invoiced' } });
  if (hasOpenRefund) throw new AppError('CONFLICT', { details: { reason: 'refund_open' } });
  const isDelivered = status === 'fulfilled' || status === 'partially_refunded';
  if (!isDelivered || channel === 'balance' || left <= 0n) {
    throw new AppError('CONFLICT', { details: { reason: 'nothing_invoiceable' } });
  }
}

function wrong(member: string, type: string, ctx?: { error: string }): ValidationFailure {
  return new ValidationFailure([{ loc: ['body', member], type, ...(ctx === undefined ? { input: null } : { ctx }) }]);
}

export async function tellOfInvoice(
  trx: DbTransaction,
  what: 'submitted' | 'issued' | 'rejected' | 'cancelled',
  row: InvoiceRow,
): Promise<void> {
  const type = `invoice_request.${what}` as const;
  const { id, organization_id: organizationId } = row;
  await recordEvent(trx, { organizationId, type, sandbox: false, data: toldInvoice(row), dedupeKey: `${type}:${id}` });
}

export async function auditInvoice(
  trx: DbTransaction,
  what: AuditVerb<'invoice_request'>,
  row: InvoiceRow,
  by: AuditedBy,
  more: { reason?: string } = {},
): Promise<void> {
  const { invoice_no, reject_reason } = row;
  await writeAudit(trx, {
    ...by,
    organizationId: row.organization_id,
    action: `invoice_request.${what}`,
    target: { kind: 'invoice_request', id: row.id },
    details: {
      amount_minor: fenToJson(fenFromStored(row.amount_fen)),
      ...(invoice_no === null ? {} : { invoice_no }),
      ...(reject_reason === null ? {} : { reason: reject_reason }),
      ...more,
    },
  });
}
