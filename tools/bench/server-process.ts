import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface BenchServer {
  address: string;
  /** An API key of the new installation. */
  key: string;
  pid: number;
}

const PROGRAM = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const THREADS = 2;
/** More than anything here sends. */
const UNLIMITED = '100000';

/** A process of the built server. */
export interface ServerProcess {
  /** What `serve --json` printed when it was ready. */
  ready: unknown;
  pid: number;
  stop(): Promise<void>;
}

/** Starts one role of the built server on a data folder, with two analysis threads and no rate limit, and waits until it is ready. */
export async function startServerProcess(
  dataDir: string,
  { role = 'all', settings = {} }: { role?: string; settings?: Readonly<Record<string, string>> } = {},
): Promise<ServerProcess> {
  const closedUrl = `http://127.0.0.1:${await closedPort()}/list`;
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--json', '--role', role], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'silent',
      ANALYSIS_THREADS: String(THREADS),
      TRUST_C2PA_URL: closedUrl,
      TRUST_C2PA_TSA_URL: closedUrl,
      TRUST_LEGACY_URL: closedUrl,
      TRUST_C2PA_PRODUCTS_URL: closedUrl,
      TRUST_LEGACY_ALLOWED_URL: closedUrl,
      LIMIT_KEY_PER_SECOND: UNLIMITED,
      LIMIT_KEY_BURST: UNLIMITED,
      ...settings,
    },
  });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const ready = once(lines, 'line').then(([line]: unknown[]) => String(line));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await exited;
  };
  const first = await Promise.race([ready, exited.then(() => null)]);
  if (first === null || child.pid === undefined) throw new Error('the server did not start');
  return { ready: JSON.parse(first), pid: child.pid, stop };
}

/**
 * Runs the built server as its own process while the work goes on: with a new data folder, two analysis threads and no
 * rate limit.
 */
export async function withServerProcess<T>(
  folder: string,
  work: (server: BenchServer) => Promise<T>,
  settings: Readonly<Record<string, string>> = {},
): Promise<T> {
  const started = await startServerProcess(await mkdtemp(join(folder, 'data-')), { settings });
  try {
    return await work({ ...readNewInstallation(started), pid: started.pid });
  } finally {
    await started.stop();
  }
}

/** The address and the first key of a server that was started on a new data folder. */
export function readNewInstallation({ ready }: ServerProcess): { address: string; key: string } {
  const key = member(member(ready, 'first_start'), 'test_key');
  if (typeof key !== 'string') throw new TypeError(`not a new installation: ${JSON.stringify(ready)}`);
  return { address: readAddress(ready), key };
}

/** Where a server answers that says it is ready. */
export function readAddress(ready: unknown): string {
  const address = member(ready, 'address');
  if (typeof address !== 'string') throw new TypeError(`it answers no requests: ${JSON.stringify(ready)}`);
  return address;
}

export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** A port where nobody answers: the lists cannot be fetched, and nothing leaves the machine. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('a TCP server has a port');
  server.close();
  await once(server, 'close');
  return address.port;
}
