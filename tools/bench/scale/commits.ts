import pg from 'pg';
import { medians } from './figures.ts';
import type { World } from './world.ts';

const CONNECTIONS = 16;
const ROUND_MS = 2_000;
const ROUNDS = 3;

/** Transactions that wait for the disk: of rows of their own, with a notification, and of one row that all of them change. */
const KINDS = [
  { name: 'commits.plain_a_second', text: 'insert into scale_row (number) values (1)' },
  {
    name: 'commits.notifying_a_second',
    text: `with row as (insert into scale_row (number) values (1)) select pg_notify('scale', 'media')`,
  },
  { name: 'commits.one_row_a_second', text: 'update scale_counter set number = number + 1' },
] as const;

/** How many transactions a second many connections commit together, in turns; and how long the disk takes to keep one. */
export async function measureCommits({ client, connection }: World): Promise<Record<string, number>> {
  await client.query(`create table scale_row (number bigint); create table scale_counter (number bigint);
    insert into scale_counter values (0)`);
  const pool = new pg.Pool({ ...connection, max: CONNECTIONS });
  const rounds: Record<string, number>[] = [];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const one: Record<string, number> = {};
      for (const { name, text } of KINDS) one[name] = await commitsASecond(pool, text);
      rounds.push(one);
    }
  } finally {
    await pool.end();
  }
  const { rows } = await client.query<{ ms: number }>(`
    select (sum(fsync_time) / nullif(sum(fsyncs), 0))::float8 as ms from pg_stat_io where object = 'wal'`);
  return { ...medians(rounds), 'commits.flush_ms': rows[0]?.ms ?? 0 };
}

async function commitsASecond(pool: pg.Pool, text: string): Promise<number> {
  const began = performance.now();
  let commits = 0;
  const one = async (): Promise<void> => {
    while (performance.now() - began < ROUND_MS) {
      await pool.query(text);
      commits += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
  return (commits / (performance.now() - began)) * 1000;
}
