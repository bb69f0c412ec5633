import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getJson } from '../client.ts';
import { freePort, startPostgresServer, type PostgresServer } from '../postgres-server.ts';
import { createInstallation, type Installation, type ServerProcess, type Settings } from '../server-process.ts';
import type { Target } from './load.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

/** The testkit's network that can be cut, clock that can be moved, and server that is told of events. */
export interface WorldTools {
  startNetwork(target: { host: string; port: number }): Promise<Network>;
  movedClock(days: number): Record<string, string> | null;
  startReceiver(): Promise<Receiver>;
}

interface Receiver {
  url: string;
  readonly requests: readonly { body: Uint8Array }[];
  close(): Promise<void>;
}

interface Network {
  url: string;
  cut(): void;
  mend(): void;
  reset(): void;
  close(): Promise<void>;
}

/** A service of two processes, with its database behind a network that can be cut, and its files where they can be taken away. */
export interface World {
  readonly tools: WorldTools;
  readonly installation: Installation;
  readonly postgres: PostgresServer;
  readonly network: Network;
  readonly settings: Settings;
  /** Folder of signed files. */
  readonly assets: string;
  /** For uploads and signed files; null where it cannot be a small disk of its own. */
  readonly disk: SmallDisk | null;
  /** What the organization's webhook received. */
  readonly told: Receiver['requests'];
  api: ServerProcess;
  worker: ServerProcess;
  target(): Target;
  isReady(): Promise<boolean>;
  close(): Promise<void>;
}

const EVENTS_OF_JOBS = ['verification.completed', 'signing.completed', 'signing.failed', 'job.failed'];

export async function createWorld(tools: WorldTools): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'revera-chaos-'));
  const postgres = await startPostgresServer();
  const network = await tools.startNetwork({ host: '127.0.0.1', port: postgres.port });
  const place = join(folder, 'disk');
  await mkdir(place);
  const disk = mountSmallDisk(place);
  const assets = join(place, 'assets');
  const common: Settings = {
    DATABASE_URL: postgres.url(Number(new URL(network.url).port)),
    STORAGE_DIR: assets,
    // The same for each start, and known to the worker: mails link to it.
    PORT: String(await freePort()),
    HTTP_TRUSTED_PROXIES: '127.0.0.1',
    LIMIT_KEY_PER_SECOND: '100000',
    LIMIT_KEY_BURST: '100000',
    WEBHOOK_ALLOW_LOOPBACK_HTTP: 'true',
  };
  const installation = await createInstallation(common, { place });
  const api = await installation.start({}, ['--role', 'api']);
  const worker = await installation.start({}, ['--role', 'worker']);
  const key = api.testKey ?? '';
  const receiver = await tools.startReceiver();
  await registerWebhook(installation, api.address, receiver.url);
  const world: World = {
    tools,
    installation,
    postgres,
    network,
    assets,
    disk,
    told: receiver.requests,
    settings: { ...common, DATA_DIR: installation.dataDir },
    api,
    worker,
    target: () => ({ address: world.api.address, key }),
    isReady: async () => {
      try {
        return (await getJson(`${world.api.address}/ready`)).status === 200;
      } catch (error) {
        if (error instanceof TypeError) return false;
        throw error;
      }
    },
    close: async () => {
      await installation.clear();
      await receiver.close();
      await network.close();
      await postgres.clear();
      disk?.unmount();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return world;
}

/** Before the load begins, so that the end of each of its jobs has to be told. */
async function registerWebhook(installation: Installation, address: string, url: string): Promise<void> {
  const command = ['keys', 'create', '--mode', 'test', '--name', 'webhooks', '--scopes', 'webhooks:manage'];
  const created = await installation.command(...command);
  const answer = await fetch(`${address}/v1/dashboard/webhooks`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${created.stdout.trim()}`,
      'content-type': 'application/json',
      connection: 'close',
    },
    body: JSON.stringify({ url, events: EVENTS_OF_JOBS }),
  });
  if (answer.status !== 201) throw new Error(`no webhook: ${answer.status} ${await answer.text()}`);
}
