import type { Db, DbTransaction } from '../../../../platform/database.ts';
import { AppError } from '../../../../shared/app-error.ts';
import {
  findInvoice,
  isNumberUsed,
  lockOrdersOf,
  moveInvoice,
  type InvoiceChange,
  type InvoiceRow,
} from './queries.ts';
import { auditInvoice, tellOfInvoice } from './request-invoice.ts';
import { nameOfActor, type AuditedBy } from '../../../audit/index.ts';

/** Takes a request back that nobody has begun with. @throws {AppError} NOT_FOUND, CONFLICT */
export async function cancelInvoice(
  trx: DbTransaction,
  { organizationId, id }: { organizationId: string; id: string },
  by: AuditedBy,
): Promise<InvoiceRow> {
  const before = await findInvoice(trx, id);
  if (before?.organization_id !== organizationId) throw new AppError('NOT_FOUND');
  if (before.status === 'cancelled') return before;
  const row = await move(trx, id, { from: ['submitted'], to: 'cancelled', releases: true });
  await tellOfInvoice(trx, 'cancelled', row);
  await auditInvoice(trx, 'cancelled', row, by);
  return row;
}

/** Says that somebody has begun with it. @throws {AppError} NOT_FOUND, CONFLICT */
export async function beginInvoice(db: Db, id: string, by: AuditedBy): Promise<InvoiceRow> {
  return db.transaction().execute(async (trx) => {
    const change = { from: ['submitted'], to: 'processing', decidedBy: nameOfActor(by), releases: false } as const;
    const row = await move(trx, id, change);
    await auditInvoice(trx, 'begun', row, by);
    return row;
  });
}

/** Records the invoice that was made out. @throws {AppError} NOT_FOUND, CONFLICT */
export async function issueInvoice(
  db: Db,
  id: string,
  { invoiceNo, downloadUrl }: { invoiceNo: string; downloadUrl: string | null },
  by: AuditedBy,
): Promise<InvoiceRow> {
  return db.transaction().execute(async (trx) => {
    await lockOrdersOf(trx, id);
    const before = await findInvoice(trx, id);
    if (before?.is_order_refunded === true) throw new AppError('CONFLICT', { details: { reason: 'order_refunded' } });
    if (await isNumberUsed(trx, invoiceNo))
      throw new AppError('CONFLICT', { details: { reason: 'invoice_number_used' } });
    const row = await move(trx, id, {
      from: ['submitted', 'processing'],
      to: 'issued',
      decidedBy: nameOfActor(by),
      invoiceNo,
      downloadUrl,
      releases: false,
    });
    await tellOfInvoice(trx, 'issued', row);
    await auditInvoice(trx, 'issued', row, by);
    return row;
  });
}

/** Refuses it; its orders may be on another. @throws {AppError} NOT_FOUND, CONFLICT */
export async function rejectInvoice(db: Db, id: string, reason: string, by: AuditedBy): Promise<InvoiceRow> {
  return db.transaction().execute(async (trx) => {
    const from = ['submitted', 'processing'] as const;
    const row = await move(trx, id, {
      from,
      to: 'rejected',
      decidedBy: nameOfActor(by),
      rejectReason: reason,
      releases: true,
    });
    await tellOfInvoice(trx, 'rejected', row);
    await auditInvoice(trx, 'rejected', row, by);
    return row;
  });
}

/** Records that a red-letter invoice has ended an issued one; its orders can be refunded. @throws {AppError} NOT_FOUND, CONFLICT */
export async function redLetterInvoice(db: Db, id: string, reason: string, by: AuditedBy): Promise<InvoiceRow> {
  return db.transaction().execute(async (trx) => {
    const row = await move(trx, id, { from: ['issued'], to: 'red_issued', releases: true });
    await auditInvoice(trx, 'red_lettered', row, by, { reason });
    return row;
  });
}

/** @throws {AppError} NOT_FOUND, CONFLICT when it does not have one of the statuses that the change begins from */
async function move(trx: DbTransaction, id: string, change: InvoiceChange): Promise<InvoiceRow> {
  const row = await moveInvoice(trx, id, change);
  if (row !== undefined) return row;
  if ((await findInvoice(trx, id)) === undefined) throw new AppError('NOT_FOUND');
  throw new AppError('CONFLICT', { details: { reason: 'status_changed' } });
}
