import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import type { Column } from './column.ts';
import { TABLES } from './index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** One line for each column of the migrated database: `job.status text default`. */
async function migratedColumns(statement = 'select'): Promise<string[]> {
  const client = await database.pool.connect();
  try {
    await client.query(`begin; ${statement}`);
    const { rows } = await client.query<{ line: string }>(
      `select concat_ws(' ', c.relname || '.' || a.attname, format_type(a.atttypid, a.atttypmod),
          case when not a.attnotnull then 'null' end,
          case when a.attgenerated <> '' then 'computed' when a.attidentity = 'a' then 'numbered' when a.atthasdef then 'default' end) as line
        from pg_attribute a join pg_class c on c.oid = a.attrelid
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped`,
    );
    return rows.map(({ line }) => line).toSorted();
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const tables: Readonly<Record<string, Readonly<Record<string, Column<unknown>>>>> = TABLES;
const described = Object.entries(tables)
  .flatMap(([table, columns]) =>
    Object.entries(columns).map(([name, { dataType, nullable, otherwise }]) =>
      [
        `${table}.${name}`,
        dataType,
        ...(nullable ? ['null'] : []),
        ...(otherwise === 'nothing' ? [] : [otherwise]),
      ].join(' '),
    ),
  )
  .toSorted();

/** What a statement changes: lines that are then described wrongly, and lines that are then missing. */
async function driftAfter(statement: string): Promise<[gone: string[], added: string[]]> {
  const columns = await migratedColumns(statement);
  return [described.filter((line) => !columns.includes(line)), columns.filter((line) => !described.includes(line))];
}

describe('the described tables', () => {
  it('are those of the migrated database: every table, column, type, nullability and default', async () => {
    expect(described).toEqual(await migratedColumns());
  });

  it.each([
    ['a column that was added', 'alter table mail add subject text', [], ['mail.subject text null']],
    ['a column that was dropped', 'alter table mail drop recipient', ['mail.recipient text'], []],
    [
      'a column that may be null now',
      'alter table mail alter recipient drop not null',
      ['mail.recipient text'],
      ['mail.recipient text null'],
    ],
    [
      'a column that may not be null any more',
      'alter table job alter filename set not null',
      ['job.filename text null'],
      ['job.filename text'],
    ],
    [
      'a column of another type',
      'alter table job alter attempts type bigint',
      ['job.attempts integer default'],
      ['job.attempts bigint default'],
    ],
    [
      'a default that is gone',
      'alter table job alter queue drop default',
      ['job.queue text default'],
      ['job.queue text'],
    ],
    ['a table that was added', 'create table parcel (id text primary key)', [], ['parcel.id text']],
    [
      'a table that was dropped',
      'drop table recovery_code',
      [
        'recovery_code.account_id text',
        'recovery_code.code_sha256 bytea',
        'recovery_code.used_at timestamp with time zone null',
      ],
      [],
    ],
  ])('do not fit %s', async (_title, statement, gone, added) => {
    expect(await driftAfter(statement)).toEqual([gone, added]);
  });
});
