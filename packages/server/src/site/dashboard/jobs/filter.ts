import { z } from 'zod';
import type { JobFilter } from '../../../features/jobs/index.ts';
import { formState, orAbsent, readForm } from '../../kit/read-form.ts';
import type { FormState } from '../../kit/components/form.tsx';
import type { Visit } from '../kit/visit.ts';
import { JOB_KINDS, JOB_STATES } from './states.ts';

const DAY_MS = 86_400_000;

const jobQuery = z.object({
  q: z.string().max(200).optional(),
  status: z.enum(JOB_STATES).optional(),
  kind: z.enum(JOB_KINDS).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  sort: z.enum(['newest', 'oldest']).optional(),
});
const NAMES = Object.keys(jobQuery.shape);

/** What the address asks for: as typed, and as the feature takes it; null when something in it is wrong. */
export function jobFilterOf({ context }: Pick<Visit, 'context'>): { state: FormState; filter: JobFilter | null } {
  const { query, language } = context;
  const typed = Object.fromEntries(NAMES.map((name) => [name, query.get(name) ?? '']));
  const asked = Object.fromEntries(NAMES.map((name) => [name, orAbsent(typed[name])?.trim()]));
  const read = readForm(jobQuery, asked, language);
  if (read.kind === 'bad') return { state: formState(typed, read.problems), filter: null };
  const { q, status, kind, from, to, sort } = read.data;
  const filter = {
    filename: q,
    status,
    kind,
    from: from === undefined ? undefined : new Date(from),
    // The day itself belongs to what is asked for.
    to: to === undefined ? undefined : new Date(Date.parse(to) + DAY_MS),
    isOldestFirst: sort === 'oldest',
  };
  return { state: formState(typed, []), filter };
}
