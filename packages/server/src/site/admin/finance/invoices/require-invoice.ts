import { findInvoice, presentForOperator, type AdminInvoice } from '../../../../features/billing/documents/index.ts';
import { nameOrganizations } from '../../../../features/admin/index.ts';
import { AppError } from '../../../../shared/app-error.ts';
import type { AdminSite, AdminVisit } from '../../kit/visit.ts';

/** The request that the address names, and the name of its organization. @throws {AppError} NOT_FOUND */
export async function requireInvoice(
  { services: { db } }: AdminSite,
  { context }: AdminVisit,
): Promise<{ invoice: AdminInvoice; organizationName: string }> {
  const row = await findInvoice(db, context.params['id'] ?? '');
  if (row === undefined) throw new AppError('NOT_FOUND');
  const names = await nameOrganizations(db, [row.organization_id]);
  return { invoice: presentForOperator(row), organizationName: names.get(row.organization_id) ?? row.organization_id };
}
