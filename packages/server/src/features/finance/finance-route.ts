import type { z } from 'zod';
import { defineRoute, type Route } from '../../http/route.ts';
import { fenToJson } from '../../shared/fen.ts';
import { checkLedger, payoutsAllowed } from '../billing/ledger/index.ts';
import { presentFigures } from './present.ts';
import { listAttention, listMovements, readTotals } from './queries/report.ts';
import { financeQuery, financeSchema, type PresentedFinance } from './schemas.ts';
import type { FinanceServices } from './services.ts';

const DEFAULT_SPAN_MS = 30 * 86_400_000;

export function financeRoute({ database, clock }: Pick<FinanceServices, 'database' | 'clock'>): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/admin/finance',
    tags: ['Administration'],
    auth: { kind: 'administrator' },
    rateLimit: 'api',
    operationId: 'getFinance',
    summary: 'Get the state of money',
    description:
      'What came in and went out in a window, what is owed at its end, whether the books are right now, and what waits for a person. Amounts are in fen.',
    query: financeQuery,
    responses: { 200: { description: 'The state of money', schema: financeSchema } },
    errors: [],
    handler: async ({ query }) => ({ status: 200, body: await readFinance({ database, clock }, query) }),
  });
}

/** What came in and went out in a window, what is owed at its end, and what waits for a person. */
export async function readFinance(
  { database: { db }, clock }: Pick<FinanceServices, 'database' | 'clock'>,
  query: z.output<typeof financeQuery>,
): Promise<PresentedFinance> {
  const now = clock.now();
  const to = query.to ?? now;
  const window = { from: query.from ?? new Date(to.getTime() - DEFAULT_SPAN_MS), to };
  const { group_by: grouping } = query;
  const series = grouping === 'none' ? [] : await listMovements(db, window, grouping);
  const totals = await readTotals(db, window);
  const { balanced, clearing_fen: clearing, mismatches } = await checkLedger(db);
  return {
    from: window.from.toISOString(),
    to: window.to.toISOString(),
    currency: 'CNY',
    totals: presentFigures(totals),
    series: series.map(({ group, figures }) => ({ group, ...presentFigures(figures) })),
    ledger: {
      balanced,
      checked_at: now.toISOString(),
      clearing_minor: fenToJson(clearing),
      payouts_allowed: balanced && (await payoutsAllowed(db)),
      mismatches,
    },
    attention: (await listAttention(db)).map(({ class: name, count, oldestAt }) => ({
      class: name,
      count,
      oldest_at: oldestAt.toISOString(),
    })),
  };
}
