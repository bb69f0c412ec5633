import { redirect, type PageAnswer, type PageRoute } from '../../../http/page-route.ts';
import { jobsCsv } from './csv.ts';
import { jobFilterOf } from './filter.ts';
import { JobsPage } from './page.tsx';
import { exportJobs, JOBS_EXPORTED_MAX, JOBS_SEARCHED_MAX, listJobs } from '../../../features/jobs/index.ts';
import { privatePage } from '../../kit/site.ts';
import { dashboardPath } from '../kit/frame.ts';
import { besideJobs, csvFile } from '../kit/lists.ts';
import { jobRow } from '../kit/present.ts';
import { dashboardRoute, type Dashboard, type Visit } from '../kit/visit.ts';

const PAGE_SIZE = 20;

/** The jobs of the organization: as a page, and as a file for spreadsheets. */
export function jobListRoutes(dashboard: Dashboard): PageRoute[] {
  const route = { method: 'GET', permission: 'jobs:read' } as const;
  return [
    ...dashboardRoute(dashboard, { ...route, path: 'jobs', handler: (visit) => listPage(dashboard, visit) }),
    ...dashboardRoute(dashboard, { ...route, path: 'jobs/export', handler: (visit) => listFile(dashboard, visit) }),
  ];
}

async function listPage({ services: { db } }: Dashboard, visit: Visit): Promise<PageAnswer> {
  const { frame, member, context } = visit;
  const { organizationId } = member;
  const { language } = frame.shell;
  const before = context.query.get('before') ?? undefined;
  const { state, filter } = jobFilterOf(visit);
  const { jobs, next } =
    filter === null
      ? { jobs: [], next: null }
      : await listJobs(db, organizationId, { limit: PAGE_SIZE, before, filter });
  const beside = await besideJobs(db, organizationId, jobs);
  return privatePage(
    <JobsPage
      frame={frame}
      jobs={jobs.map((job) => jobRow(job, language, beside))}
      isContinued={before !== undefined}
      next={next}
      state={state}
      exportedMost={JOBS_EXPORTED_MAX}
      searchedMost={JOBS_SEARCHED_MAX}
    />,
    language,
    filter === null ? { status: 422 } : {},
  );
}

/** A filter that is wrong is shown by the page. */
async function listFile({ services: { db, clock } }: Dashboard, visit: Visit): Promise<PageAnswer> {
  const { frame, member } = visit;
  const { language } = frame.shell;
  const { state, filter } = jobFilterOf(visit);
  if (filter === null) return redirect(dashboardPath(frame, 'jobs', state.values));
  const jobs = await exportJobs(db, member.organizationId, filter);
  const beside = await besideJobs(db, member.organizationId, jobs);
  return csvFile(
    'jobs',
    clock.now(),
    jobsCsv(
      jobs.map((job) => jobRow(job, language, beside)),
      language,
    ),
  );
}
