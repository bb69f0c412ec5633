import { buildApp, type App } from './app.ts';
import { sweepUploads } from './chores.ts';
import { publicAddress, type Config } from './config.ts';
import { claimFirstStart, ensureDevelopmentRoot, type FirstStart } from './first-start.ts';
import { latestCheck } from './features/billing/ledger/index.ts';
import { mailboxAddress } from './features/mail/index.ts';
import { healthOf } from './feature-services.ts';
import { closeHttpApp } from './http/app-factory.ts';
import { openMetricsServer, type MetricsServer } from './http/metrics-server.ts';
import { openLog, openServices, type ServiceOverrides, type Services } from './services.ts';
import { checkStart } from './start-rules.ts';
import { startBackground, startHousekeeping, type Background } from './worker.ts';

export const ROLES = ['all', 'api', 'worker'] as const;
export type Role = (typeof ROLES)[number];

export interface RunningServer {
  services: Services;
  /** Where the API answers; null for a worker. */
  address: string | null;
  /** Opens the development mailbox, to whoever has it; null: there is none, or this role answers no requests. */
  mailbox: string | null;
  /** Not null on the first start of an installation. */
  firstStart: FirstStart | null;
  /** Resolves when the service cannot go on: its embedded database failed for good. */
  failed: Promise<Error>;
  /** Takes no more work, finishes what is in flight, closes everything. */
  stop(): Promise<void>;
}

export interface StartOverrides extends ServiceOverrides {
  /** Whom the process runs as. */
  uid?: number | undefined;
}

/**
 * Starts the service. `api` answers requests, `worker` works on queued jobs, `all` does both. Resolves when requests are
 * answered and jobs are taken.
 * @throws {ConfigError} for settings that a server must not be started with
 */
export async function startServer(
  config: Config,
  role: Role,
  { uid = process.geteuid?.(), ...overrides }: StartOverrides = {},
): Promise<RunningServer> {
  const log = overrides.log ?? openLog(config);
  checkStart(config, { uid, log });
  let onDatabaseGivenUp = (_error: Error): void => undefined;
  const failed = new Promise<Error>((resolve) => {
    onDatabaseGivenUp = resolve;
  });
  const services = await openServices(config, { ...overrides, log, onDatabaseGivenUp });
  const started: Started = { app: null, background: null, metrics: null };
  const stop = async (): Promise<void> => {
    try {
      if (started.app !== null) await closeHttpApp(started.app, config.limits);
    } finally {
      try {
        await started.background?.stop();
        await started.metrics?.close();
      } finally {
        await services.close();
      }
    }
  };
  try {
    await sweepUploads(services);
    await ensureDevelopmentRoot(services);
    await services.analysis.warmUp();
    started.background = role === 'api' ? startHousekeeping(services) : await startBackground(services);
    started.metrics = await openMetrics(services, config);
    if (role !== 'worker') started.app = await listen(services, config);
    // Last: a start that fails, for example at a port in use, must not swallow the key that is shown only once.
    const firstStart = await claimFirstStart(services);
    const address = started.app === null ? null : publicAddress(config, services.listening.port);
    const mailbox = address === null || services.mailbox === null ? null : mailboxAddress(address, services.mailbox);
    return { services, address, mailbox, firstStart, failed, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Started {
  app: App | null;
  background: Background | null;
  metrics: MetricsServer | null;
}

async function openMetrics(services: Services, { metrics }: Config): Promise<MetricsServer | null> {
  if (metrics === null) return null;
  const { analysis, database, uploadMemory, log } = services;
  const health = healthOf(services);
  const server = await openMetricsServer({
    ...metrics,
    onError: (err) => log.error({ err }, 'the metrics could not be printed'),
    print: () =>
      services.metrics.print({
        analysis: () => analysis.stats(),
        connections: () => {
          const { totalCount: total, idleCount: idle, waitingCount: waiting } = database.pool;
          return { total, idle, waiting };
        },
        uploadMemoryBytes: () => uploadMemory.usedBytes,
        queue: async () => (await health.status()).queue,
        ledgerMismatches: async () => (await latestCheck(database.db).catch(() => undefined))?.mismatches ?? null,
      }),
  });
  log.info({ port: server.port }, 'metrics are answered');
  return server;
}

async function listen(services: Services, config: Config): Promise<App> {
  const app = buildApp(services);
  await app.listen({ host: config.host, port: config.port });
  const bound = app.server.address();
  if (typeof bound === 'object' && bound !== null) services.listening.port = bound.port;
  return app;
}
