import { z } from 'zod';
import { cursorQuery } from '../../../http/cursor.ts';
import { pageSchema, paginationQuery } from '../../../http/pagination.ts';
import {
  PROVIDER_REFUND_STATES,
  REFUND_DESTINATIONS,
  REFUND_FAILURES,
  REFUND_REQUEST_STATUSES,
} from '../../../shared/billing-words.ts';
import { deceptive } from '../../../shared/declared-text.ts';
import { LARGEST_AMOUNT_FEN } from '../../../shared/fen.ts';
import { refusedAs } from '../../../shared/input-reasons.ts';

const said = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .refine((text) => !deceptive(text), refusedAs('deceptive'));

export const refundBody = z.strictObject({
  order_id: z.string().min(1).max(100),
  amount_minor: z.int().min(1).max(LARGEST_AMOUNT_FEN).describe('In fen'),
  reason: said,
  destination: z
    .enum(REFUND_DESTINATIONS)
    .optional()
    .describe(
      '`original`: the way it was paid; `balance`: for plans only. By default the way it was paid, which for an order that was paid from the balance is the balance',
    ),
});

export type RefundBody = z.infer<typeof refundBody>;

export const refundsQuery = z.strictObject({
  limit: paginationQuery.limit,
  cursor: cursorQuery,
  status: z.enum(REFUND_REQUEST_STATUSES).optional(),
  order_id: z.string().min(1).max(100).optional(),
});

export const refundParams = z.object({ id: z.string().min(1).max(100).describe('Identifier of the request') });

const maybeText = z.string().nullable();

export const refundSchema = z
  .object({
    id: z.string(),
    order_id: z.string(),
    amount_minor: z.int().describe('In fen'),
    currency: z.literal('CNY'),
    destination: z.enum(REFUND_DESTINATIONS),
    reason: z.string(),
    status: z.enum(REFUND_REQUEST_STATUSES),
    failure_code: z.enum(REFUND_FAILURES).nullable(),
    created_at: z.string(),
    completed_at: maybeText,
  })
  .meta({ id: 'RefundRequest' });

export type PresentedRefund = z.infer<typeof refundSchema>;

export const adminRefundsQuery = z.object({
  ...paginationQuery,
  status: z.enum(REFUND_REQUEST_STATUSES).optional(),
  organization_id: z.string().min(1).max(100).optional(),
});

export const adminRefundSchema = refundSchema
  .extend({
    organization_id: z.string(),
    requested_by: z.string(),
    decided_by: maybeText,
    decision_note: maybeText,
    provider_state: z
      .enum(PROVIDER_REFUND_STATES)
      .nullable()
      .describe('What is known of the refund at the gateway; `unknown` with V1 waits for a person. Null: not approved'),
    out_refund_no: maybeText.describe('Our number of it at the gateway'),
    provider_refund_no: maybeText,
    attempts: z.int(),
  })
  .meta({ id: 'AdminRefundRequest', description: 'A request for a refund as the operator sees it' });

export const adminRefundPageSchema = pageSchema(adminRefundSchema);

export const approveBody = z.strictObject({ note: said.optional() }).optional();
export const rejectBody = z.strictObject({ reason: said });
export const resolveBody = z.strictObject({
  outcome: z.enum(['succeeded', 'failed']).describe('What the console of the gateway says of it'),
  note: said.describe('How that is known'),
});
