import { z } from 'zod';
import type { PageAnswer, PageRoute } from '../../../http/page-route.ts';
import { planOf } from '../../../features/billing/plans/index.ts';
import { readStanding, sumByDay, sumByKey } from '../../../features/usage/index.ts';
import type { FormProblem } from '../../kit/components/form.tsx';
import { formState, orAbsent, readForm } from '../../kit/read-form.ts';
import { privatePage } from '../../kit/site.ts';
import { dashboardRoute, type Dashboard, type Visit } from '../kit/visit.ts';
import { DAY_MS, dayOf, dayRows, standingRows, type Range } from './rows.ts';
import { UsagePage } from './page.tsx';
import { USAGE } from './words.ts';

/** As many days as one picture can show. */
const DAYS_MAX = 92;
const KEYS_SHOWN = 20;

const rangeQuery = z.object({ from: z.iso.date().optional(), to: z.iso.date().optional() });

/** What was used, and what is left. */
export function usagePages(dashboard: Dashboard): PageRoute[] {
  return dashboardRoute(dashboard, {
    method: 'GET',
    path: 'usage',
    permission: 'usage:read',
    handler: (visit) => usagePage(dashboard, visit),
  });
}

async function usagePage({ services }: Dashboard, { frame, member, context }: Visit): Promise<PageAnswer> {
  const { language, query } = context;
  const { db, clock, quotaBasis } = services;
  const { organizationId } = member;
  const [standing, plan] = await Promise.all([
    readStanding(db, organizationId, quotaBasis),
    planOf(db, organizationId, quotaBasis),
  ]);
  const [first] = standing;
  if (first === undefined) throw new Error('there are no operations');
  const typed = { from: query.get('from') ?? '', to: query.get('to') ?? '' };
  const today = dayOf(clock.now());
  const initial = { from: dayOf(first.period_start), to: today };
  const asked = { from: orAbsent(typed.from), to: orAbsent(typed.to) };
  const read = readForm(rangeQuery, asked, language);
  const range = read.kind === 'good' ? rangeOf(read.data, initial) : initial;
  const problems = read.kind === 'bad' ? read.problems : problemsOf(range, USAGE[language]);
  const isBad = problems.length > 0;
  const [sums, keys] = isBad
    ? [[], { rows: [], total: 0 }]
    : await Promise.all([
        sumByDay(db, organizationId, range),
        sumByKey(db, organizationId, { ...range, limit: KEYS_SHOWN }),
      ]);
  return privatePage(
    <UsagePage
      frame={frame}
      plan={plan.name[language]}
      period={{ start: first.period_start.toISOString(), end: first.period_end.toISOString() }}
      standings={standingRows(standing)}
      days={sums.length === 0 ? [] : dayRows(sums, range)}
      keys={{ rows: keys.rows.map(({ api_key_id: id, ...row }) => ({ id, ...row })), total: keys.total }}
      state={formState(isBad ? typed : { ...range }, problems)}
    />,
    language,
    isBad ? { status: 422 } : {},
  );
}

/** One end alone says which period, as long as a picture can be. */
function rangeOf({ from, to }: z.output<typeof rangeQuery>, initial: Range): Range {
  if (from === undefined && to === undefined) return initial;
  if (from === undefined)
    return { from: dayOf(new Date(Date.parse(to ?? initial.to) - 30 * DAY_MS)), to: to ?? initial.to };
  return { from, to: to ?? initial.to };
}

function problemsOf({ from, to }: Range, words: { order: string; tooLong: (days: number) => string }): FormProblem[] {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1) return [{ field: 'to', text: words.order }];
  return days > DAYS_MAX ? [{ field: 'from', text: words.tooLong(DAYS_MAX) }] : [];
}
