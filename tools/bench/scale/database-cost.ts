import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

/** A place in the log of writes and in the numbers of transactions. */
export interface Mark {
  lsn: string;
  transactions: number;
  /** Bytes of the files of each table: rows, values stored apart (TOAST), indexes. */
  sizes: ReadonlyMap<string, TableSize>;
}

export interface TableSize {
  rows: number;
  apart: number;
  indexes: number;
}

const FLUSH_POLL_MS = 20;

/** Forgets the statements so far, so that those of the next measurement are counted alone. */
export async function beginMark(client: pg.Client): Promise<Mark> {
  const mark = await readMark(client);
  await client.query('select pg_stat_statements_reset()');
  return mark;
}

export async function readMark(client: pg.Client): Promise<Mark> {
  const { rows } = await client.query<{ lsn: string; transactions: number }>(`
    select pg_current_wal_insert_lsn()::text as lsn,
      pg_snapshot_xmax(pg_current_snapshot())::text::float8 as transactions`);
  const [row] = rows;
  if (row === undefined) throw new Error('the database answered nothing');
  return { ...row, sizes: await readSizes(client) };
}

/** The partitions of a table count as that table. */
async function readSizes(client: pg.Client): Promise<Map<string, TableSize>> {
  const { rows } = await client.query<TableSize & { name: string }>(`
    select regexp_replace(relname, '_\\d{4}_\\d{2}$', '') as name,
      sum(pg_relation_size(oid))::float8 as rows,
      sum(case reltoastrelid when 0 then 0 else pg_total_relation_size(reltoastrelid) end)::float8 as apart,
      sum(pg_indexes_size(oid))::float8 as indexes
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace group by 1`);
  return new Map(rows.map(({ name, ...size }) => [name, size]));
}

/** What was written between two marks, read from the log of writes itself: exact, and known at once. */
export async function readWritten(client: pg.Client, from: Mark, to: Mark): Promise<Record<string, number>> {
  await untilFlushed(client, to.lsn);
  const { rows } = await client.query<Record<string, number>>(
    `with log as (
      select "resource_manager/record_type" as kind, count, record_size::float8, fpi_size::float8
      from pg_get_wal_stats($1, $2, true)
    )
    select coalesce(sum(record_size), 0)::float8 as wal_bytes,
      coalesce(sum(fpi_size), 0)::float8 as wal_page_bytes,
      coalesce(sum(count) filter (where kind ~ '^Heap2?/(INSERT|UPDATE|HOT_UPDATE|DELETE|MULTI_INSERT)'), 0)::float8
        as row_writes,
      coalesce(sum(count) filter (where kind ~ '^Btree/INSERT'), 0)::float8 as index_writes
    from log`,
    [from.lsn, to.lsn],
  );
  return { ...rows[0], transactions: to.transactions - from.transactions };
}

async function untilFlushed(client: pg.Client, lsn: string): Promise<void> {
  const isFlushed = async (): Promise<boolean> => {
    const { rows } = await client.query<{ is: boolean }>('select pg_current_wal_flush_lsn() >= $1::pg_lsn as is', [
      lsn,
    ]);
    return rows[0]?.is === true;
  };
  while (!(await isFlushed())) await delay(FLUSH_POLL_MS);
}

/** The tables whose growth is told by name; the others are summed. */
const GROWING = ['job', 'job_thumbnail', 'usage_records'] as const;

/** Bytes by which the tables have grown. */
export function growth(from: Mark, to: Mark): Record<string, number> {
  const grown = (name: string, part: keyof TableSize): number =>
    (to.sizes.get(name)?.[part] ?? 0) - (from.sizes.get(name)?.[part] ?? 0);
  const wholeOf = (name: string): number => grown(name, 'rows') + grown(name, 'apart') + grown(name, 'indexes');
  const others = [...to.sizes.keys()].filter((name) => !GROWING.some((known) => known === name));
  const sums: Record<string, number> = { others_bytes: others.reduce((sum, name) => sum + wholeOf(name), 0) };
  for (const name of GROWING) {
    sums[`${name}_rows_bytes`] = grown(name, 'rows');
    sums[`${name}_apart_bytes`] = grown(name, 'apart');
    sums[`${name}_indexes_bytes`] = grown(name, 'indexes');
  }
  return sums;
}
