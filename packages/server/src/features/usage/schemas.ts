import { z } from 'zod';
import { paginationQuery } from '../../http/pagination.ts';
import { OPERATIONS, type Operation } from '../../shared/operations.ts';

const operations = Object.keys(OPERATIONS).filter((name): name is Operation => Object.hasOwn(OPERATIONS, name));

const operation = z
  .enum(operations)
  .describe('`label` is a label that a signing wrote, besides the signing; `lab` is reserved');
const count = z.int().min(0);

export const usageQuery = z.object({
  ...paginationQuery,
  from: z.iso
    .date()
    .optional()
    .describe('The first day (UTC); by default the first one of the period that is under way'),
  to: z.iso.date().optional().describe('The last day (UTC)'),
  operation: z.enum(operations).optional().describe('Only this operation'),
  api_key_id: z
    .string()
    .regex(/^[\x21-\x7e]{1,100}$/)
    .optional()
    .describe('Only this key'),
});

export const usageSchema = z
  .object({
    day: z.iso.date().describe('In UTC; a unit counts on the day on which it was ordered'),
    api_key_id: z.string().nullable().describe('The key; null for members in the browser'),
    operation,
    mode: z.enum(['live', 'test']).describe('`test`: in the sandbox, never charged'),
    completed: count.describe('Units of completed work'),
    failed: count.describe('Units of failed work, never charged'),
  })
  .meta({ id: 'Usage' });

export type PresentedUsage = z.infer<typeof usageSchema>;

const standing = z
  .object({
    operation,
    included: count.nullable().describe('Units that the period includes; null: there is no bound'),
    used: count.describe('Units of completed work, the sandbox apart'),
    reserved: count.describe('Units of work that has not ended'),
    remaining: count.nullable().describe('What is left; null: there is no bound'),
    overage_quantity: count.describe('Units bought besides, in blocks of 1,000'),
    overage_minor: count.describe('What they cost, in fen'),
    sandbox: count.describe('Units in the sandbox, never charged'),
    failed: count.describe('Units of failed work, never charged'),
    resets_at: z.string().describe('When the next period begins'),
  })
  .meta({ id: 'UsageStanding' });

export const meterUsageSchema = z
  .object({
    meter: operation,
    unit: z.literal('operation'),
    included: count.nullable().describe('Units that the period includes; null: there is no bound'),
    used: count.describe('Units of completed work, the sandbox apart'),
    reserved: count.describe('Units of work that has not ended'),
    remaining: count.nullable().describe('What is left; null: there is no bound'),
    overage_quantity: count.describe('Units bought besides, in blocks of 1,000'),
    overage_minor: count.describe('What they cost, in fen'),
    reset_at: z.string().describe('When the next period begins'),
  })
  .meta({ id: 'MeterUsage' });

export type PresentedMeter = z.infer<typeof meterUsageSchema>;

export const planOfSchema = z.object({
  code: z.string(),
  version: z.int(),
  name: z.string(),
  started_at: z.string().nullable().describe('Since when; null for the plan that every organization has by itself'),
});

export type PresentedPlanOf = z.infer<typeof planOfSchema>;

export const summarySchema = z
  .object({
    period: z.object({ start: z.string(), end: z.string().describe('Exclusive') }),
    plan: planOfSchema,
    operations: z.array(standing),
  })
  .meta({ id: 'UsageSummary' });

export type PresentedSummary = z.infer<typeof summarySchema>;

export const usageStateSchema = z
  .object({
    summed_at: z.string().nullable().describe('When rows were last added to the sums by day'),
    checked_at: z.string().nullable().describe('When the sums were last compared with the rows'),
    differences: count.describe('How many sums were wrong then; `revera usage rebuild` makes them again'),
    rows_since: count.describe('Rows that are in no sum yet; figures count them all the same'),
    reservations: count.describe('Units of work that has not ended'),
    partitions: z.array(z.string()).describe('The months of rows that are kept, oldest first'),
  })
  .meta({ id: 'UsageState' });
