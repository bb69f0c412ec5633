import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ValidationFailure } from '../shared/validation-failure.ts';

const CURSOR_CHARACTERS = 512;
const CHECK_CHARACTERS = 16;

/** What a list was asked for, besides the cursor and the size of the page. */
export type ListFilter = Readonly<Record<string, unknown>>;

/** The query member of a list that is paged by cursor. */
export const cursorQuery = z
  .string()
  .min(1)
  .max(CURSOR_CHARACTERS)
  .optional()
  .describe('`next_cursor` of the page before, with the same filter');

/** The schema of a page of such a list. */
export function cursorPageSchema<S extends z.ZodType>(
  item: S,
): z.ZodObject<{ data: z.ZodArray<S>; next_cursor: z.ZodNullable<z.ZodString>; has_more: z.ZodBoolean }> {
  return z.object({
    data: z.array(item),
    next_cursor: z.string().nullable().describe('Null on the last page'),
    has_more: z.boolean(),
  });
}

/** Names a place in a list, for this filter alone. It holds no secret: who changes it gets a refusal, or a place in their own list. */
function encodeCursor(position: string, filter: ListFilter): string {
  return Buffer.from(`${checkOf(position, filter)}${position}`).toString('base64url');
}

/** @throws {ValidationFailure} it was changed, or made for another filter */
export function decodeCursor(cursor: string, filter: ListFilter): string {
  const text = Buffer.from(cursor, 'base64url').toString();
  const position = text.slice(CHECK_CHARACTERS);
  if (encodeCursor(position, filter) === cursor) return position;
  const ctx = { error: 'is not a cursor of this list and filter' };
  throw new ValidationFailure([{ loc: ['query', 'cursor'], type: 'value_error', input: cursor, ctx }]);
}

function checkOf(position: string, filter: ListFilter): string {
  const sorted = Object.entries(filter).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([sorted, position]))
    .digest('hex')
    .slice(0, CHECK_CHARACTERS);
}

/** Cuts a list that was read with one row more than the page has. */
export function cursorPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  filter: ListFilter,
  { present, positionOf }: { present: (row: Row) => Item; positionOf: (row: Row) => string },
): { data: Item[]; next_cursor: string | null; has_more: boolean } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit;
  const next = hasMore && last !== undefined ? encodeCursor(positionOf(last), filter) : null;
  return { data: page.map(present), next_cursor: next, has_more: hasMore };
}
