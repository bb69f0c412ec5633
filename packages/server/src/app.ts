import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import {
  accountServices,
  documentServices,
  endpointServices,
  healthOf,
  financeServices,
  orderServices,
  pageServices,
  refundServices,
  rightsServices,
  signingServices,
  verificationServices,
  subscriptionServices,
  webhookServices,
} from './feature-services.ts';
import { accountRoutes } from './features/accounts/index.ts';
import { adminRoutes } from './features/admin/index.ts';
import { keyRoutes } from './features/api-keys/index.ts';
import { auditRoutes } from './features/audit/index.ts';
import { documentRoutes } from './features/billing/documents/index.ts';
import { refundRoutes } from './features/billing/refunds/index.ts';
import { orderRoutes } from './features/billing/orders/index.ts';
import { overviewRoutes } from './features/billing/overview/index.ts';
import { chargeRoutes } from './features/billing/charges/index.ts';
import { plansRoute, subscriptionRoutes } from './features/billing/subscriptions/index.ts';
import { financeRoutes } from './features/finance/index.ts';
import { credentialRoutes } from './features/credentials/index.ts';
import { healthRoutes, type Health } from './features/health/index.ts';
import { incidentRoutes } from './features/incidents/index.ts';
import { jobRoutes } from './features/jobs/index.ts';
import { labRoutes } from './features/lab/index.ts';
import { mailboxRoutes } from './features/mail/index.ts';
import { organizationRoutes } from './features/organizations/index.ts';
import { reportRoutes } from './features/reports/index.ts';
import { rightsRoutes } from './features/rights/index.ts';
import { signingRoutes } from './features/signing/index.ts';
import { trustRoutes } from './features/trust/index.ts';
import { usageRoutes } from './features/usage/index.ts';
import { verificationRoutes } from './features/verification/index.ts';
import { webhookRoutes } from './features/webhooks/index.ts';
import { createHttpApp } from './http/app-factory.ts';
import { buildOpenApi, openApiRoute, type OpenApiOptions } from './http/openapi.ts';
import type { PageRoute } from './http/page-route.ts';
import { registerAll } from './http/register.ts';
import type { RouteServices } from './http/route-endpoint.ts';
import type { Route } from './http/route.ts';
import { objectsOf } from './platform/blob-store.ts';
import type { Services } from './services.ts';
import { newId } from './shared/ids.ts';
import {
  errorPageOf,
  openSite,
  pageRoutes,
  renderBadge,
  renderCredentialPage,
  renderHtmlReport,
  type Site,
} from './site/index.ts';

/** What the OpenAPI document says of the service as a whole. Without a public address it is where the document came from. */
export function openApiOptions({ baseUrl }: Pick<Config, 'baseUrl'>): OpenApiOptions {
  return {
    title: 'Revera',
    description: 'Content provenance: what evidence of origin a media file carries.',
    serverUrl: baseUrl ?? '/',
  };
}

function siteOf({ links, config }: Services): Site {
  return openSite(() => links.origin(), { hasPrices: config.quotaBasis === 'plans', operator: config.operator });
}

/** Every route of the service, feature by feature, and the one that describes them all. */
export function allRoutes(
  services: Services,
  shell: Site['shell'] = (language) => siteOf(services).shell(language),
  health: Health = healthOf(services),
): Route[] {
  const { config, database, clock, blobs, links, secrets, reports, mailbox } = services;
  const { db } = database;
  const routes = [
    ...accountRoutes(accountServices(services)),
    ...organizationRoutes({ db, clock, secrets, links }),
    ...verificationRoutes(verificationServices(services)),
    ...signingRoutes(signingServices(services)),
    ...labRoutes(verificationServices(services)),
    ...credentialRoutes(
      { db, clock, blobs: objectsOf(blobs, 'asset'), links },
      {
        renderPage: (facts, language) => renderCredentialPage({ shell: shell(language), facts }),
        renderBadge,
      },
    ),
    ...jobRoutes({ db, links }),
    ...reportRoutes({ db, links, reports, renderHtmlReport }),
    ...mailboxRoutes({ mailbox, secrets, clock }),
    ...keyRoutes({ db, clock, secrets, links }),
    ...webhookRoutes(webhookServices(services)),
    ...auditRoutes({ db }),
    ...documentRoutes(documentServices(services)),
    ...refundRoutes(refundServices(services)),
    plansRoute({ db, quotaBasis: config.quotaBasis }),
    ...chargeRoutes({ db }),
    ...overviewRoutes({ db, links, gateway: services.payments, quotaBasis: config.quotaBasis }),
    ...orderRoutes(orderServices(services)),
    ...subscriptionRoutes(subscriptionServices(services)),
    ...usageRoutes({ db, quotaBasis: config.quotaBasis }),
    ...trustRoutes(services),
    ...financeRoutes(financeServices(services)),
    ...adminRoutes({ db, quotaBasis: config.quotaBasis }),
    ...incidentRoutes({ db }),
    ...rightsRoutes(rightsServices(services)),
    ...healthRoutes(health),
  ];
  return [...routes, openApiRoute(routes, openApiOptions(config))];
}

/** Every page, form and static file of the site. */
export function allPages(
  services: Services,
  routes: readonly Route[] = allRoutes(services),
  site: Site = siteOf(services),
  health: Health = healthOf(services),
): PageRoute[] {
  const openApi = () => buildOpenApi(routes, openApiOptions(services.config));
  return pageRoutes(pageServices(services, { health, openApi }), site);
}

/** The HTTP application; listens when told to. */
export type App = FastifyInstance;

/** The HTTP application with all routes; not listening yet. */
export function buildApp(services: Services, options: Pick<RouteServices, 'onContractBreach'> = {}): App {
  const { config, log, metrics, tracing } = services;
  const site = siteOf(services);
  const app = createHttpApp({
    log,
    errorPage: errorPageOf(site),
    newRequestId: () => newId('request'),
    trustedProxies: config.trustedProxies,
    isHttps: config.baseUrl?.startsWith('https://') ?? false,
    // Behind them may be a proxy that nobody named, and else the operator's own programs.
    uncappedPeers: ['loopback'],
    limits: config.limits,
    observers: { metrics, tracing },
  });
  const health = healthOf(services);
  const routes = allRoutes(services, (language) => site.shell(language), health);
  const pages = allPages(services, routes, site, health);
  registerAll(app, { routes, pages }, { ...endpointServices(services), ...options });
  return app;
}
