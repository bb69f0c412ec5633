import type { FastifyInstance } from 'fastify';
import { publicAddress, type Config } from './config.ts';
import { accountRoutes } from './features/accounts/index.ts';
import { adminRoutes } from './features/admin/index.ts';
import { authenticateKey, keyRoutes } from './features/api-keys/index.ts';
import { auditRoutes } from './features/audit/index.ts';
import { healthRoutes } from './features/health/index.ts';
import { credentialRoutes } from './features/credentials/index.ts';
import { organizationRoutes } from './features/organizations/index.ts';
import { authenticateSession, findMembership } from './features/sessions/index.ts';
import { signingRoutes } from './features/signing/index.ts';
import { jobRoutes } from './features/jobs/index.ts';
import { mailboxRoutes } from './features/mail/index.ts';
import { trustRoutes } from './features/trust/index.ts';
import { verificationRoutes } from './features/verification/index.ts';
import { createHttpApp } from './http/app-factory.ts';
import { openApiRoute, type OpenApiOptions } from './http/openapi.ts';
import { registerRoutes, type RouteServices } from './http/register-routes.ts';
import type { Route } from './http/route.ts';
import { mailboxFolder } from './platform/mailer.ts';
import { postgresRateLimits } from './platform/rate-limits.ts';
import type { Services } from './services.ts';
import { hashToken } from './shared/api-key-format.ts';
import { newId } from './shared/ids.ts';
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
export function allRoutes(services: Services): Route[] {
  const { config, database, clock, analysis, trust, uploads, blobs, links, secrets, passwords } = services;
  const { db } = database;
  const routes = [
    ...accountRoutes({ db, clock, secrets, passwords, links, limits: config.limits }),
    ...organizationRoutes({ db, clock, secrets, links }),
    ...verificationRoutes(verificationServices(services)),
    ...signingRoutes(signingServices(services)),
    ...credentialRoutes({ db, clock, blobs, links }),
    ...jobRoutes({ db, links }),
    ...mailboxRoutes({ folder: mailboxFolder(config) }),
    ...keyRoutes({ db, clock }),
    ...auditRoutes({ db }),
    ...trustRoutes(services),
    ...adminRoutes({ db }),
    ...healthRoutes({ db, clock, analysis, trust, uploadDirectory: uploads.directory, blobs }),
  ];
  return [...routes, openApiRoute(routes, openApiOptions(config))];
}

/** The HTTP application; listens when told to. */
export type App = FastifyInstance;

/** The HTTP application with all routes; not listening yet. */
export function buildApp(services: Services, options: { onContractBreach?: (breach: string) => void } = {}): App {
  const { config, database, log, uploads } = services;
  const app = createHttpApp({
    log,
    newRequestId: () => newId('request'),
    trustedProxies: config.trustedProxies,
    limits: config.limits,
  });
  const routeServices: RouteServices = {
    keys: { authenticate: (bearer) => authenticateKey(database.db, bearer) },
    sessions: {
      authenticate: (token) => authenticateSession(database.db, token),
      findMembership: (accountId, organizationId) => findMembership(database.db, accountId, organizationId),
    },
    origin: () => new URL(publicAddress(config, services.listening.port)).origin,
    adminTokenSha256: config.adminToken === undefined ? undefined : hashToken(config.adminToken),
    rateLimits: postgresRateLimits(database.db),
    limits: config.limits,
    uploadDirectory: uploads.directory,
    ...(options.onContractBreach === undefined ? {} : { onContractBreach: options.onContractBreach }),
  };
  registerRoutes(app, allRoutes(services), routeServices);
  return app;
}
