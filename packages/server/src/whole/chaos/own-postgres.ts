import { mkdirSync } from 'node:fs';
import type { NetConnectOpts } from 'node:net';
import { join } from 'node:path';
import { findPostgresBinaries } from '../../platform/embedded-binaries.ts';
import { CLUSTER_USER, ensureCluster } from '../../platform/embedded-cluster.ts';
import { startServer, type StartedServer } from '../../platform/embedded-server.ts';
import { chooseServerUser } from '../../platform/embedded-user.ts';
import { silentLog } from '../../platform/log.ts';
import { findPostmasterFile } from '../../platform/postmaster-file.ts';

/** A PostgreSQL server that the test ends and starts as it likes. */
export interface OwnPostgres {
  /** Where it listens now; the same object, changed by each start. */
  readonly target: NetConnectOpts;
  readonly user: string;
  start(): Promise<void>;
  /** SIGINT: breaks connections and ends in order. SIGQUIT and SIGKILL: as a crash does. Resolves when it has ended. */
  end(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void>;
  close(): Promise<void>;
}

export async function createOwnPostgres(folder: string): Promise<OwnPostgres> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const clusterDir = join(folder, 'postgres');
  const user = chooseServerUser(clusterDir);
  const binDir = findPostgresBinaries({ dataDir: folder, user, log: silentLog });
  const options = { clusterDir, binDir, user, durable: true, logPath: join(folder, 'postgres.log') };
  await ensureCluster(options);
  const target = { path: '' };
  let server: StartedServer | null = null;
  const end: OwnPostgres['end'] = async (signal) => {
    const running = server;
    const pid = findPostmasterFile(clusterDir)?.pid;
    if (running === null || pid === undefined) throw new Error('PostgreSQL does not run');
    server = null;
    process.kill(pid, signal);
    await running.ended;
    running.hold.release();
  };
  const start = async (): Promise<void> => {
    server = await startServer(options);
    target.path = join(server.runDir, '.s.PGSQL.5432');
  };
  await start();
  return {
    target,
    user: CLUSTER_USER,
    start,
    end,
    close: async () => {
      if (server !== null) await end('SIGINT');
    },
  };
}
