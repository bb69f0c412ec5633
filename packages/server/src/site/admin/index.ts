import type { PageRoute } from '../../http/page-route.ts';
import type { PageServices } from '../services.ts';
import type { Site } from '../kit/site.ts';
import { adminAccountPages } from './accounts/routes.tsx';
import { adminOrganizationPages } from './organizations/routes.tsx';

/** The operator's pages, which do for people what the administrators' routes do for programs. */
export function adminPages(services: PageServices, site: Site): PageRoute[] {
  const admin = { services, site };
  return [...adminOrganizationPages(admin), ...adminAccountPages(admin)];
}
