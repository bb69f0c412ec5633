import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from './database.ts';

/** A database without a server, for describing code that would query one. It opens no connection; every query fails. */
export function unopenedDatabase(): Database {
  const refuse = (): never => {
    throw new Error('this database was never opened');
  };
  const pool = new pg.Pool({ connectionTimeoutMillis: 1, stream: refuse });
  return {
    pool,
    db: new Kysely({ dialect: new PostgresDialect({ pool }) }),
    connectClient: refuse,
    close: () => pool.end(),
  };
}
