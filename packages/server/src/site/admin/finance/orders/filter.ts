import { z } from 'zod';
import { ORDER_STATUSES, PAYMENT_CHANNELS } from '../../../../shared/billing-words.ts';
import { refusedAs } from '../../../../shared/input-reasons.ts';
import type { OrderSearch } from '../../../../features/billing/orders/index.ts';
import type { FormState } from '../../../kit/components/form.tsx';
import { formState, orAbsent, readForm } from '../../../kit/read-form.ts';
import type { AdminVisit } from '../../kit/visit.ts';
import { dayOf, endOf } from '../days.ts';

/** The one character that PostgreSQL can neither store nor look for. */
const searched = z
  .string()
  .max(200)
  .refine((text) => !text.includes('\u0000'), refusedAs('null_character'))
  .optional();

const orderQuery = z.object({
  number: searched,
  organization: searched,
  status: z.enum(ORDER_STATUSES).optional(),
  channel: z.enum(PAYMENT_CHANNELS).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
});
const NAMES = Object.keys(orderQuery.shape);

/** What the address asks for: as typed, and as the feature takes it; null when something in it is wrong. */
export function orderSearchOf({ context }: Pick<AdminVisit, 'context'>): {
  state: FormState;
  search: OrderSearch | null;
} {
  const { query, language } = context;
  const typed = Object.fromEntries(NAMES.map((name) => [name, query.get(name) ?? '']));
  const asked = Object.fromEntries(NAMES.map((name) => [name, orAbsent(typed[name])?.trim()]));
  const read = readForm(orderQuery, asked, language);
  if (read.kind === 'bad') return { state: formState(typed, read.problems), search: null };
  const { from, to, ...rest } = read.data;
  const search = {
    ...rest,
    from: from === undefined ? undefined : dayOf(from),
    // The day itself belongs to what is asked for.
    to: to === undefined ? undefined : endOf(to),
  };
  return { state: formState(typed, []), search };
}
