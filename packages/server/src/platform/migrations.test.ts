import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from './log.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS_DIRECTORY } from './migrations-directory.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
let earlier: string;
beforeAll(async () => {
  earlier = mkdtempSync(join(tmpdir(), 'revera-migrations-'));
  database = await createTestDatabase();
  await database.pool.query('drop schema public cascade; create schema public');
});
afterAll(async () => {
  await database.drop();
  rmSync(earlier, { recursive: true });
});

/** The migrations of a version that ended with this one. */
async function migrateTo(last: string): Promise<void> {
  for (const name of readdirSync(MIGRATIONS_DIRECTORY).filter((file) => file <= `${last}~`)) {
    copyFileSync(join(MIGRATIONS_DIRECTORY, name), join(earlier, name));
  }
  await migrate({ database, directory: earlier, log: silentLog });
}

describe('an upgrade', () => {
  it('takes from expired jobs what earlier versions left in them, and nothing from the others', async () => {
    await migrateTo('0004');
    await database.pool.query(
      `insert into job (id, kind, status, filename, input, finished_at)
        values ('gone', 'analysis', 'expired', 'a.jpg', '{"sha256": "x"}', now()),
               ('kept', 'analysis', 'completed', 'b.jpg', '{"sha256": "y"}', now())`,
    );
    await migrate({ database, directory: MIGRATIONS_DIRECTORY, log: silentLog });
    const { rows } = await database.pool.query('select id, filename, input from job order by id');
    expect(rows).toEqual([
      { id: 'gone', filename: null, input: {} },
      { id: 'kept', filename: 'b.jpg', input: { sha256: 'y' } },
    ]);
  });

  it('remembers from the log who has signed in before', async () => {
    await database.pool.query('drop schema public cascade; create schema public');
    await migrateTo('0005');
    await database.pool.query(
      `insert into account (id, email) values ('seen', 'seen@example.com'), ('new', 'new@example.com');
       insert into audit_log (id, actor_kind, actor_id, action, target_kind, created_at)
         values ('1', 'account', 'seen', 'account.signed_in', 'account', '2026-02-01T00:00:00Z'),
                ('2', 'account', 'seen', 'account.signed_in', 'account', '2026-01-01T00:00:00Z'),
                ('3', 'account', 'new', 'account.registered', 'account', '2026-01-01T00:00:00Z')`,
    );
    await migrate({ database, directory: MIGRATIONS_DIRECTORY, log: silentLog });
    const { rows } = await database.pool.query('select id, first_signed_in_at from account order by id');
    expect(rows).toEqual([
      { id: 'new', first_signed_in_at: null },
      { id: 'seen', first_signed_in_at: new Date('2026-01-01T00:00:00Z') },
    ]);
  });
});
