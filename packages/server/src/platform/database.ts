import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { clientOf, type ConnectionSource } from './database-client.ts';
import { boundedPool } from './database-pool.ts';
import { keepEmbeddedPostgres } from './embedded-keeper.ts';
import type { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { PLATFORM_LIMITS } from './limits.ts';
import type { Log } from './log.ts';
import type { Schema } from './schema/index.ts';
import { NO_TRACING, type Tracing } from './telemetry/tracing.ts';

/** The query builder, or a transaction of it: functions that take it work inside and outside a transaction. */
export type Db = Kysely<Schema>;
export type DbTransaction = Transaction<Schema>;

export interface Database {
  /**
   * For hand-written queries. Its errors are the driver's own; those of `db` report an unavailable database as UnavailableError.
   */
  pool: pg.Pool;
  db: Db;
  /**
   * A connection outside the pool, for uses that must keep one (LISTEN, a lock). The caller ends it. A query is abandoned after
   * `answerMs`, or never when null.
   */
  connectClient(options?: { answerMs: number | null }): Promise<pg.Client>;
  /** Ends the pool, and leaves the embedded server, which stops when its last user has left. */
  close(): Promise<void>;
}

export interface ConnectOptions {
  log: Log;
  /** Maximum number of connections in the pool; default 10. */
  poolMax?: number | undefined;
  /** How long a statement, or getting a connection, may take; default 20 s, and never more than 10 s for a connection. */
  statementMs?: number | undefined;
  /** Default: nothing is traced. */
  tracing?: Tracing | undefined;
}

export interface OpenDatabaseOptions extends ConnectOptions {
  /** PostgreSQL 15 or later. Without it a server is embedded, with its files in `<dataDir>/postgres`. */
  databaseUrl?: string | undefined;
  dataDir: string;
  /** The embedded server kept failing and is no longer restarted. */
  onGivenUp?: ((error: EmbeddedPostgresError) => void) | undefined;
}

/**
 * Opens the database: the one of `databaseUrl`, else the embedded one, started here or joined when another process of
 * the same data folder already runs it, and started again should it fall. Does not migrate.
 *
 * @throws EmbeddedPostgresError when the embedded server cannot run here; an error of the driver when the URL's server
 *   does not answer.
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const { databaseUrl, dataDir, log, onGivenUp } = options;
  if (databaseUrl !== undefined && databaseUrl !== '') {
    return connectDatabase({ connectionString: databaseUrl }, options);
  }
  const embedded = await keepEmbeddedPostgres({ dataDir, log, onGivenUp });
  try {
    const database = await connectDatabase(() => embedded.connection(), options);
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

/** Opens a pool on one PostgreSQL and sends one query, so that a wrong address fails here and not at a request. */
export async function connectDatabase(
  connection: pg.ClientConfig | ConnectionSource,
  options: ConnectOptions,
): Promise<Database> {
  const { log, poolMax = PLATFORM_LIMITS.poolConnections, tracing = NO_TRACING } = options;
  const { statementMs = PLATFORM_LIMITS.statementMs } = options;
  const connectMs = Math.min(PLATFORM_LIMITS.connectMs, statementMs);
  const clientThatWaits = (answerMs: number | null) => {
    const bounds = answerMs === null ? {} : { query_timeout: answerMs };
    const whole: ConnectionSource = () => ({
      application_name: 'revera',
      connectionTimeoutMillis: connectMs,
      ...(typeof connection === 'function' ? connection() : connection),
      ...bounds,
      types: { getTypeParser },
    });
    return clientOf(whole, log);
  };
  // The server abandons a statement first, and reports it; only a silent server is abandoned by us.
  const answerMs = statementMs + PLATFORM_LIMITS.answerSlackMs;
  const pool = new pg.Pool({ max: poolMax, connectionTimeoutMillis: connectMs, Client: clientThatWaits(answerMs) });
  // The client has already reported it; without a listener it would still end the process.
  pool.on('error', () => undefined);
  // The pool is ended directly: `db.destroy()` does nothing when no query was ever built by Kysely.
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: boundedPool(pool, { statementMs, tracing }) }),
  });
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    throw error;
  }
  return {
    pool,
    db,
    connectClient: async (wish = { answerMs }) => {
      const Client = clientThatWaits(wish.answerMs);
      const client = new Client();
      await client.connect();
      return client;
    },
    close: () => pool.end(),
  };
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
