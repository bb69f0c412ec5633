import { z } from 'zod';
import { LARGEST_AMOUNT_FEN } from '../../../shared/fen.ts';

const limit = z.int().min(0).max(LARGEST_AMOUNT_FEN).nullable();

export const overageBody = z.strictObject({
  enabled: z.boolean().describe('Whether the balance may be charged for units beyond the plan'),
  monthly_limit_minor: limit
    .optional()
    .describe('The most for all operations in a period, in fen; null: as much as the balance has. Omitted: as it is'),
});

export const overageSchema = z
  .object({
    enabled: z.boolean(),
    monthly_limit_minor: limit,
    charged_minor: z.int().min(0).describe('What was charged in the period that is under way, in fen'),
  })
  .meta({ id: 'Overage' });

export type PresentedOverage = z.infer<typeof overageSchema>;
