import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { authenticateKey } from './features/api-keys/index.ts';
import { healthRoutes } from './features/health/index.ts';
import { jobRoutes } from './features/jobs/index.ts';
import { trustRoutes } from './features/trust/index.ts';
import { verificationRoutes } from './features/verification/index.ts';
import { createHttpApp } from './http/app-factory.ts';
import { openApiRoute } from './http/openapi.ts';
import { registerRoutes, type RouteServices } from './http/register-routes.ts';
import type { Route } from './http/route.ts';
import { postgresRateLimits } from './platform/rate-limits.ts';
import type { Services } from './services.ts';
import { newId } from './shared/ids.ts';
import { verificationServices } from './worker.ts';

/** Every route of the service, feature by feature. */
export function allRoutes(services: Services): Route[] {
  const { database, clock, analysis, trust, uploads } = services;
  const { db } = database;
  return [
    ...verificationRoutes(verificationServices(services)),
    ...jobRoutes({ db }),
    ...trustRoutes(services),
    ...healthRoutes({ db, clock, analysis, trust, uploadDirectory: uploads.directory }),
  ];
}

/** The HTTP application with all routes; not listening yet. */
export function buildApp(
  services: Services,
  options: { baseUrl: string; onContractBreach?: (breach: string) => void },
): FastifyInstance {
  const { config, database, log, uploads } = services;
  const app = createHttpApp({
    log,
    newRequestId: () => newId('request'),
    trustedProxies: config.trustedProxies,
    limits: config.limits,
  });
  const routes = allRoutes(services);
  const openApi = openApiRoute(routes, {
    title: 'Revera',
    description: 'Content provenance: what evidence of origin a media file carries.',
    serverUrl: options.baseUrl,
  });
  const routeServices: RouteServices = {
    keys: { authenticate: (bearer) => authenticateKey(database.db, bearer) },
    adminTokenSha256: config.adminToken === undefined ? undefined : sha256(config.adminToken),
    rateLimits: postgresRateLimits(database.db),
    limits: config.limits,
    uploadDirectory: uploads.directory,
    ...(options.onContractBreach === undefined ? {} : { onContractBreach: options.onContractBreach }),
  };
  registerRoutes(app, [...routes, openApi], routeServices);
  return app;
}

function sha256(text: string): Uint8Array {
  return createHash('sha256').update(text, 'utf8').digest();
}
