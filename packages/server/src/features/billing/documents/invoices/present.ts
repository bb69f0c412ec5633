import { fenFromStored, fenToJson } from '../../../../shared/fen.ts';
import { profileSchema } from '../profile/schemas.ts';
import { maskTaxNumber } from '../profile/tax-number.ts';
import type { InvoiceRow } from './queries.ts';
import type { AdminInvoice, PresentedInvoice } from './schemas.ts';

export function presentInvoice(row: InvoiceRow): PresentedInvoice {
  return {
    id: row.id,
    invoice_type: row.invoice_type,
    status: row.status,
    amount_minor: fenToJson(fenFromStored(row.amount_fen)),
    currency: 'CNY',
    profile: profileSchema.parse(row.profile_snapshot),
    order_ids: row.order_ids,
    remark: row.remark,
    invoice_no: row.invoice_no,
    download_url: row.download_url,
    reject_reason: row.reject_reason,
    created_at: row.created_at.toISOString(),
    issued_at: row.issued_at?.toISOString() ?? null,
  };
}

/** As events tell of it: the tax number is not shown in full. */
export function toldInvoice(row: InvoiceRow): PresentedInvoice {
  const told = presentInvoice(row);
  const { tax_no } = told.profile;
  return { ...told, profile: { ...told.profile, tax_no: tax_no === null ? null : maskTaxNumber(tax_no) } };
}

export function presentForOperator(row: InvoiceRow): AdminInvoice {
  return {
    ...presentInvoice(row),
    organization_id: row.organization_id,
    requested_by: row.created_by,
    decided_by: row.decided_by,
    flags: row.is_order_refunded ? ['order_refunded'] : [],
  };
}
