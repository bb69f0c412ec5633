import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { authenticateKey } from './features/api-keys/index.ts';
import { healthRoutes } from './features/health/index.ts';
import { credentialRoutes } from './features/credentials/index.ts';
import { signingRoutes } from './features/signing/index.ts';
import { jobRoutes } from './features/jobs/index.ts';
import { trustRoutes } from './features/trust/index.ts';
import { verificationRoutes } from './features/verification/index.ts';
import { createHttpApp } from './http/app-factory.ts';
import { openApiRoute, type OpenApiOptions } from './http/openapi.ts';
import { registerRoutes, type RouteServices } from './http/register-routes.ts';
import type { Route } from './http/route.ts';
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
  const { config, database, clock, analysis, trust, uploads, blobs, links } = services;
  const { db } = database;
  const routes = [
    ...verificationRoutes(verificationServices(services)),
    ...signingRoutes(signingServices(services)),
    ...credentialRoutes({ db, clock, blobs, links }),
    ...jobRoutes({ db, links }),
    ...trustRoutes(services),
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
    adminTokenSha256: config.adminToken === undefined ? undefined : hashToken(config.adminToken),
    rateLimits: postgresRateLimits(database.db),
    limits: config.limits,
    uploadDirectory: uploads.directory,
    ...(options.onContractBreach === undefined ? {} : { onContractBreach: options.onContractBreach }),
  };
  registerRoutes(app, allRoutes(services), routeServices);
  return app;
}
