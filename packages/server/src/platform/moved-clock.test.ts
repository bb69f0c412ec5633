import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTestDatabase } from './test-database.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** The setting of tools/later.ts; 0 in any other run. */
const MOVED_DAYS = Number(/^\+(\d+)d$/.exec(process.env['FAKETIME'] ?? '')?.[1] ?? 0);

/** The time of the kernel's own clock, which dates files and is never moved. */
async function kernelTime(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'revera-clock-'));
  await writeFile(join(folder, 'now'), '');
  const { mtimeMs } = await stat(join(folder, 'now'));
  await rm(folder, { recursive: true });
  return mtimeMs;
}

it(`Node.js and PostgreSQL both are ${MOVED_DAYS} days ahead of the kernel`, async () => {
  const database = await createTestDatabase();
  const { rows } = await database.pool.query<{ now: Date }>('select clock_timestamp() as now');
  await database.drop();
  const expected = (await kernelTime()) + MOVED_DAYS * DAY_MS;
  expect(Math.abs(Date.now() - expected)).toBeLessThan(MINUTE_MS);
  expect(Math.abs((rows[0]?.now.getTime() ?? 0) - expected)).toBeLessThan(MINUTE_MS);
});
