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

/**
 * Runs the built server as its own process while the work goes on: with a new data folder, two analysis threads and no
 * rate limit.
 */
export async function withServerProcess<T>(
  folder: string,
  work: (server: BenchServer) => Promise<T>,
  settings: Readonly<Record<string, string>> = {},
): Promise<T> {
  const dataDir = await mkdtemp(join(folder, 'data-'));
  const closedUrl = `http://127.0.0.1:${await closedPort()}/list`;
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--json'], {
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
  try {
    const first = await Promise.race([ready, exited.then(() => null)]);
    if (first === null || child.pid === undefined) throw new Error('the server did not start');
    return await work({ ...decodeReady(first), pid: child.pid });
  } finally {
    child.kill('SIGTERM');
    await exited;
  }
}

/** The line that `serve --json` prints when it answers requests. */
function decodeReady(line: string): { address: string; key: string } {
  const ready: unknown = JSON.parse(line);
  const address = member(ready, 'address');
  const key = member(member(ready, 'first_start'), 'test_key');
  if (typeof address !== 'string' || typeof key !== 'string') throw new TypeError(`not a new installation: ${line}`);
  return { address, key };
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
