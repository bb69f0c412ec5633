import { z } from 'zod';
import { cursorQuery } from '../../../../http/cursor.ts';
import { paginationQuery } from '../../../../http/pagination.ts';
import { LANGUAGES } from '../../../../shared/language.ts';
import { STATEMENT_FORMATS } from './words.ts';

const monthText = z.string().regex(/^20[0-9]{2}-(?:0[1-9]|1[0-2])$/);

export const statementsQuery = z.strictObject({
  limit: paginationQuery.limit,
  cursor: cursorQuery,
  year: z
    .string()
    .regex(/^20[0-9]{2}$/)
    .optional()
    .describe('Only months of this year'),
});

export const statementBody = z.strictObject({ month: monthText.describe('In Asia/Shanghai; it is over') });

export const statementParams = z.object({ id: z.string().min(1).max(100).describe('Identifier of the statement') });

export const downloadQuery = z.strictObject({
  format: z
    .enum(STATEMENT_FORMATS)
    .default('json')
    .describe('json: with every entry; csv: UTF-8 with a byte order mark, for spreadsheets; pdf: a document to file'),
  lang: z.enum(LANGUAGES).optional().describe('Language of the texts; by default Accept-Language decides'),
});

const sum = z.int();

export const statementSchema = z
  .object({
    id: z.string(),
    month: z.string().describe('In Asia/Shanghai'),
    opening_minor: sum.describe('The balance at its beginning, which is that of the end of the month before, in fen'),
    credit_minor: sum.describe('What came'),
    debit_minor: sum.describe('What went'),
    closing_minor: sum.describe('`opening_minor + credit_minor - debit_minor`'),
    currency: z.literal('CNY'),
    entry_count: z.int(),
    status: z.enum(['generating', 'final']).describe('A statement exists when it is final'),
    finalized_at: z.string().nullable(),
    download_url: z.string().nullable().describe('The statement with its entries, as JSON, CSV or PDF'),
  })
  .meta({ id: 'Statement', description: 'The balance in a month; gifts are not part of it' });

export type PresentedStatement = z.infer<typeof statementSchema>;

export const statementFileSchema = z.object({
  statement: statementSchema,
  entries: z
    .array(
      z.object({
        sequence: z.int().describe('Counts the entries of the balance without a gap'),
        transaction_id: z.string(),
        type: z.string(),
        source_id: z.string().describe('What it was booked for'),
        description: z.string(),
        direction: z.enum(['credit', 'debit']),
        amount_minor: sum,
        balance_after_minor: sum,
        created_at: z.string(),
      }),
    )
    .describe('The oldest first'),
});

export type StatementFile = z.infer<typeof statementFileSchema>;
