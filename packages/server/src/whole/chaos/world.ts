import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getJson } from '../client.ts';
import { askDatabase, freePort, startPostgresServer, type PostgresServer } from '../postgres-server.ts';
import { createInstallation, type Installation, type ServerProcess, type Settings } from '../server-process.ts';
import type { Target } from './load.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

/** The testkit's network that can be cut, clock that can be moved, server that is told of events, and random numbers. */
export interface WorldTools {
  startNetwork(target: { host: string; port: number }): Promise<Network>;
  movedClock(days: number): Record<string, string> | null;
  startReceiver(): Promise<Receiver>;
  random: { below(limit: number): number };
}

/** How many processes of each role. */
export interface WorldSize {
  apis: number;
  workers: number;
}

/** One of the processes, which may be killed and started again. */
export interface Member {
  readonly role: 'api' | 'worker';
  process: ServerProcess;
  restart(): Promise<void>;
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

/** A service of several processes, with its database behind a network that can be cut, and its files where they can be taken away. */
export interface World {
  readonly tools: WorldTools;
  readonly installation: Installation;
  readonly postgres: PostgresServer;
  readonly network: Network;
  readonly settings: Settings;
  /** Link to the folder of signed files. */
  readonly assets: string;
  /** For uploads and signed files; null where it cannot be a small disk of its own. */
  readonly disk: SmallDisk | null;
  /** What the organization's webhook received. */
  readonly told: Receiver['requests'];
  readonly members: readonly Member[];
  /** One process that answers after the other, whether it lives or not: nothing in front knows. */
  target(): Target;
  /** Whether all that answer are ready. */
  isReady(): Promise<boolean>;
  close(): Promise<void>;
}

const EVENTS_OF_JOBS = ['verification.completed', 'signing.completed', 'signing.failed', 'job.failed'];

/** Beyond what is used, so that every unit is reserved and counted. */
const UNITS = 1_000_000;
const SCOPES = 'content:verify,content:sign,webhooks:manage';

export async function createWorld(tools: WorldTools, { apis, workers }: WorldSize): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'revera-chaos-'));
  const postgres = await startPostgresServer();
  const network = await tools.startNetwork({ host: '127.0.0.1', port: postgres.port });
  const place = join(folder, 'disk');
  await mkdir(place);
  const disk = mountSmallDisk(place);
  const assets = join(place, 'assets');
  await mkdir(join(place, 'signed'));
  await symlink(join(place, 'signed'), assets);
  // The same for each start.
  const ports = await Promise.all(Array.from({ length: apis }, freePort));
  const common: Settings = {
    DATABASE_URL: postgres.url(Number(new URL(network.url).port)),
    STORAGE_DIR: assets,
    // Mails link to the first, whoever was asked and whoever sends them.
    BASE_URL: `http://127.0.0.1:${ports[0]}`,
    HTTP_TRUSTED_PROXIES: '127.0.0.1',
    LIMIT_KEY_PER_SECOND: '100000',
    LIMIT_KEY_BURST: '100000',
    WEBHOOK_ALLOW_LOOPBACK_HTTP: 'true',
  };
  const installation = await createInstallation(common, { place });
  const startMember = async (role: Member['role'], settings: Settings = {}): Promise<Member> => {
    const start = () => installation.start(settings, ['--role', role]);
    const member: Member = {
      role,
      process: await start(),
      restart: async () => {
        member.process = await start();
      },
    };
    return member;
  };
  const members: Member[] = [];
  for (const port of ports) members.push(await startMember('api', { PORT: String(port) }));
  for (let n = 0; n < workers; n++) members.push(await startMember('worker'));
  // A process prints the address that all have together.
  const addresses = ports.map((port) => `http://127.0.0.1:${port}`);
  const addressOf = (n: number): string => addresses[n % addresses.length] ?? '';
  const key = await createBoundedKey(installation, postgres.url());
  const receiver = await tools.startReceiver();
  await registerWebhook(addressOf(0), key, receiver.url);
  let asked = 0;
  const world: World = {
    tools,
    installation,
    postgres,
    network,
    assets,
    disk,
    told: receiver.requests,
    settings: { ...common, DATA_DIR: installation.dataDir },
    members,
    target: () => ({ address: addressOf(asked++), key }),
    isReady: () => areReady(addresses),
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

/** Whether all that answer are ready. */
async function areReady(addresses: readonly string[]): Promise<boolean> {
  try {
    const answers = await Promise.all(addresses.map((address) => getJson(`${address}/ready`)));
    return answers.every(({ status }) => status === 200);
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** A key whose units are reserved, because its organization may not use any number of them. */
async function createBoundedKey(installation: Installation, databaseUrl: string): Promise<string> {
  const command = ['keys', 'create', '--mode', 'live', '--name', 'chaos', '--scopes', SCOPES];
  const { stdout } = await installation.command(...command);
  await askDatabase(
    databaseUrl,
    `insert into usage_limit (organization_id, operation, included)
     select distinct organization_id, operation, ${UNITS}
     from api_key, unnest(array['verification', 'signing']) as operation where mode = 'live'`,
  );
  return stdout.trim();
}

/** Before the load begins, so that the end of each of its jobs has to be told. */
async function registerWebhook(address: string, key: string, url: string): Promise<void> {
  const answer = await fetch(`${address}/v1/dashboard/webhooks`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      connection: 'close',
    },
    body: JSON.stringify({ url, events: EVENTS_OF_JOBS }),
  });
  if (answer.status !== 201) throw new Error(`no webhook: ${answer.status} ${await answer.text()}`);
}
