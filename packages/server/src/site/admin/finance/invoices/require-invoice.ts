import { findInvoice, presentForOperator, type AdminInvoice } from '../../../../features/billing/documents/index.ts';
import { AppError } from '../../../../shared/app-error.ts';
import type { AdminSite, AdminVisit } from '../../kit/visit.ts';

/** The request that the address names. @throws {AppError} NOT_FOUND */
export async function requireInvoice({ services: { db } }: AdminSite, { context }: AdminVisit): Promise<AdminInvoice> {
  const row = await findInvoice(db, context.params['id'] ?? '');
  if (row === undefined) throw new AppError('NOT_FOUND');
  return presentForOperator(row);
}
