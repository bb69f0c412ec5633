import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNetwork, type Network } from '@revera/testkit';
import pg from 'pg';
import { until } from '../../platform/test-process.ts';
import { getJson } from '../client.ts';
import { createInstallation, type Installation, type ServerProcess, type Settings } from '../server-process.ts';
import type { Target } from './load.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';
import { createOwnPostgres, type OwnPostgres } from './own-postgres.ts';

/** A service of two processes, its database behind a network that can be cut, and its files where they can be taken away. */
export interface World {
  readonly installation: Installation;
  readonly postgres: OwnPostgres;
  readonly network: Network;
  readonly settings: Settings;
  /** Folder of signed files. */
  readonly assets: string;
  /** Of uploads and signed files; null where it cannot be a small one of its own. */
  readonly disk: SmallDisk | null;
  api: ServerProcess;
  worker: ServerProcess;
  target(): Target;
  /** Ends the connections of the service from within the server. */
  terminateBackends(): Promise<void>;
  isReady(): Promise<boolean>;
  close(): Promise<void>;
}

export async function createWorld(): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'revera-chaos-'));
  const postgres = await createOwnPostgres(join(folder, 'database'));
  await until(() => answers(postgres));
  const network = await startNetwork(postgres.target);
  const place = join(folder, 'disk');
  await mkdir(place);
  const disk = mountSmallDisk(place);
  const assets = join(place, 'assets');
  const common: Settings = {
    DATABASE_URL: `postgres://${postgres.user}@127.0.0.1:${new URL(network.url).port}/postgres`,
    STORAGE_DIR: assets,
    HTTP_TRUSTED_PROXIES: '127.0.0.1',
    LIMIT_KEY_PER_SECOND: '100000',
    LIMIT_KEY_BURST: '100000',
  };
  const installation = await createInstallation(common, place);
  const api = await installation.start({}, ['--role', 'api']);
  const worker = await installation.start({}, ['--role', 'worker']);
  const key = api.testKey ?? '';
  const world: World = {
    installation,
    postgres,
    network,
    assets,
    disk,
    settings: { ...common, DATA_DIR: installation.dataDir },
    api,
    worker,
    target: () => ({ address: world.api.address, key }),
    terminateBackends: () => terminateBackends(postgres),
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
      await network.close();
      await postgres.close();
      disk?.unmount();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return world;
}

/** A connection of our own, past the network. */
function connectionTo({ target, user }: OwnPostgres): pg.Client {
  const host = 'path' in target ? target.path.replace(/\/[^/]*$/, '') : '';
  return new pg.Client({ host, port: 5432, user, database: 'postgres', connectionTimeoutMillis: 5_000 });
}

async function answers(postgres: OwnPostgres): Promise<boolean> {
  const client = connectionTo(postgres);
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
}

async function terminateBackends(postgres: OwnPostgres): Promise<void> {
  const client = connectionTo(postgres);
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where pid <> pg_backend_pid() and backend_type = 'client backend'`,
  );
  await client.end();
}
