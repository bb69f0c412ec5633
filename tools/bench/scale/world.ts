import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { readAddress, readNewInstallation, startServerProcess, type ServerProcess } from '../server-process.ts';

/** One PostgreSQL, one API process, and workers that come and go. */
export interface World {
  address: string;
  key: string;
  apiPid: number;
  postgresPid: number;
  /** Of the server's owner; what it asks is left out of the statistics of statements. */
  client: pg.Client;
  /** For further connections of the owner. */
  connection: pg.ClientConfig;
  startWorker(): Promise<ServerProcess>;
}

type Settings = Readonly<Record<string, string>>;

/** PostgreSQL counts statements only when it was started with the extension, and keeps its log of writes until we have read it. */
const PREPARATION = [
  `alter system set shared_preload_libraries = 'pg_stat_statements'`,
  `alter system set pg_stat_statements.track_planning = 'on'`,
  `alter system set track_wal_io_timing = 'on'`,
  `alter system set wal_keep_size = '2GB'`,
];

/** Starts them on a new data folder, durable as the product starts them, and ends them after the work. */
export async function withWorld<T>(folder: string, settings: Settings, work: (world: World) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(folder, 'data-'));
  const key = await prepare(dataDir, settings);
  const api = await startServerProcess(dataDir, { role: 'api', settings });
  try {
    const { client, connection, pid: postgresPid } = await connect(dataDir);
    try {
      await client.query('create extension pg_stat_statements; create extension pg_walinspect');
      await client.query(`set pg_stat_statements.track = 'none'`);
      const startWorker = (): Promise<ServerProcess> => startServerProcess(dataDir, { role: 'worker', settings });
      const address = readAddress(api.ready);
      return await work({ address, key, apiPid: api.pid, postgresPid, client, connection, startWorker });
    } finally {
      await client.end();
    }
  } finally {
    await api.stop();
  }
}

/** Makes the installation and answers its key. */
async function prepare(dataDir: string, settings: Settings): Promise<string> {
  const first = await startServerProcess(dataDir, { role: 'api', settings });
  try {
    const { client } = await connect(dataDir);
    for (const statement of PREPARATION) await client.query(statement);
    await client.end();
    return readNewInstallation(first).key;
  } finally {
    await first.stop();
  }
}

/** To the socket that the running server names in its lock file: its number in the first line, the folder in the fifth. */
async function connect(dataDir: string): Promise<{ client: pg.Client; connection: pg.ClientConfig; pid: number }> {
  const [pid, , , , host] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  if (host === undefined) throw new Error('the embedded database does not run');
  const connection = { host, port: 5432, user: 'revera', database: 'postgres' };
  const client = new pg.Client(connection);
  await client.connect();
  return { client, connection, pid: Number(pid) };
}
