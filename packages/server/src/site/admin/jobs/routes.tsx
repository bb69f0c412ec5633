import type { PageAnswer, PageRoute } from '../../../http/page-route.ts';
import { nameOrganizations } from '../../../features/admin/index.ts';
import { listFailedJobs, listQueueDepths } from '../../../features/jobs/index.ts';
import { privatePage } from '../../kit/site.ts';
import { adminRoute, type AdminSite, type AdminVisit } from '../kit/visit.ts';
import { AdminJobsPage } from './page.tsx';

const FAILURES_SHOWN = 50;

/** The parts of the service, and its queue of work. */
export function adminJobPages(admin: AdminSite): PageRoute[] {
  return adminRoute(admin, { method: 'GET', path: 'jobs', tab: 'jobs', handler: (visit) => jobsPage(admin, visit) });
}

async function jobsPage({ services }: AdminSite, { frame, context }: AdminVisit): Promise<PageAnswer> {
  const { db, health } = services;
  const status = await health.status();
  const depths = await listQueueDepths(db);
  const failed = await listFailedJobs(db, FAILURES_SHOWN);
  const names = await nameOrganizations(
    db,
    failed.map((job) => job.organization_id),
  );
  return privatePage(
    <AdminJobsPage
      frame={frame}
      status={status}
      depths={depths}
      failed={failed.map((job) => ({
        id: job.id,
        kind: job.kind,
        organizationId: job.organization_id,
        organizationName: names.get(job.organization_id ?? '') ?? null,
        code: job.error_code,
        message: job.error_message,
        at: job.created_at.toISOString(),
      }))}
    />,
    context.language,
  );
}
