import { answerOnce } from '../../../../http/answer-once.ts';
import type { Changing } from '../../subscriptions/index.ts';
import type { DocumentServices } from '../services.ts';
import { cancelInvoice } from './decide-invoice.ts';
import { presentInvoice } from './present.ts';
import type { InvoiceRow } from './queries.ts';
import { requestInvoice } from './request-invoice.ts';
import { invoiceSchema, type InvoiceBody } from './schemas.ts';

/** Who asks, and under which name of the request; without one a repetition is another request. */
export interface AskingOnce extends Changing {
  key: string | undefined;
}

/**
 * Requests an invoice once for each key.
 *
 * @throws {AppError} PAYMENT_ORDER_NOT_FOUND, PAYMENT_FULFILLMENT_PENDING, CONFLICT; {ValidationFailure} nobody to invoice, or
 *   not an enterprise
 */
export async function askForInvoice(
  { db, limits }: Pick<DocumentServices, 'db' | 'limits'>,
  { organizationId, by, key }: AskingOnce,
  body: InvoiceBody,
) {
  const once = { organizationId, operation: 'billing.invoice', key, input: body, keptMs: limits.idempotencyMs };
  const answered = await answerOnce(db, once, async (trx) => {
    const row = await requestInvoice(trx, organizationId, body, by);
    return { status: 201, body: presentInvoice(row) };
  });
  return { answered, invoice: invoiceSchema.parse(answered.answer.body) };
}

/** Takes a request back that nobody has begun with. @throws {AppError} NOT_FOUND, CONFLICT */
export async function cancelOwnInvoice(
  { db }: Pick<DocumentServices, 'db'>,
  { organizationId, by }: Changing,
  id: string,
): Promise<InvoiceRow> {
  return db.transaction().execute((trx) => cancelInvoice(trx, { organizationId, id }, by));
}
