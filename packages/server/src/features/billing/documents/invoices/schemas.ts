import { z } from 'zod';
import { cursorQuery } from '../../../../http/cursor.ts';
import { pageSchema, paginationQuery } from '../../../../http/pagination.ts';
import { INVOICE_STATUSES, INVOICE_TYPES } from '../../../../shared/billing-words.ts';
import { deceptive } from '../../../../shared/declared-text.ts';
import { refusedAs } from '../../../../shared/input-reasons.ts';
import { profileBody, profileSchema } from '../profile/schemas.ts';

export const ORDERS_MAX = 50;

const said = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => !deceptive(text), refusedAs('deceptive'));

export const invoiceBody = z.strictObject({
  invoice_type: z.enum(INVOICE_TYPES).describe('`vat_special` is for enterprises'),
  order_ids: z
    .array(z.string().min(1).max(100))
    .min(1)
    .max(ORDERS_MAX)
    .refine((ids) => new Set(ids).size === ids.length, { error: 'must not name an order twice' })
    .describe('Orders that were paid from outside and are delivered; each is on one invoice'),
  profile: profileBody.optional().describe('Whom it is for; the stored profile when omitted'),
  remark: said(200).optional().describe('For the invoice'),
});

export type InvoiceBody = z.infer<typeof invoiceBody>;

export const invoicesQuery = z.strictObject({
  limit: paginationQuery.limit,
  cursor: cursorQuery,
  status: z.enum(INVOICE_STATUSES).optional(),
});

export const invoiceParams = z.object({ id: z.string().min(1).max(100).describe('Identifier of the request') });

const maybeText = z.string().nullable();

export const invoiceSchema = z
  .object({
    id: z.string(),
    invoice_type: z.enum(INVOICE_TYPES),
    status: z.enum(INVOICE_STATUSES).describe('`red_issued`: a red-letter invoice has ended it'),
    amount_minor: z.int().describe('What was paid for the orders and not refunded, in fen'),
    currency: z.literal('CNY'),
    profile: profileSchema.describe('As it was when the invoice was requested'),
    order_ids: z.array(z.string()),
    remark: maybeText,
    invoice_no: maybeText,
    download_url: maybeText,
    reject_reason: maybeText,
    created_at: z.string(),
    issued_at: maybeText,
  })
  .meta({ id: 'InvoiceRequest' });

export type PresentedInvoice = z.infer<typeof invoiceSchema>;

export const adminInvoicesQuery = z.object({
  ...paginationQuery,
  status: z.enum(INVOICE_STATUSES).optional(),
  organization_id: z.string().min(1).max(100).optional(),
});

export const adminInvoiceSchema = invoiceSchema
  .extend({
    organization_id: z.string(),
    requested_by: z.string(),
    decided_by: maybeText,
    flags: z
      .array(z.enum(['order_refunded']))
      .describe('`order_refunded`: less is left of the orders than the amount; it cannot be issued'),
  })
  .meta({ id: 'AdminInvoiceRequest', description: 'A request for an invoice as the operator sees it' });

export type AdminInvoice = z.infer<typeof adminInvoiceSchema>;

export const adminInvoicePageSchema = pageSchema(adminInvoiceSchema);

export const issueBody = z.strictObject({
  invoice_no: z
    .string()
    .regex(/^[0-9A-Za-z-]{4,40}$/)
    .describe('The number of the invoice, which no other has'),
  download_url: z
    .url({ protocol: /^https$/ })
    .max(2048)
    .optional()
    .describe('Where the organization gets it'),
});

export const rejectBody = z.strictObject({ reason: said(500).describe('Shown to the organization') });
