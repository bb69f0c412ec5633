import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { isDatabaseAway } from './database-away.ts';
import { findPostgresBinaries } from './embedded-binaries.ts';
import { errorCode } from './system-error.ts';
import { CLUSTER_USER, ensureCluster } from './embedded-cluster.ts';
import { EmbeddedPostgresError, USE_OWN_SERVER } from './embedded-postgres-error.ts';
import { startServer, type StartServerOptions, type StartedServer } from './embedded-server.ts';
import { chooseServerUser } from './embedded-user.ts';
import { PLATFORM_LIMITS } from './limits.ts';
import type { Log } from './log.ts';
import { discardStalePostmasterFile, findPostmasterFile, postmasterLives, processExists } from './postmaster-file.ts';
import { joinServer, leasePath, type ServerLease } from './server-lease.ts';

export interface EmbeddedPostgres {
  /** For `pg`: a Unix socket in a folder that only the server's user (and root) may enter. */
  connection: pg.ClientConfig;
  /** Whether this very server still runs. Another one may have replaced it on the same files. */
  lives(): boolean;
  /** Leaves the server. When its last user leaves, the server stops, and this waits for its end; otherwise it goes on. */
  stop(): Promise<void>;
  /** Leaves without waiting. */
  release(): void;
}

export interface StartEmbeddedPostgresOptions {
  /** The cluster is `<dataDir>/postgres`, the server's own log `<dataDir>/postgres.log`. */
  dataDir: string;
  log: Log;
  /** False for tests: a crash of the machine may lose everything. Default true. */
  durable?: boolean;
}

/**
 * Starts PostgreSQL on the data folder, or joins it when a process already runs it there. It ends by itself when every
 * user of it has left or died (see ServerLease), so a killed service leaves nothing behind.
 *
 * @throws EmbeddedPostgresError with advice when it cannot run here.
 */
export async function startEmbeddedPostgres(options: StartEmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const clusterDir = join(dataDir, 'postgres');
  const user = chooseServerUser(clusterDir);
  const binDir = findPostgresBinaries({ dataDir, user, log: options.log });
  const durable = options.durable ?? true;
  try {
    await ensureCluster({ clusterDir, binDir, user, durable });
    return await startOrJoin(
      { clusterDir, binDir, user, durable, logPath: join(dataDir, 'postgres.log') },
      options.log,
    );
  } catch (error) {
    if (errorCode(error) !== 'EACCES') throw error;
    throw new EmbeddedPostgresError(`The data folder ${dataDir} belongs to another user. ${USE_OWN_SERVER}`, {
      cause: error,
    });
  }
}

async function startOrJoin(options: StartServerOptions, log: Log): Promise<EmbeddedPostgres> {
  const attempts = Math.ceil(PLATFORM_LIMITS.databaseStartMs / PLATFORM_LIMITS.databasePollMs);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const running = findPostmasterFile(options.clusterDir);
    if (running && postmasterLives(running.pid)) {
      const joined = running.socketDir === null ? undefined : await tryJoin(options.clusterDir, running.socketDir);
      if (joined) return joined;
    } else {
      if (running && processExists(running.pid)) discardStalePostmasterFile(options.clusterDir, running.pid);
      const started = await tryStart(options, log);
      if (started) return started;
    }
    await delay(PLATFORM_LIMITS.databasePollMs);
  }
  const pid = findPostmasterFile(options.clusterDir)?.pid;
  throw new EmbeddedPostgresError(
    `The database in ${options.clusterDir} did not become ready (process ${pid ?? 'unknown'}). See ${options.logPath}.`,
  );
}

async function tryJoin(clusterDir: string, runDir: string): Promise<EmbeddedPostgres | undefined> {
  const lease = joinServer(runDir);
  if (!lease) return undefined;
  // Checked last: by then a watchdog that had met the end just before we came has closed its side.
  if ((await answers(runDir)) && lease.isWatched()) return toHandle(clusterDir, runDir, lease);
  lease.release();
  return undefined;
}

/** Undefined when another process was quicker, or an old server is still stopping: then try again. */
async function tryStart(options: StartServerOptions, log: Log): Promise<EmbeddedPostgres | undefined> {
  const server = await startServer(options);
  let end: { output: string } | undefined;
  const ended = server.ended.then((output) => {
    end = { output };
  });
  while (!end && !(await answers(server.runDir))) await Promise.race([ended, delay(PLATFORM_LIMITS.databasePollMs)]);
  if (!end) {
    log.debug({ run_dir: server.runDir }, 'embedded database started');
    reportUnexpectedEnd(server, log);
    return toHandle(options.clusterDir, server.runDir, server.lease);
  }
  server.lease.release();
  if (/lock file .* already exists|shared memory block .* is still in use/.test(end.output)) return undefined;
  throw new EmbeddedPostgresError(`PostgreSQL did not start: ${end.output}\nSee ${options.logPath}. ${USE_OWN_SERVER}`);
}

function reportUnexpectedEnd(server: StartedServer, log: Log): void {
  server.ended.then(
    (output) => {
      // The watchdog removes the pipe before it stops the server; a remaining pipe means a crash.
      if (existsSync(leasePath(server.runDir))) log.error({ output }, 'the embedded database ended unexpectedly');
      server.lease.release();
    },
    (err: unknown) => log.error({ err }, 'the embedded database cannot be watched'),
  );
}

function connectionTo(runDir: string): pg.ClientConfig {
  return { host: runDir, port: 5432, user: CLUSTER_USER, database: 'postgres' };
}

/** Whether the server accepts connections now. */
async function answers(runDir: string): Promise<boolean> {
  const client = new pg.Client({ ...connectionTo(runDir), connectionTimeoutMillis: PLATFORM_LIMITS.connectMs });
  // A server that is stopping may also break the connection after it was made.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (error) {
    if (isDatabaseAway(error)) return false;
    throw error;
  }
}

function toHandle(clusterDir: string, runDir: string, lease: ServerLease): EmbeddedPostgres {
  const pid = findPostmasterFile(clusterDir)?.pid ?? 0;
  return {
    connection: connectionTo(runDir),
    lives: () => findPostmasterFile(clusterDir)?.pid === pid && postmasterLives(pid),
    release: () => lease.release(),
    stop: async () => {
      lease.release();
      const polls = (ms: number) => Math.ceil(ms / PLATFORM_LIMITS.databasePollMs);
      for (let poll = 0; poll < polls(PLATFORM_LIMITS.databaseStopMs) && existsSync(runDir); poll++) {
        const inUse = poll >= polls(PLATFORM_LIMITS.databaseReleaseNoticeMs) && existsSync(leasePath(runDir));
        if (inUse) return;
        await delay(PLATFORM_LIMITS.databasePollMs);
      }
    },
  };
}
