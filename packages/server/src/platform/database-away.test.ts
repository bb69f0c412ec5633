import { startNetwork, type Network } from '@revera/testkit/servers';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UnavailableError } from '../shared/unavailable-error.ts';
import { isDatabaseAway } from './database-away.ts';
import { connectDatabase, type Database, type Db } from './database.ts';
import { createLog, silentLog } from './log.ts';
import { listen } from './queue/listen.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { until } from './test-process.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const pidOf = async (db: Db) => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  return rows[0]?.pid ?? 0;
};
const terminate = (pid: number) => database.pool.query('select pg_terminate_backend($1)', [pid]);
const ask = (db: Db) => sql`select 1`.execute(db);

describe('isDatabaseAway', () => {
  const serverError = (code: string) => Object.assign(new pg.DatabaseError('x', 1, 'error'), { code });
  const systemError = (code: string) => Object.assign(new Error('x'), { code });

  it.each(['08006', '53300', '57P01', '57P02', '57P03', '57014', '25006', '25P03'])('is true of %s', (code) => {
    expect(isDatabaseAway(serverError(code))).toBe(true);
  });

  it.each(['23505', '42601', '22P02', '40001', '25P02', '28P01', 'XX000'])('is false of %s', (code) => {
    expect(isDatabaseAway(serverError(code))).toBe(false);
  });

  it('knows what the system says of a connection, and takes no other error for one', () => {
    expect(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'ETIMEDOUT'].map(systemError).map(isDatabaseAway)).toEqual(
      Array.from({ length: 4 }, () => true),
    );
    expect([systemError('EACCES'), new Error('x'), new TypeError('timeout'), 'text'].map(isDatabaseAway)).toEqual(
      Array.from({ length: 4 }, () => false),
    );
  });
});

describe('a connection that is terminated', () => {
  it('rejects the query of its transaction as away, keeps the process, and is not lent again', async () => {
    const lines: string[] = [];
    const log = createLog({ level: 'warn', write: (line) => lines.push(line) });
    const other = await connectDatabase(database.connection, { log });
    // Between two queries nobody waits for an answer: the end arrives at a client that is lent and idle.
    const work = other.db.transaction().execute(async (trx) => {
      await terminate(await pidOf(trx));
      await until(() => lines.some((line) => line.includes('57P01')));
      await ask(trx);
    });
    await expect(work).rejects.toBeInstanceOf(UnavailableError);
    expect((await ask(other.db)).rows).toHaveLength(1);
    await other.close();
  });

  it('rejects the query it was asked, as away', async () => {
    const other = await connectDatabase(database.connection, { log: silentLog });
    const isAsked = `select from pg_stat_activity where pid = $1 and query like '%pg_sleep%'`;
    const work = other.db.connection().execute(async (db) => {
      const pid = await pidOf(db);
      const ending = until(async () => (await database.pool.query(isAsked, [pid])).rowCount === 1);
      await Promise.all([sql`select pg_sleep(60)`.execute(db), ending.then(() => terminate(pid))]);
    });
    await expect(work).rejects.toMatchObject({ cause: { code: '57P01' }, retryAfterSeconds: 5 });
    await other.close();
  });

  it('is no different from a mistake of ours when there is one', async () => {
    await expect(sql`select 1 / 0`.execute(database.db)).rejects.toMatchObject({ code: '22012' });
  });
});

describe('a network that is cut without a word', () => {
  let network: Network;
  let other: Database;
  beforeAll(async () => {
    network = await startNetwork({ path: database.socketPath });
    const connection = { ...database.connection, host: '127.0.0.1', port: network.port };
    other = await connectDatabase(connection, { log: silentLog, statementMs: 500, poolMax: 2 });
  });
  afterAll(() => network.close());

  it('holds up no query and no wait for a connection, and then there are new connections', async () => {
    await ask(other.db);
    network.cut();
    const questions = Array.from({ length: 6 }, () => ask(other.db));
    for (const outcome of await Promise.allSettled(questions)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'UnavailableError' } });
    }
    network.mend();
    expect((await ask(other.db)).rows).toHaveLength(1);
  });

  it('holds up no transaction that is to be rolled back, and its server gives up one that it hears no more of', async () => {
    const cut = other.db.transaction().execute(async (trx) => {
      await ask(trx);
      network.cut();
      await ask(trx);
    });
    await expect(cut).rejects.toBeInstanceOf(UnavailableError);
    network.mend();
    const bounded = await sql<{ setting: string }>`
      select setting from pg_settings where name = 'idle_in_transaction_session_timeout'`.execute(other.db);
    expect(bounded.rows).toEqual([{ setting: '120000' }]);
  });

  it('holds up no shutdown: neither that of who listens nor that of the pool', async () => {
    const listener = listen({ database: other, channel: 'job', onMessage: () => undefined, log: silentLog });
    await listener.ready;
    await ask(other.db);
    network.cut();
    await listener.close();
    await other.close();
    expect(other.pool.totalCount).toBe(0);
  });
});
