import type { FastifyInstance } from 'fastify';
import { publicAddress, type Config } from './config.ts';
import { accountRoutes, type AccountServices } from './features/accounts/index.ts';
import { adminRoutes, auditRefusedAdminToken } from './features/admin/index.ts';
import { auditRefusedKey, authenticateKey, keyRoutes } from './features/api-keys/index.ts';
import { auditRoutes } from './features/audit/index.ts';
import { healthRoutes, openHealth, type Health } from './features/health/index.ts';
import { credentialRoutes } from './features/credentials/index.ts';
import { organizationRoutes } from './features/organizations/index.ts';
import { rightsRoutes, type RightsServices } from './features/rights/index.ts';
import { authenticateSession, findMembership } from './features/sessions/index.ts';
import { signingRoutes } from './features/signing/index.ts';
import { jobRoutes } from './features/jobs/index.ts';
import { mailboxRoutes } from './features/mail/index.ts';
import { trustRoutes } from './features/trust/index.ts';
import { verificationRoutes } from './features/verification/index.ts';
import { createHttpApp } from './http/app-factory.ts';
import type { SessionAuthenticator } from './http/guards.ts';
import { buildOpenApi, openApiRoute, type OpenApiOptions } from './http/openapi.ts';
import type { PageRoute } from './http/page-route.ts';
import type { VisitorServices } from './http/admit-visitor.ts';
import { registerAll } from './http/register.ts';
import type { RouteServices } from './http/route-endpoint.ts';
import type { Route } from './http/route.ts';
import { objectsOf } from './platform/blob-store.ts';
import { mailsOf } from './platform/mailer.ts';
import { postgresRateLimits } from './platform/rate-limits.ts';
import type { Services } from './services.ts';
import { hashToken } from './shared/api-key-format.ts';
import { newId } from './shared/ids.ts';
import {
  errorPageOf,
  openSite,
  pageRoutes,
  renderCredentialPage,
  renderHtmlReport,
  signInAddress,
  type PageServices,
  type Site,
} from './site/index.ts';
import { signingServices, verificationServices } from './worker.ts';

/** What the OpenAPI document says of the service as a whole. Without a public address it is where the document came from. */
export function openApiOptions({ baseUrl }: Pick<Config, 'baseUrl'>): OpenApiOptions {
  return {
    title: 'Revera',
    description: 'Content provenance: what evidence of origin a media file carries.',
    serverUrl: baseUrl ?? '/',
  };
}

/** Every route of the service, feature by feature, and the one that describes them all. */
export function allRoutes(
  services: Services,
  shell: Site['shell'] = (language) => openSite(() => services.links.origin()).shell(language),
  health: Health = healthOf(services),
): Route[] {
  const { config, database, clock, blobs, links, secrets, reports, mailbox } = services;
  const { db } = database;
  const routes = [
    ...accountRoutes(accountServices(services)),
    ...organizationRoutes({ db, clock, secrets, links }),
    ...verificationRoutes(verificationServices(services)),
    ...signingRoutes(signingServices(services)),
    ...credentialRoutes({ db, clock, blobs: objectsOf(blobs, 'asset'), links }, (facts, language) =>
      renderCredentialPage({ shell: shell(language), facts }),
    ),
    ...jobRoutes({ db, links, reports, renderHtmlReport }),
    ...mailboxRoutes({ mailbox, secrets, clock }),
    ...keyRoutes({ db, clock, secrets, links }),
    ...auditRoutes({ db }),
    ...trustRoutes(services),
    ...adminRoutes({ db }),
    ...rightsRoutes(rightsServices(services)),
    ...healthRoutes(health),
  ];
  return [...routes, openApiRoute(routes, openApiOptions(config))];
}

function accountServices({ config, database, clock, secrets, passwords, links }: Services): AccountServices {
  return { db: database.db, clock, secrets, passwords, links, limits: config.limits };
}

function rightsServices({ database, clock, secrets, links, jobUploads }: Services): RightsServices {
  return { db: database.db, clock, secrets, links, uploads: jobUploads };
}

function healthOf({ config, database, clock, analysis, trust, uploads, blobs }: Services): Health {
  const { limits } = config;
  return openHealth({ db: database.db, clock, analysis, trust, uploadDirectory: uploads.directory, blobs, limits });
}

function pageServices(services: Services, routes: readonly Route[], health: Health): PageServices {
  const { config, database, clock, links } = services;
  return {
    db: database.db,
    clock,
    links,
    limits: config.limits,
    accounts: accountServices(services),
    rights: rightsServices(services),
    verification: verificationServices(services),
    reports: services.reports,
    signing: signingServices(services),
    health,
    sessions: sessionAuthenticator(services),
    operatorsNeedSecondFactor: config.environment === 'production',
    openApi: () => buildOpenApi(routes, openApiOptions(config)),
    mails: mailsOf(config),
    indexNowKey: config.indexNowKey,
    securityContact: config.securityContact,
    signingSettings: {
      isProduction: config.signing.production !== null,
      hasTimeStamps: config.signing.timeStampUrls.length > 0,
    },
    assetRetentionMs: config.assetRetentionMs,
  };
}

/** Every page, form and static file of the site. */
export function allPages(
  services: Services,
  routes: readonly Route[] = allRoutes(services),
  site: Site = openSite(() => services.links.origin()),
  health: Health = healthOf(services),
): PageRoute[] {
  return pageRoutes(pageServices(services, routes, health), site);
}

function sessionAuthenticator({ database }: Services): SessionAuthenticator {
  return {
    authenticate: (token) => authenticateSession(database.db, token),
    findMembership: (accountId, organizationId) => findMembership(database.db, accountId, organizationId),
  };
}

/** Who is told of a bearer token that was refused: the organization of a key, the operator of guesses at their own token. */
function refusalAudit({ config: { limits }, database: { db } }: Services): RouteServices['onRefusedToken'] {
  return (refusal, from) =>
    refusal.kind === 'known_key'
      ? auditRefusedKey(db, limits, refusal, from)
      : auditRefusedAdminToken(db, limits, from);
}

/** The HTTP application; listens when told to. */
export type App = FastifyInstance;

/** The HTTP application with all routes; not listening yet. */
export function buildApp(services: Services, options: { onContractBreach?: (breach: string) => void } = {}): App {
  const { config, database, log, uploads } = services;
  const site = openSite(() => services.links.origin());
  const app = createHttpApp({
    log,
    errorPage: errorPageOf(site),
    newRequestId: () => newId('request'),
    trustedProxies: config.trustedProxies,
    isHttps: config.baseUrl?.startsWith('https://') ?? false,
    // Behind them may be a proxy that nobody named, and else the operator's own programs.
    uncappedPeers: ['loopback'],
    limits: config.limits,
  });
  const endpointServices: RouteServices & VisitorServices = {
    keys: { authenticate: (bearer) => authenticateKey(database.db, bearer) },
    sessions: sessionAuthenticator(services),
    origin: () => new URL(publicAddress(config, services.listening.port)).origin,
    signInAddress,
    adminTokenSha256: config.adminToken === undefined ? undefined : hashToken(config.adminToken),
    operatorsNeedSecondFactor: config.environment === 'production',
    rateLimits: postgresRateLimits(database.db),
    limits: config.limits,
    uploadDirectory: uploads.directory,
    now: () => performance.now(),
    onRefusedToken: refusalAudit(services),
    ...(options.onContractBreach === undefined ? {} : { onContractBreach: options.onContractBreach }),
  };
  const health = healthOf(services);
  const routes = allRoutes(services, (language) => site.shell(language), health);
  registerAll(app, { routes, pages: allPages(services, routes, site, health) }, endpointServices);
  return app;
}
