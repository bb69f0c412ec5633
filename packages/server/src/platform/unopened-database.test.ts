import { describe, expect, it } from 'vitest';
import { unopenedDatabase } from './unopened-database.ts';

describe('a database that was never opened', () => {
  it('refuses every question', async () => {
    const database = unopenedDatabase();
    expect(() => database.pool.query('select 1')).toThrow('never opened');
    await expect(database.db.selectFrom('job').selectAll().execute()).rejects.toThrow('never opened');
    expect(() => database.connectClient()).toThrow('never opened');
    await database.close();
  });
});
