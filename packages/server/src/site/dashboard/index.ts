import type { PageRoute } from '../../http/page-route.ts';
import type { PageServices } from '../services.ts';
import type { Site } from '../kit/site.ts';
import { ownAccountPages } from './account/routes.tsx';
import { auditPages } from './audit/routes.tsx';
import { orderForms } from './billing/form-routes.tsx';
import { billingPages } from './billing/routes.tsx';
import { invoicePages } from './billing/invoices/routes.tsx';
import { overagePages } from './billing/overage/routes.tsx';
import { profilePages } from './billing/profile/routes.tsx';
import { refundPages } from './billing/refunds/routes.tsx';
import { statementPages } from './billing/statements/routes.tsx';
import { billingSteps } from './billing/step-routes.tsx';
import { closePages } from './organization/close-routes.tsx';
import { credentialPages } from './credentials/routes.tsx';
import { jobListRoutes } from './jobs/routes.tsx';
import { keyRoutes } from './keys/routes.tsx';
import { memberPages } from './members/routes.tsx';
import { notificationPages } from './notifications/routes.tsx';
import { organizationPages } from './organization/routes.tsx';
import { overviewRoutes } from './overview/routes.tsx';
import { rightsPages } from './rights/routes.tsx';
import { sessionPages } from './sessions/routes.tsx';
import { signPages } from './sign/routes.tsx';
import { totpPages } from './totp/routes.tsx';
import { usagePages } from './usage/routes.tsx';
import { webhookPages } from './webhooks/routes.tsx';
import { webhookStepPages } from './webhooks/step-routes.tsx';

/** The pages for people who are signed in. */
export function dashboardRoutes(services: PageServices, site: Site): PageRoute[] {
  const dashboard = { services, site };
  return [
    overviewRoutes,
    jobListRoutes,
    keyRoutes,
    webhookPages,
    webhookStepPages,
    usagePages,
    billingPages,
    orderForms,
    billingSteps,
    statementPages,
    invoicePages,
    refundPages,
    profilePages,
    overagePages,
    credentialPages,
    signPages,
    sessionPages,
    ownAccountPages,
    totpPages,
    notificationPages,
    rightsPages,
    organizationPages,
    closePages,
    memberPages,
    auditPages,
  ].flatMap((pages) => pages(dashboard));
}
