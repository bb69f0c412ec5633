import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { PLATFORM_LIMITS } from './limits.ts';
import type { Log } from './log.ts';
import type { Schema } from './schema.ts';

/** The query builder, or a transaction of it: functions that take it work inside and outside a transaction. */
export type Db = Kysely<Schema>;
export type DbTransaction = Transaction<Schema>;

export interface Database {
  pool: pg.Pool;
  db: Db;
  /** A connection outside the pool, for what must keep one (LISTEN). The caller ends it. */
  connectClient(): Promise<pg.Client>;
  /** Ends the pool, and leaves the embedded server, which stops when its last user has left. */
  close(): Promise<void>;
}

export interface OpenDatabaseOptions {
  /** A PostgreSQL 15 or later. Without it a server is embedded, with its files in `<dataDir>/postgres`. */
  databaseUrl?: string | undefined;
  dataDir: string;
  log: Log;
  /** Most connections of the pool; default 10. */
  poolMax?: number | undefined;
}

/**
 * Opens the database: the one of `databaseUrl`, else the embedded one, started here or joined when another process of
 * the same data folder already runs it. Does not migrate.
 *
 * @throws EmbeddedPostgresError when the embedded server cannot run here; an error of the driver when the URL's server
 *   does not answer.
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  if (options.databaseUrl !== undefined && options.databaseUrl !== '') {
    return connectDatabase({ connectionString: options.databaseUrl }, options);
  }
  const embedded = await startEmbeddedPostgres({ dataDir: options.dataDir, log: options.log });
  try {
    const database = await connectDatabase(embedded.connection, options);
    return {
      ...database,
      close: async () => {
        await database.close();
        await embedded.stop();
      },
    };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

/** Opens a pool on one PostgreSQL and asks it one question, so that a wrong address fails here and not at a request. */
export async function connectDatabase(
  connection: pg.PoolConfig,
  options: { log: Log; poolMax?: number | undefined },
): Promise<Database> {
  const config: pg.PoolConfig = {
    application_name: 'revera',
    connectionTimeoutMillis: PLATFORM_LIMITS.connectMs,
    ...connection,
    types: { getTypeParser },
  };
  const pool = new pg.Pool({ ...config, max: options.poolMax ?? PLATFORM_LIMITS.poolConnections });
  // An idle connection that breaks emits here; without a listener it would end the process.
  pool.on('error', (err) => options.log.warn({ err }, 'an idle database connection broke'));
  // The pool is ended directly: `db.destroy()` does nothing when no query was ever built by Kysely.
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    throw error;
  }
  return { pool, db, connectClient: () => connectClient(config), close: () => pool.end() };
}

async function connectClient(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...config, keepAlive: true });
  await client.connect();
  return client;
}

const INT8 = 20;
const DATE = 1082;
const TIMESTAMPTZ = 1184;

/**
 * How values arrive: `bigint` as a number, an error beyond 2^53 (money is in fen and never comes near it, so a larger
 * value is a bug that must not be rounded); `timestamptz` as a Date, an error for `infinity`; `date` as its text, because
 * a Date would move it by the time zone of this machine. The rest as `pg` does it: `numeric` stays text.
 */
function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === INT8 && format !== 'binary') return parseInt8;
  if (oid === DATE && format !== 'binary') return (text) => text;
  const parse = driverParser(oid, format);
  return oid === TIMESTAMPTZ ? (text) => requireDate(parse(text), text) : parse;
}

function driverParser(oid: number, format: 'text' | 'binary' | undefined): (value: string) => unknown {
  const parse: unknown = format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid);
  if (typeof parse !== 'function') throw new TypeError(`no type parser for ${oid}`);
  return (value) => {
    const parsed: unknown = Reflect.apply(parse, undefined, [value]);
    return parsed;
  };
}

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint beyond 2^53 in a result: ${text}`);
  return value;
}

function requireDate(value: unknown, text: string): Date {
  if (!(value instanceof Date)) throw new RangeError(`not a finite timestamptz in a result: ${text}`);
  return value;
}
