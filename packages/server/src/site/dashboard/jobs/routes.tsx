import type { PageRoute } from '../../../http/page-route.ts';
import { JobsPage } from './page.tsx';
import { listJobs } from '../../../features/jobs/index.ts';
import { privatePage } from '../../kit/site.ts';
import { jobRow } from '../kit/present.ts';
import { dashboardRoute, type Dashboard } from '../kit/visit.ts';

const PAGE_SIZE = 20;

export function jobListRoutes(dashboard: Dashboard): PageRoute[] {
  return dashboardRoute(dashboard, {
    method: 'GET',
    path: 'jobs',
    permission: 'jobs:read',
    handler: async ({ frame, member, context }) => {
      const { language } = frame.shell;
      const before = context.query.get('before') ?? undefined;
      const { jobs, next } = await listJobs(dashboard.services.db, member.organizationId, { limit: PAGE_SIZE, before });
      return privatePage(
        <JobsPage
          frame={frame}
          jobs={jobs.map((job) => jobRow(job, language))}
          isContinued={before !== undefined}
          next={next}
        />,
        language,
      );
    },
  });
}
