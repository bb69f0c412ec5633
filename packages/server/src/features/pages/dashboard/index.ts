import type { PageRoute } from '../../../http/page-route.ts';
import type { PageServices } from '../services.ts';
import type { Site } from '../site.ts';
import { ownAccountPages } from './account-routes.tsx';
import { auditPages } from './audit-routes.tsx';
import { closePages } from './close-routes.tsx';
import { credentialPages } from './credential-routes.tsx';
import { jobListRoutes } from './job-routes.tsx';
import { keyRoutes } from './key-routes.tsx';
import { memberPages } from './member-routes.tsx';
import { organizationPages } from './organization-routes.tsx';
import { overviewRoutes } from './overview-routes.tsx';
import { rightsPages } from './rights-routes.tsx';
import { sessionPages } from './session-routes.tsx';
import { signPages } from './sign-routes.tsx';
import { totpPages } from './totp-routes.tsx';

/** The pages for people who are signed in. */
export function dashboardRoutes(services: PageServices, site: Site): PageRoute[] {
  const dashboard = { services, site };
  return [
    overviewRoutes,
    jobListRoutes,
    keyRoutes,
    credentialPages,
    signPages,
    sessionPages,
    ownAccountPages,
    totpPages,
    rightsPages,
    organizationPages,
    closePages,
    memberPages,
    auditPages,
  ].flatMap((pages) => pages(dashboard));
}
