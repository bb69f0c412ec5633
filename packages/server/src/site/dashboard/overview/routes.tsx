import type { PageRoute } from '../../../http/page-route.ts';
import { can } from '../../../shared/permissions.ts';
import { viewerOf } from '../../../shared/viewer.ts';
import { countVerdicts, lastDeliveries, usageFigures } from './figures.ts';
import { OverviewPage } from './page.tsx';
import { countUsableKeys } from '../../../features/api-keys/index.ts';
import { listCredentials, presentCredential } from '../../../features/credentials/index.ts';
import { listJobs, listPreviewed } from '../../../features/jobs/index.ts';
import { privatePage } from '../../kit/site.ts';
import { KEY_VARIABLE, verifyCommand } from '../kit/commands.ts';
import { besideJobs } from '../kit/lists.ts';
import { credentialRow, jobRow } from '../kit/present.ts';
import { dashboardRoute, type Dashboard } from '../kit/visit.ts';

const SHOWN = 5;
/** The last jobs, whose verdicts are counted. */
const JUDGED = 100;

/** The first page after signing in. */
export function overviewRoutes(dashboard: Dashboard): PageRoute[] {
  const { db, links, clock } = dashboard.services;
  return dashboardRoute(dashboard, {
    method: 'GET',
    path: '',
    permission: 'organization:read',
    handler: async (visit) => {
      const { frame, member } = visit;
      const { language } = frame.shell;
      const { organizationId, role } = member;
      const last = await listJobs(db, organizationId, { limit: JUDGED });
      const jobs = last.jobs.slice(0, SHOWN);
      const [usage, deliveries] = await Promise.all([
        usageFigures(dashboard.services, visit),
        lastDeliveries(dashboard.services, visit),
      ]);
      const { rows } = await listCredentials(db, viewerOf(member), { limit: SHOWN, offset: 0, now: clock.now() });
      const shown = [...jobs.map(({ id }) => id), ...rows.map(({ job_id }) => job_id)];
      const previewed = await listPreviewed(db, shown);
      const names = await besideJobs(db, organizationId, jobs);
      const keys = can(role, 'keys:read') ? await countUsableKeys(db, organizationId) : null;
      return privatePage(
        <OverviewPage
          frame={frame}
          jobs={jobs.map((job) => jobRow(job, language, { previewed, keys: names.keys }))}
          credentials={rows.map((row) =>
            credentialRow(presentCredential(row, links, clock.now()), previewed.has(row.job_id) ? row.job_id : null),
          )}
          keys={keys === null ? null : { usable: keys.usable, lastUsedAt: keys.last_used_at?.toISOString() ?? null }}
          usage={usage}
          verdicts={countVerdicts(last.jobs)}
          deliveries={deliveries}
          curl={verifyCommand(links.origin(), KEY_VARIABLE)}
        />,
        language,
      );
    },
  });
}
