import { z } from 'zod';
import { DEFAULT_LIMITS } from '../shared/limits.ts';

/** Only plain decimal digits: `Number('')`, `'1e9'` and `'0x10'` are numbers to JavaScript and mistakes to a caller. */
function readInteger(text: unknown): unknown {
  return typeof text === 'string' && /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

/** An integer that arrives as text in a path or query. */
export function integerParameter(schema: z.ZodType<number>): z.ZodType<number> {
  return z.preprocess(readInteger, schema);
}

/** The query members of every list route; spread them into the route's own query schema. */
export const paginationQuery = {
  limit: integerParameter(z.int().min(1).max(DEFAULT_LIMITS.pageSizeMax))
    .default(DEFAULT_LIMITS.pageSizeDefault)
    .describe('Maximum number of objects to return'),
  offset: integerParameter(z.int().min(0).max(Number.MAX_SAFE_INTEGER))
    .default(0)
    .describe('Number of the newest objects to skip'),
};

export const paginationSchema = z
  .object({ limit: z.int(), offset: z.int() })
  .meta({ id: 'Pagination', description: 'The part of the list that was answered' });

/** The schema of a list answer, newest first. */
export function pageSchema<S extends z.ZodType>(
  item: S,
): z.ZodObject<{ data: z.ZodArray<S>; pagination: typeof paginationSchema; total: z.ZodInt }> {
  return z.object({ data: z.array(item), pagination: paginationSchema, total: z.int() });
}
