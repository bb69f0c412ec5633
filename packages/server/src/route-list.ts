import { allRoutes, openApiOptions } from './app.ts';
import { readConfig } from './config.ts';
import { buildOpenApi } from './http/openapi.ts';
import { errorCodesOf, type Route } from './http/route.ts';
import { systemClock } from './platform/clock.ts';
import { createMetrics } from './platform/telemetry/metrics.ts';
import { NO_TRACING } from './platform/telemetry/tracing.ts';
import { silentLog } from './platform/log.ts';
import { unopenedDatabase } from './platform/unopened-database.ts';
import type { Services } from './services.ts';
import { linksFrom } from './shared/links.ts';
import { ERROR_CODES } from './shared/error-codes.ts';

/** One route as its tests and documentation have to cover it. */
export interface ListedRoute {
  /** In capitals. */
  method: string;
  /** OpenAPI form: `/v1/jobs/{jid}`. */
  path: string;
  /** Each pair of status and code it may answer. */
  errors: { status: number; code: string }[];
}

/** Every route of the service. Opens nothing. */
export function listRoutes(): ListedRoute[] {
  return allRoutes(unopenedServices()).map((route) => ({
    method: route.method,
    path: route.path,
    errors: errorsOf(route),
  }));
}

/** The OpenAPI 3.1 document of an installation with the default settings. Opens nothing. */
export function describeInterface(): Record<string, unknown> {
  const services = unopenedServices();
  return buildOpenApi(allRoutes(services), openApiOptions(services.config));
}

function errorsOf(route: Route): ListedRoute['errors'] {
  const usual = errorCodesOf(route).map((code) => ({ status: ERROR_CODES[code].status, code }));
  const others = Object.entries(route.errorStatuses ?? {}).flatMap(([status, codes]) =>
    codes.map((code) => ({ status: Number(status), code })),
  );
  return [...usual, ...others];
}

/** Routes only hold on to their services until a request comes, and none will. */
function unopenedServices(): Services {
  const refuse = (): never => {
    throw new Error('routes are described here, not served');
  };
  return {
    config: readConfig({}),
    log: silentLog,
    clock: systemClock,
    metrics: createMetrics(),
    tracing: NO_TRACING,
    database: unopenedDatabase(),
    analysis: {
      analyze: refuse,
      examine: refuse,
      judge: refuse,
      warmUp: refuse,
      stats: refuse,
      cryptography: { kind: 'native' },
      close: refuse,
    },
    trust: { current: refuse, close: refuse },
    latePictures: { expect: refuse, settle: refuse },
    blobs: { put: refuse, get: refuse, stat: refuse, delete: refuse, check: refuse, close: refuse },
    signing: { writeCopy: refuse, close: refuse },
    secrets: { seal: refuse, open: refuse },
    epay: null,
    payments: null,
    mailer: { send: refuse, close: refuse },
    mailbox: { folder: '', secret: '' },
    reports: { print: refuse, close: refuse },
    passwords: { hashPassword: refuse, verifyPassword: refuse },
    links: linksFrom(refuse),
    listening: { port: 0 },
    uploads: {
      directory: '',
      folderId: '',
      nameOf: refuse,
      pathOf: refuse,
      handOver: refuse,
      sweep: refuse,
      close: refuse,
    },
    uploadMemory: { usedBytes: 0, reserve: refuse },
    jobUploads: { ownFile: refuse, give: refuse, open: refuse, release: refuse, remove: refuse, giveUp: refuse },
    processName: '',
    close: refuse,
  };
}
