import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fixedClock } from '../clock.ts';
import { PLATFORM_LIMITS } from '../limits.ts';
import { silentLog } from '../log.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { until } from '../test-process.ts';
import { claimJobs } from './claim.ts';
import { endRow, failJob } from './end.ts';
import { endStrandedJobs, noteWorker } from './folders.ts';
import { enqueueJob, insertClaimedJob } from './insert.ts';
import { reapJobs } from './reap.ts';
import { createWorker } from './worker.ts';

const MEDIA = { queue: 'media', fail: failJob };
const [HERE, THERE] = ['h'.repeat(22), 't'.repeat(22)];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db.deleteFrom('job').execute();
  await database.db.deleteFrom('upload_folder').execute();
});

const NEW = { kind: 'lab', organizationId: null, input: {}, retentionMs: null } as const;
const enqueue = async (uploadFolder: string | null) => (await enqueueJob(database.db, { ...NEW, uploadFolder })).id;
const claim = async (uploadFolder?: string) => {
  const options = { queue: 'media', kinds: ['lab'], limit: 10, leaseOwner: 'w', leaseMs: 60_000 } as const;
  return (await claimJobs(database.db, { ...options, uploadFolder })).map(({ id }) => id);
};
const end = async () =>
  (await database.db.transaction().execute((trx) => endStrandedJobs(trx, HERE, MEDIA))).map(({ id }) => id);
const pass = (table: 'job' | 'upload_folder', column: string) =>
  database.pool.query(`update ${table} set ${column} = now() - interval '1 millisecond' * $1::float8`, [
    PLATFORM_LIMITS.strandedMs + 1_000,
  ]);

describe('a job whose file lies in a folder of uploads', () => {
  it('is taken by workers that have the folder, and by no others', async () => {
    const [there, anywhere] = [await enqueue(THERE), await enqueue(null)];
    expect(await claim(HERE)).toEqual([anywhere]);
    expect(await claim()).toEqual([]);
    expect(await claim(THERE)).toEqual([there]);
  });

  it('belongs to the folder still when its process died and it is queued again', async () => {
    await insertClaimedJob(database.db, { ...NEW, uploadFolder: THERE, leaseOwner: 'dead', leaseMs: -1_000 });
    const { requeued } = await database.db.transaction().execute((trx) => reapJobs(trx, MEDIA));
    expect(requeued).toHaveLength(1);
    await database.pool.query('update job set run_at = now()');
    expect(await claim(HERE)).toEqual([]);
    expect(await claim(THERE)).toEqual(requeued);
  });

  it('ends when it has been due for long and the folder has had no worker', async () => {
    const id = await enqueue(THERE);
    expect(await end()).toEqual([]);
    await pass('job', 'run_at');
    expect(await end()).toEqual([id]);
    const row = await database.db.selectFrom('job').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      status: 'failed',
      error_code: 'SERVICE_UNAVAILABLE',
      error_message: 'No worker can read the file of this job.',
    });
  });

  it('waits as long as it takes when a worker of the folder lives', async () => {
    await enqueue(THERE);
    await pass('job', 'run_at');
    await noteWorker(database.db, THERE);
    expect(await end()).toEqual([]);
    await pass('upload_folder', 'worker_seen_at');
    await noteWorker(database.db, HERE);
    expect(await end()).toHaveLength(1);
    const folders = await database.db.selectFrom('upload_folder').select('id').execute();
    expect(folders).toEqual([{ id: HERE }]);
  });

  it('waits when the folder is our own, and when any worker could take it', async () => {
    await enqueue(HERE);
    await enqueue(null);
    await pass('job', 'run_at');
    expect(await end()).toEqual([]);
  });

  it('is ended by a worker that has been there long enough to know that nobody comes', async () => {
    const clock = fixedClock('2026-11-20T12:00:00.000Z');
    const told: string[] = [];
    const worker = createWorker({
      database,
      queue: 'media',
      handlers: {},
      endJob: endRow,
      uploadFolder: HERE,
      concurrency: 1,
      clock,
      log: silentLog,
      leaseMs: 60,
      onGivenUp: async (_trx, jobs) => void told.push(...jobs.map((job) => job.id)),
    });
    const id = await enqueue(THERE);
    await pass('job', 'run_at');
    await worker.start();
    const seen = async () => (await database.db.selectFrom('upload_folder').select('worker_seen_at').execute())[0];
    const first = await until(seen);
    // It has looked at the jobs at least once in between.
    await until(async () => (await seen())?.worker_seen_at.getTime() !== first.worker_seen_at.getTime());
    expect(told).toEqual([]);
    clock.advance(PLATFORM_LIMITS.strandedMs);
    await until(() => told.includes(id));
    await worker.stop({ graceMs: 1_000 });
  });
});
