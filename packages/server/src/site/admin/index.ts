import type { PageRoute } from '../../http/page-route.ts';
import type { PageServices } from '../services.ts';
import type { Site } from '../kit/site.ts';
import { adminAccountPages } from './accounts/routes.tsx';
import { adminCredentialPages } from './credentials/routes.tsx';
import { adminFinancePages } from './finance/routes.tsx';
import { adminJobPages } from './jobs/routes.tsx';
import { adminTrustPages } from './trust/routes.tsx';
import { adminIncidentPages } from './incidents/routes.tsx';
import { adminOrganizationPages } from './organizations/routes.tsx';
import { adminOverviewPages } from './overview/routes.tsx';

/** The operator's pages, which do for people what the administrators' routes do for programs. */
export function adminPages(services: PageServices, site: Site): PageRoute[] {
  const admin = { services, site };
  return [
    ...adminOverviewPages(admin),
    ...adminOrganizationPages(admin),
    ...adminAccountPages(admin),
    ...adminCredentialPages(admin),
    ...adminTrustPages(admin),
    ...adminJobPages(admin),
    ...adminFinancePages(admin),
    ...adminIncidentPages(admin),
  ];
}
