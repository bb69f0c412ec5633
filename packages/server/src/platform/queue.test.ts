import { afterAll, beforeEach, beforeAll, describe, expect, it } from 'vitest';
import { claimJobs, enqueueJob, insertClaimedJob, type ClaimOptions, type NewJob } from './queue.ts';
import { completeJob, failJob, heartbeatJobs, releaseJob, retryJob, setJobProgress } from './queue-finish.ts';
import { expireJobs, reapJobs } from './queue-reaper.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

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
const endsIn = (id: string, time: string) =>
  database.pool.query('update job set expires_at = now() + $2::interval where id = $1', [id, time]);
const makeDue = () => database.pool.query("update job set run_at = now() where status = 'queued'");
const ERROR = { code: 'MEDIA_PARSE_FAILED', message: 'unreadable' };

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
    await completeJob(database.db, { id, leaseOwner: 'w1' }, {});
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
    expect((await database.db.transaction().execute(reapJobs)).requeued).toEqual([id]);
    await makeDue();
    await claim({ leaseOwner: 'w2' });

    const lost = { id, leaseOwner: 'w1' };
    expect(await heartbeatJobs(database.db, { ids: [id], leaseOwner: 'w1', leaseMs: 1_000 })).toEqual([]);
    expect(await setJobProgress(database.db, lost, 0.5)).toBe(false);
    expect(await completeJob(database.db, lost, { result: { by: 'w1' } })).toBe(false);
    expect(await failJob(database.db, lost, ERROR)).toBe(false);
    expect(await retryJob(database.db, lost, ERROR)).toBe('lease_lost');
    expect(await releaseJob(database.db, lost)).toBe(false);

    const held = { id, leaseOwner: 'w2' };
    expect(await completeJob(database.db, held, { result: { by: 'w2' } })).toBe(true);
    expect(await completeJob(database.db, held, { result: { by: 'again' } })).toBe(false);
    expect(await find(id)).toMatchObject({ status: 'completed', result: { by: 'w2' }, attempts: 2, lease_owner: null });
  });

  it('is extended by a heartbeat, so the reaper leaves the job', async () => {
    const id = await enqueue();
    await claim();
    await lapse();
    expect(await heartbeatJobs(database.db, { ids: [id], leaseOwner: 'w1', leaseMs: 60_000 })).toEqual([id]);
    expect(await reapJobs(database.db)).toEqual({ requeued: [], timedOut: [] });
  });

  it('that runs out in the last attempt fails the job with JOB_TIMEOUT', async () => {
    const id = await enqueue({ maxAttempts: 1 });
    await claim();
    await lapse();
    const { requeued, timedOut } = await reapJobs(database.db);
    expect(requeued).toEqual([]);
    expect(timedOut).toMatchObject([{ id, status: 'failed', error_code: 'JOB_TIMEOUT' }]);
    expect((await find(id)).finished_at).toBeInstanceOf(Date);
  });

  it('belongs to a synchronous request from the first moment, and is reclaimed when that is lost', async () => {
    const { id } = await insertClaimedJob(database.db, { ...NEW, leaseOwner: 'request', leaseMs: 60_000 });
    expect(await claim()).toEqual([]);
    await lapse();
    expect((await reapJobs(database.db)).requeued).toEqual([id]);
    await makeDue();
    expect(await claim()).toMatchObject([{ id, attempts: 2 }]);
  });
});

const thumbnailsOf = async (id: string) =>
  database.db.selectFrom('job_thumbnail').selectAll().where('job_id', '=', id).orderBy('position').execute();
const row = (id: string, position: number, label: string | null, bytes: Uint8Array) => ({
  job_id: id,
  position,
  manifest_label: 'urn:c2pa:1',
  ingredient_label: label,
  width: 256,
  height: 1,
  bytes: Buffer.from(bytes),
});

describe('the end of a job', () => {
  it('stores the output it is given, arrays too', async () => {
    const id = await enqueue();
    await claim();
    await completeJob(
      database.db,
      { id, leaseOwner: 'w1' },
      { result: [1, 'two'], evidence: { deep: [null] }, crjson: '{}' },
    );
    expect(await find(id)).toMatchObject({ result: [1, 'two'], evidence: { deep: [null] }, crjson: '{}', progress: 1 });
  });

  it('stores the thumbnails it is given in their order, and none when the lease was lost', async () => {
    const labels = { manifestLabel: 'urn:c2pa:1', ingredientLabel: null };
    const own = { ...labels, width: 256, height: 1, bytes: Uint8Array.of(1, 2, 3) };
    const hostile = { ...own, ingredientLabel: `c2pa.ingredient'"\\$1`, bytes: new Uint8Array(32_768) };
    const id = await enqueue();
    await claim();
    const thumbnails = [own, hostile];
    expect(await completeJob(database.db, { id, leaseOwner: 'other' }, { thumbnails })).toBe(false);
    expect(await thumbnailsOf(id)).toEqual([]);
    expect(await find(id)).toMatchObject({ status: 'processing' });
    expect(await completeJob(database.db, { id, leaseOwner: 'w1' }, { result: 1, thumbnails })).toBe(true);
    expect(await find(id)).toMatchObject({ status: 'completed', result: 1 });
    expect(await thumbnailsOf(id)).toEqual([
      row(id, 0, own.ingredientLabel, own.bytes),
      row(id, 1, hostile.ingredientLabel, hostile.bytes),
    ]);
    expect(await completeJob(database.db, { id, leaseOwner: 'w1' }, { thumbnails })).toBe(false);
  });

  it('does not end when a thumbnail is larger than one may be: nothing of it is stored', async () => {
    const id = await enqueue();
    await claim();
    const thumbnail = { manifestLabel: 'm', ingredientLabel: null, width: 1, height: 1, bytes: new Uint8Array(32_769) };
    await expect(
      completeJob(database.db, { id, leaseOwner: 'w1' }, { result: 1, thumbnails: [thumbnail] }),
    ).rejects.toThrow('job_thumbnail_bytes_check');
    expect(await find(id)).toMatchObject({ status: 'processing', result: null });
  });

  it('is a retry while attempts are left, later each time, then a failure', async () => {
    const id = await enqueue({ maxAttempts: 2 });
    await claim();
    expect(await retryJob(database.db, { id, leaseOwner: 'w1' }, ERROR)).toBe('queued');
    expect(await claim()).toEqual([]);
    await makeDue();
    await claim();
    expect(await retryJob(database.db, { id, leaseOwner: 'w1' }, ERROR)).toBe('failed');
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

  it('is followed by expiry: the row stays, its content goes', async () => {
    const id = await enqueue({ filename: 'a.jpg' });
    const kept = await enqueue({ retentionMs: null, filename: 'a.jpg' });
    const picture = { manifestLabel: 'm', ingredientLabel: null, width: 1, height: 1, bytes: Uint8Array.of(1) };
    await claim();
    for (const job of [id, kept])
      await completeJob(database.db, { id: job, leaseOwner: 'w1' }, { result: 1, crjson: '{}', thumbnails: [picture] });
    const { created_at: createdAt, expires_at: expiresAt } = await find(id);
    expect(expiresAt).toEqual(new Date(createdAt.getTime() + 60_000));
    await endsIn(id, '30 seconds');
    expect(await expireJobs(database.db)).toBe(0);
    await endsIn(id, '0');
    expect(await expireJobs(database.db)).toBe(1);
    expect(await find(id)).toMatchObject({ status: 'expired', result: null, evidence: null, crjson: null });
    const { filename, input, signing } = await find(id);
    expect([filename, input, signing]).toEqual([null, {}, null]);
    expect(await thumbnailsOf(id)).toEqual([]);
    expect(await find(kept)).toMatchObject({ status: 'completed', result: 1, filename: 'a.jpg', input: { file: 'a' } });
    expect(await thumbnailsOf(kept)).toHaveLength(1);
  });
});
