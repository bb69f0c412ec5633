import { findRun, listRuns, presentRun, summaryOf, type RunRow } from '../../../../features/finance/index.ts';
import type { PageAnswer, PageRoute } from '../../../../http/page-route.ts';
import { AppError } from '../../../../shared/app-error.ts';
import { pagingOf } from '../../../dashboard/kit/paging.ts';
import { privatePage } from '../../../kit/site.ts';
import { adminRoute, type AdminSite, type AdminVisit } from '../../kit/visit.ts';
import { ReconcileRunsPage, type ReconcileRunRow } from './page.tsx';
import { ReconcileRunPage } from './run-page.tsx';
import { startReconcilePages } from './start-routes.tsx';

const tab = 'finance';

/** What was compared with the gateway, and the form that starts a comparison. */
export function reconcilePages(admin: AdminSite): PageRoute[] {
  const path = 'finance/reconcile';
  return [
    ...adminRoute(admin, { method: 'GET', path, tab, handler: (visit) => listPage(admin, visit) }),
    ...startReconcilePages(admin),
    ...adminRoute(admin, {
      method: 'GET',
      path: `${path}/{run_id}`,
      tab,
      handler: (visit) => runPage(admin, visit),
    }),
  ];
}

async function listPage({ services: { db, finance } }: AdminSite, { frame, context }: AdminVisit): Promise<PageAnswer> {
  const paging = pagingOf(context.query);
  const { rows, total } = await listRuns(db, paging);
  const at = { page: paging.page, size: paging.limit, total };
  return privatePage(
    <ReconcileRunsPage frame={frame} runs={rows.map(rowOf)} at={at} hasGateway={finance.gateway !== null} />,
    context.language,
  );
}

async function runPage({ services: { db, finance } }: AdminSite, { frame, context }: AdminVisit): Promise<PageAnswer> {
  const run = await findRun(db, context.params['run_id'] ?? '');
  if (run === undefined) throw new AppError('NOT_FOUND');
  const { items, truncated } = await presentRun(db, run);
  return privatePage(
    <ReconcileRunPage
      frame={frame}
      run={rowOf(run)}
      items={items}
      isTruncated={truncated}
      hasGateway={finance.gateway !== null}
    />,
    context.language,
  );
}

function rowOf(run: RunRow): ReconcileRunRow {
  const { scanned, counts } = summaryOf(run);
  const differences = Object.entries(counts).reduce(
    (sum, [name, count]) => (name === 'matched' ? sum : sum + count),
    0,
  );
  return {
    id: run.id,
    status: run.status,
    mode: run.mode,
    startedAt: run.created_at.toISOString(),
    from: run.window_from.toISOString(),
    to: run.window_to.toISOString(),
    startedBy: run.created_by,
    scanned,
    differences,
  };
}
