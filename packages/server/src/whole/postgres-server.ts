import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDatabase } from '../platform/database.ts';
import { findPostgresBinaries } from '../platform/embedded-binaries.ts';
import { runProgram, serverEnvironment } from '../platform/embedded-process.ts';
import { chooseServerUser } from '../platform/embedded-user.ts';
import { silentLog } from '../platform/log.ts';
import { until } from '../platform/test-process.ts';

const USER = 'operator';

/** `fast` ends the sessions and stops in order (SIGINT); `immediate` stops as by a crash (SIGQUIT). */
export type StopMode = 'fast' | 'immediate' | 'kill';

const STOP_SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT', kill: 'SIGKILL' } as const;

/** An operator's PostgreSQL, on a loopback port, that a test may stop and start at will. */
export interface PostgresServer {
  port: number;
  /** For `DATABASE_URL`. Give a port to use that of a network in between. */
  url(port?: number): string;
  stop(mode: StopMode): Promise<void>;
  /**
   * Resolves when it answers.
   *
   * @param environment of its process, as `movedClock` makes it
   */
  start(environment?: Record<string, string>): Promise<void>;
  restart(mode: StopMode): Promise<void>;
  /** Stops it and removes its files. */
  clear(): Promise<void>;
}

/** Made from the embedded server's binaries, so that it runs wherever the service does. */
export async function startPostgresServer(): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'revera-operator-'));
  const user = chooseServerUser(folder);
  const binDir = findPostgresBinaries({ dataDir: folder, user, log: silentLog });
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const made = await runProgram(join(binDir, 'initdb'), ['-D', data, '-U', USER, '-A', 'trust', '--no-sync'], user);
  if (made.status !== 0) throw new Error(made.output);
  const port = await freePort();
  let running: { child: ChildProcess; ended: Promise<unknown> } | null = null;
  const server: PostgresServer = {
    port,
    url: (at = port) => `postgres://${USER}@127.0.0.1:${at}/postgres`,
    start: async (environment) => {
      const settings = ['listen_addresses=127.0.0.1', `port=${port}`, 'max_connections=200', 'fsync=off'];
      const args = ['-D', data, '-k', folder, ...settings.flatMap((setting) => ['-c', setting])];
      const child = spawn(join(binDir, 'postgres'), args, {
        ...user,
        env: serverEnvironment(environment),
        stdio: 'ignore',
      });
      running = { child, ended: once(child, 'exit') };
      await until(() => answers(server.url()));
    },
    stop: async (mode) => {
      running?.child.kill(STOP_SIGNALS[mode]);
      await running?.ended;
      running = null;
      // Sessions of a killed server may still be ending.
      await until(() => isFree(port));
    },
    restart: async (mode) => {
      await server.stop(mode);
      await server.start();
    },
    clear: async () => {
      await server.stop('immediate');
      await rm(folder, { recursive: true });
    },
  };
  await server.start();
  return server;
}

/** Ends every session of the database but its own, as a failover or an operator does. Answers how many. */
export async function terminateSessions(url: string): Promise<number> {
  const database = await connectDatabase({ connectionString: url }, { log: silentLog, poolMax: 1 });
  try {
    const { rowCount } = await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    return rowCount ?? 0;
  } finally {
    await database.close();
  }
}

/** Makes one query to the database, bypassing the service. */
export async function askDatabase<Row extends object>(url: string, question: string): Promise<Row[]> {
  const database = await connectDatabase({ connectionString: url }, { log: silentLog, poolMax: 1 });
  try {
    return (await database.pool.query<Row>(question)).rows;
  } finally {
    await database.close();
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    await askDatabase(url, 'select 1');
    return true;
  } catch {
    return false;
  }
}

/** A port that nobody listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function isFree(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return false;
  } catch {
    return true;
  } finally {
    socket.destroy();
  }
}
