import { z } from 'zod';
import type { Fen } from '../../../shared/fen.ts';

/** The plan as it was offered, in `payment_order.plan_snapshot`. */
export const planSnapshotSchema = z.strictObject({
  plan_code: z.string(),
  plan_version: z.int(),
  name: z.string(),
  interval: z.literal('month'),
  /** How many months the period has. */
  interval_count: z.int().min(1),
  change: z.enum(['new', 'renewal', 'upgrade']),
  /** A month, in fen. */
  price_fen: z.int().min(1),
  /** For what is left of the periods that an upgrade ends. */
  credit_fen: z.int().min(0),
  /** What an upgrade was computed from: it is worth nothing else. */
  replaces: z.strictObject({ period_id: z.string(), paid_until: z.iso.datetime() }).nullable(),
  /** Whether the subscription shall renew by itself from then on; false leaves it as it is. */
  auto_renew: z.boolean().default(false),
});

export type PlanSnapshot = z.infer<typeof planSnapshotSchema>;

/** Why a plan cannot be bought now. */
export type PlanUnavailable =
  'unknown' | 'off_sale' | 'current_plan' | 'downgrade_at_period_end' | 'contact_sales' | 'free';

export type PlanQuote =
  | { purpose: 'plan_purchase' | 'plan_renewal'; amount: Fen; snapshot: PlanSnapshot; unavailable?: undefined }
  | { unavailable: PlanUnavailable };
