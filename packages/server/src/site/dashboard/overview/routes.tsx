import type { PageRoute } from '../../../http/page-route.ts';
import { can } from '../../../shared/permissions.ts';
import { viewerOf } from '../../../shared/viewer.ts';
import { OverviewPage } from './page.tsx';
import { countUsableKeys } from '../../../features/api-keys/index.ts';
import { listCredentials, presentCredential } from '../../../features/credentials/index.ts';
import { listJobs } from '../../../features/jobs/index.ts';
import { privatePage } from '../../kit/site.ts';
import { KEY_VARIABLE, verifyCommand } from '../kit/commands.ts';
import { credentialRow, jobRow } from '../kit/present.ts';
import { dashboardRoute, type Dashboard } from '../kit/visit.ts';

const SHOWN = 5;

/** The first page after signing in. */
export function overviewRoutes(dashboard: Dashboard): PageRoute[] {
  const { db, links, clock } = dashboard.services;
  return dashboardRoute(dashboard, {
    method: 'GET',
    path: '',
    permission: 'organization:read',
    handler: async ({ frame, member }) => {
      const { language } = frame.shell;
      const { organizationId, role } = member;
      const { jobs } = await listJobs(db, organizationId, { limit: SHOWN });
      const { rows } = await listCredentials(db, viewerOf(member), { limit: SHOWN, offset: 0 });
      const keys = can(role, 'keys:read') ? await countUsableKeys(db, organizationId) : null;
      return privatePage(
        <OverviewPage
          frame={frame}
          jobs={jobs.map((job) => jobRow(job, language))}
          credentials={rows.map((row) => credentialRow(presentCredential(row, links, clock.now())))}
          keys={keys === null ? null : { usable: keys.usable, lastUsedAt: keys.last_used_at?.toISOString() ?? null }}
          curl={verifyCommand(links.origin(), KEY_VARIABLE)}
        />,
        language,
      );
    },
  });
}
