import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { prepareInstallation, type FirstStart } from './first-start.ts';
import { closeHttpApp } from './http/app-factory.ts';
import { openServices, type ServiceOverrides, type Services } from './services.ts';
import { startBackground, sweepUploads, type Background } from './worker.ts';

export const ROLES = ['all', 'api', 'worker'] as const;
export type Role = (typeof ROLES)[number];

export interface RunningServer {
  services: Services;
  /** Where the API answers; null for a worker. */
  address: string | null;
  /** Not null on the first start of an installation. */
  firstStart: FirstStart | null;
  /** Takes no more work, finishes what is in flight, closes everything. */
  stop(): Promise<void>;
}

/**
 * Starts the service. `api` answers requests, `worker` works on queued jobs, `all` does both. Resolves when requests are
 * answered and jobs are taken.
 */
export async function startServer(
  config: Config,
  role: Role,
  overrides: ServiceOverrides = {},
): Promise<RunningServer> {
  const services = await openServices(config, overrides);
  const started: { app: FastifyInstance | null; background: Background | null } = { app: null, background: null };
  const stop = async (): Promise<void> => {
    if (started.app !== null) await closeHttpApp(started.app, config.limits);
    await started.background?.stop();
    await services.close();
  };
  try {
    await sweepUploads(services);
    const firstStart = await prepareInstallation(services);
    await services.analysis.warmUp();
    if (role !== 'api') started.background = await startBackground(services);
    if (role !== 'worker') started.app = await listen(services, config);
    const address = started.app === null ? null : addressOf(started.app, config);
    return { services, address, firstStart, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function listen(services: Services, config: Config): Promise<FastifyInstance> {
  const app = buildApp(services, { baseUrl: config.baseUrl ?? `http://${config.host}:${config.port}` });
  await app.listen({ host: config.host, port: config.port });
  return app;
}

function addressOf(app: FastifyInstance, config: Config): string {
  const { port } = app.server.address() as AddressInfo;
  return config.baseUrl ?? `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
}
