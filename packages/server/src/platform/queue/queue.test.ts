import { afterAll, beforeEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { claimJobs, type ClaimOptions } from './claim.ts';
import { completeJob, failJob } from './end.ts';
import { enqueueJob, insertClaimedJob } from './insert.ts';
import type { Lease, NewJob } from './job.ts';
import { heartbeatJobs, setJobProgress } from './lease.ts';
import { reapJobs } from './reap.ts';
import { releaseJob, retryJob } from './retry.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.db.deleteFrom('job').execute());

const NEW: NewJob = { kind: 'lab', organizationId: null, input: { file: 'a' }, retentionMs: 60_000 };
const enqueue = async (job: Partial<NewJob> = {}) => (await enqueueJob(database.db, { ...NEW, ...job })).id;
const claim = (options: Partial<ClaimOptions> = {}) =>
  claimJobs(database.db, { queue: 'media', kinds: ['lab'], limit: 10, leaseOwner: 'w1', leaseMs: 60_000, ...options });
const find = (id: string) => database.db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const lapse = () =>
  database.pool.query("update job set lease_until = now() - interval '1 second' where status = 'processing'");
const makeDue = () => database.pool.query("update job set run_at = now() where status = 'queued'");
const ERROR = { code: 'MEDIA_PARSE_FAILED', message: 'unreadable' };
const reap = (queue = 'media') => database.db.transaction().execute((trx) => reapJobs(trx, { queue, fail: failJob }));
const retry = (lease: Lease) =>
  database.db.transaction().execute((trx) => retryJob(trx, lease, { error: ERROR, fail: failJob }));

describe('enqueueJob', () => {
  it('stores the job with its transaction, or not at all', async () => {
    const rollback = database.db.transaction().execute(async (trx) => {
      await enqueueJob(trx, NEW);
      throw new Error('rolled back');
    });
    await expect(rollback).rejects.toThrow('rolled back');
    expect(await claim()).toEqual([]);

    const id = await database.db.transaction().execute(async (trx) => (await enqueueJob(trx, NEW)).id);
    const [job] = await claim();
    expect(job).toMatchObject({ id, status: 'processing', attempts: 1, lease_owner: 'w1', input: { file: 'a' } });
  });

  it('keeps one job for each dedupe value, also after it is done', async () => {
    const id = await enqueue({ dedupe: 'cron:trust:1' });
    expect(await enqueueJob(database.db, { ...NEW, dedupe: 'cron:trust:1' })).toEqual({ id, created: false });
    await claim();
    await completeJob(database.db, { id, leaseOwner: 'w1' }, null);
    expect(await enqueueJob(database.db, { ...NEW, dedupe: 'cron:trust:1' })).toEqual({ id, created: false });
  });

  it('leaves a delayed job, another queue and another kind alone', async () => {
    await enqueue({ delayMs: 60_000 });
    await enqueue({ queue: 'mail' });
    await enqueue({ kind: 'signing' });
    expect(await claim()).toEqual([]);
  });
});

describe('claimJobs', () => {
  it('never gives one job to two claimers, nor more than they ask for', async () => {
    const ids = await Promise.all(Array.from({ length: 40 }, () => enqueue()));
    const claims = await Promise.all(Array.from({ length: 10 }, (_, n) => claim({ leaseOwner: `w${n}`, limit: 3 })));
    const claimed = claims.flat().map((job) => job.id);
    expect(new Set(claimed).size).toBe(claimed.length);
    expect(claims.every((jobs) => jobs.length <= 3)).toBe(true);
    const rest = await claim({ limit: 100 });
    expect([...claimed, ...rest.map((job) => job.id)].toSorted()).toEqual(ids.toSorted());
  });
});

describe('the lease', () => {
  it('guards every change: who lost it changes nothing', async () => {
    const id = await enqueue();
    await claim();
    await lapse();
    expect((await reap()).requeued).toEqual([id]);
    await makeDue();
    await claim({ leaseOwner: 'w2' });

    const lost = { id, leaseOwner: 'w1' };
    expect(await heartbeatJobs(database.db, { ids: [id], leaseOwner: 'w1', leaseMs: 1_000 })).toEqual([]);
    expect(await setJobProgress(database.db, lost, 0.5)).toBe(false);
    expect(await completeJob(database.db, lost, { by: 'w1' })).toBe(false);
    expect(await failJob(database.db, lost, ERROR)).toBe(false);
    expect(await retry(lost)).toBe('lease_lost');
    expect(await releaseJob(database.db, lost)).toBe(false);

    const held = { id, leaseOwner: 'w2' };
    expect(await completeJob(database.db, held, { by: 'w2' })).toBe(true);
    expect(await completeJob(database.db, held, { by: 'again' })).toBe(false);
    expect(await find(id)).toMatchObject({ status: 'completed', result: { by: 'w2' }, attempts: 2, lease_owner: null });
  });

  it('is extended by a heartbeat, so the reaper leaves the job', async () => {
    const id = await enqueue();
    await claim();
    await lapse();
    expect(await heartbeatJobs(database.db, { ids: [id], leaseOwner: 'w1', leaseMs: 60_000 })).toEqual([id]);
    expect(await reap()).toEqual({ requeued: [], timedOut: [] });
  });

  it('that runs out in the last attempt fails the job with JOB_TIMEOUT', async () => {
    const id = await enqueue({ maxAttempts: 1 });
    await claim();
    await lapse();
    const { requeued, timedOut } = await reap();
    expect(requeued).toEqual([]);
    expect(timedOut).toMatchObject([{ id }]);
    expect(await find(id)).toMatchObject({ status: 'failed', error_code: 'JOB_TIMEOUT', lease_owner: null });
    expect((await find(id)).finished_at).toBeInstanceOf(Date);
  });

  it('that runs out in another queue is left to the workers of that queue', async () => {
    const ids = [await enqueue(), await enqueue({ maxAttempts: 1 })];
    await claim();
    await lapse();
    expect(await reap('mail')).toEqual({ requeued: [], timedOut: [] });
    for (const id of ids) expect(await find(id)).toMatchObject({ status: 'processing', lease_owner: 'w1' });
  });

  it('belongs to a synchronous request from the first moment, and is reclaimed when that is lost', async () => {
    const { id } = await insertClaimedJob(database.db, { ...NEW, leaseOwner: 'request', leaseMs: 60_000 });
    expect(await claim()).toEqual([]);
    await lapse();
    expect((await reap()).requeued).toEqual([id]);
    await makeDue();
    expect(await claim()).toMatchObject([{ id, attempts: 2 }]);
  });
});

describe('the end of a job', () => {
  it('stores the output it is given, whatever JSON it is', async () => {
    const id = await enqueue();
    await claim();
    await completeJob(database.db, { id, leaseOwner: 'w1' }, [1, 'two', { deep: [null] }]);
    expect(await find(id)).toMatchObject({ status: 'completed', result: [1, 'two', { deep: [null] }], progress: 1 });
  });

  it('is a retry while attempts are left, later each time, then a failure', async () => {
    const id = await enqueue({ maxAttempts: 2 });
    await claim();
    expect(await retry({ id, leaseOwner: 'w1' })).toBe('queued');
    expect(await claim()).toEqual([]);
    await makeDue();
    await claim();
    expect(await retry({ id, leaseOwner: 'w1' })).toBe('failed');
    expect(await find(id)).toMatchObject({
      status: 'failed',
      error_code: 'MEDIA_PARSE_FAILED',
      error_message: 'unreadable',
    });
  });

  it('is postponed without loss of an attempt when the job is handed back', async () => {
    const id = await enqueue();
    await claim();
    expect(await releaseJob(database.db, { id, leaseOwner: 'w1' })).toBe(true);
    expect(await claim({ leaseOwner: 'w2' })).toMatchObject([{ id, attempts: 1 }]);
  });
});
