import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildJpeg } from '@revera/testkit/media';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { DbTransaction } from '../../platform/database.ts';
import { PLATFORM_LIMITS } from '../../platform/limits.ts';
import { claimJobs } from '../../platform/queue/claim.ts';
import type { Job, Lease } from '../../platform/queue/job.ts';
import { NO_RECORDS } from '../../shared/credential-records.ts';
import { newId } from '../../shared/ids.ts';
import { KEY_TURN } from '../../testing/test-held-threads.ts';
import { reapNow } from '../../testing/reap-now.ts';
import { openTestServer, type TestServer } from '../../testing/test-services.ts';
import { beginJob, type FirstWorker, type NewMediaJob } from './begin-job.ts';
import { cancelJobs, endJob } from './end-job.ts';
import { withPictures, type JobOutcome, type JobOutput } from './job-outcome.ts';
import { expireJobs } from './queries/end.ts';

const ME = 'this process';
const HELD = { kind: 'holder', leaseOwner: ME } as const;
const FAILED = { kind: 'failed', error: { code: 'MEDIA_PARSE_FAILED', message: 'unreadable' } } as const;
const SIGNING = {
  credential_id: 'crd_0123456789abcdefghijkl',
  trust_status: 'service_trusted',
  sha256: '0'.repeat(64),
  timestamp_present: false,
  sandbox: true,
  china_aigc: null,
  remote_manifest_discarded: null,
} as const;

let server: TestServer;
/** What the analysis of a small file found. */
let found: JobOutput;
beforeAll(async () => {
  server = await openTestServer();
  const { analysis, trust, uploads, clock } = server.services;
  const path = join(uploads.directory, 'found.part');
  await writeFile(path, buildJpeg());
  const analysed = await analysis.analyze({
    path,
    declaredMediaType: undefined,
    at: clock.now(),
    trust: await trust.current(),
    copiesThumbnails: true,
    findRecords: () => Promise.resolve(NO_RECORDS),
    turn: KEY_TURN,
    deadlineMs: 60_000,
  });
  found = await withPictures(analysed);
});
afterEach(() => server.services.database.db.deleteFrom('job').execute());
afterAll(() => server.close());

const inOne = <Done>(work: (trx: DbTransaction) => Promise<Done>): Promise<Done> =>
  server.services.database.db.transaction().execute(work);
const begin = async (first: FirstWorker, job: Partial<NewMediaJob> = {}): Promise<Lease> => {
  const whole = { kind: 'verification', organizationId: null, input: {}, retentionMs: 60_000, ...job } as const;
  const { id } = await inOne((trx) => beginJob(trx, whole, first, 'nothing'));
  return { id, leaseOwner: ME };
};
const end = (lease: Lease, outcome: JobOutcome) => inOne((trx) => endJob(trx, lease, outcome));
const complete = (output: Partial<JobOutput> = {}): JobOutcome => ({
  kind: 'completed',
  output: { ...found, ...output },
});
const find = (id: string): Promise<Job> =>
  server.services.database.db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const claim = (leaseOwner: string) =>
  claimJobs(server.services.database.db, {
    queue: 'media',
    kinds: ['verification'],
    limit: 10,
    leaseOwner,
    leaseMs: 60_000,
  });
const lapse = ({ id }: Lease) =>
  server.services.database.pool.query(`update job set lease_until = now() - interval '1 s' where id = $1`, [id]);
const endsIn = ({ id }: Lease, time: string) =>
  server.services.database.pool.query('update job set expires_at = now() + $2::interval where id = $1', [id, time]);
const thumbnailsOf = ({ id }: Lease) =>
  server.services.database.db
    .selectFrom('job_thumbnail')
    .selectAll()
    .where('job_id', '=', id)
    .orderBy('position')
    .execute();

/** A copy of a picture of one row. */
const picture = (ingredientLabel: string | null, bytes: Uint8Array) => ({
  manifestLabel: 'urn:c2pa:1',
  ingredientLabel,
  width: 256,
  height: 1,
  bytes,
});

describe('beginJob', () => {
  it('queues a job for any worker', async () => {
    const { id } = await begin({ kind: 'queue' });
    expect(await find(id)).toMatchObject({ status: 'queued', attempts: 0, lease_owner: null });
    expect(await claim('w')).toMatchObject([{ id }]);
  });

  it('holds a job for the process that accepted it, for half a minute', async () => {
    const { id } = await begin(HELD);
    const { lease_until, started_at, ...job } = await find(id);
    expect(job).toMatchObject({ status: 'processing', attempts: 1, lease_owner: ME });
    expect((lease_until?.getTime() ?? 0) - (started_at?.getTime() ?? 0)).toBe(30_000);
    expect(await claim('w')).toEqual([]);
  });

  it('stores nothing when its transaction is rolled back', async () => {
    const id = newId('job');
    const rolledBack = inOne(async (trx) => {
      const job = { id, kind: 'verification', organizationId: null, input: {}, retentionMs: null } as const;
      await beginJob(trx, job, HELD, 'nothing');
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    await expect(find(id)).rejects.toThrow('no result');
  });
});

describe('endJob', () => {
  it('completes a job with all that it found and made', async () => {
    const lease = await begin(HELD);
    expect(await end(lease, complete({ crjson: '{}', signing: SIGNING }))).toBe(true);
    expect(await find(lease.id)).toMatchObject({
      status: 'completed',
      progress: 1,
      result: found.verdict,
      evidence: found.report,
      crjson: '{}',
      signing: SIGNING,
      error_code: null,
      lease_owner: null,
    });
  });

  it('stores the pictures in their order, whatever their labels say', async () => {
    const lease = await begin(HELD);
    const [own, hostile] = [
      picture(null, Uint8Array.of(1, 2, 3)),
      picture(`c2pa.ingredient'"\\$1`, new Uint8Array(32_768)),
    ];
    await end(lease, complete({ thumbnails: [own, hostile] }));
    const row = { job_id: lease.id, manifest_label: 'urn:c2pa:1', width: 256, height: 1 };
    expect(await thumbnailsOf(lease)).toEqual([
      { ...row, position: 0, ingredient_label: null, bytes: Buffer.from(own.bytes) },
      { ...row, position: 1, ingredient_label: hostile.ingredientLabel, bytes: Buffer.from(hostile.bytes) },
    ]);
  });

  it('fails a job with its reason', async () => {
    const lease = await begin(HELD);
    expect(await end(lease, FAILED)).toBe(true);
    expect(await find(lease.id)).toMatchObject({
      status: 'failed',
      error_code: 'MEDIA_PARSE_FAILED',
      error_message: 'unreadable',
      result: null,
      lease_owner: null,
    });
    expect((await find(lease.id)).finished_at).toBeInstanceOf(Date);
  });

  it('changes nothing when the lease is another’s, or the job has ended', async () => {
    const lease = await begin(HELD);
    const other = { ...lease, leaseOwner: 'another' };
    const whole = complete({ thumbnails: [picture(null, Uint8Array.of(1))] });
    expect([await end(other, whole), await end(other, FAILED)]).toEqual([false, false]);
    expect(await find(lease.id)).toMatchObject({ status: 'processing', result: null, evidence: null, lease_owner: ME });
    expect(await thumbnailsOf(lease)).toEqual([]);
    expect(await end(lease, whole)).toBe(true);
    expect([await end(lease, whole), await end(lease, FAILED)]).toEqual([false, false]);
    expect(await find(lease.id)).toMatchObject({ status: 'completed', error_code: null });
  });

  it('belongs to its transaction: what fails beside it leaves the job as it was', async () => {
    const lease = await begin(HELD);
    for (const outcome of [complete({ thumbnails: [picture(null, Uint8Array.of(1))] }), FAILED]) {
      const rolledBack = inOne(async (trx) => {
        expect(await endJob(trx, lease, outcome)).toBe(true);
        throw new Error('cannot be settled');
      });
      await expect(rolledBack).rejects.toThrow('cannot be settled');
      expect(await find(lease.id)).toMatchObject({ status: 'processing', result: null, evidence: null });
      expect(await thumbnailsOf(lease)).toEqual([]);
    }
  });

  it('stores nothing of a job with a picture larger than one may be', async () => {
    const lease = await begin(HELD);
    const large = complete({ thumbnails: [picture(null, new Uint8Array(32_769))] });
    await expect(end(lease, large)).rejects.toThrow('job_thumbnail_bytes_check');
    expect(await find(lease.id)).toMatchObject({ status: 'processing', result: null, evidence: null });
  });

  it('ends a job that timed out, and its holder comes too late', async () => {
    const lease = await begin(HELD, { maxAttempts: 1 });
    await lapse(lease);
    await reapNow(server.services);
    const timedOut = { status: 'failed', error_code: 'JOB_TIMEOUT', result: null };
    expect(await find(lease.id)).toMatchObject(timedOut);
    expect(await end(lease, complete())).toBe(false);
    expect(await find(lease.id)).toMatchObject(timedOut);
  });
});

describe('cancelJobs', () => {
  it('ends the unfinished jobs of one organization, with their files, and nobody else’s', async () => {
    const { uploads, jobUploads } = server.services;
    const { organizationId } = await server.createKey();
    const path = join(uploads.directory, 'cancelled.part');
    await writeFile(path, buildJpeg());
    const input = {
      upload: jobUploads.ownFile(path),
      declared_media_type: null,
      size_bytes: buildJpeg().length,
      sha256: '0'.repeat(64),
    };
    const [held, queued, done, others] = [
      await begin(HELD, { organizationId, input }),
      await begin({ kind: 'queue' }, { organizationId }),
      await begin(HELD, { organizationId }),
      await begin(HELD),
    ];
    await end(done, complete());
    await inOne((trx) => cancelJobs(trx, jobUploads, organizationId));
    const cancelled = { status: 'failed', error_code: 'CONFLICT', lease_owner: null };
    expect([await find(held.id), await find(queued.id)]).toMatchObject([cancelled, cancelled]);
    expect([await find(done.id), await find(others.id)]).toMatchObject([
      { status: 'completed' },
      { status: 'processing' },
    ]);
    expect(await end(held, complete())).toBe(false);
    expect(await readdir(uploads.directory)).toEqual(['found.part']);
  });
});

describe('expireJobs', () => {
  it('keeps the row of a job whose time is over, and nothing of its content', async () => {
    const { db } = server.services.database;
    const [over, kept] = [
      await begin(HELD, { filename: 'a.jpg', input: { file: 'a' } }),
      await begin(HELD, { filename: 'a.jpg', input: { file: 'a' }, retentionMs: null }),
    ];
    const whole = complete({ crjson: '{}', signing: SIGNING, thumbnails: [picture(null, Uint8Array.of(1))] });
    for (const lease of [over, kept]) await end(lease, whole);
    const { created_at: createdAt, expires_at: expiresAt } = await find(over.id);
    expect(expiresAt).toEqual(new Date(createdAt.getTime() + 60_000));
    await endsIn(over, '30 seconds');
    expect(await expireJobs(db)).toBe(0);
    await endsIn(over, '0');
    expect(await expireJobs(db)).toBe(1);
    const { filename, input, result, evidence, crjson, signing, ...row } = await find(over.id);
    expect(row.status).toBe('expired');
    expect([filename, input, result, evidence, crjson, signing]).toEqual([null, {}, null, null, null, null]);
    expect(await thumbnailsOf(over)).toEqual([]);
    expect(await find(kept.id)).toMatchObject({ status: 'completed', filename: 'a.jpg', input: { file: 'a' } });
    expect(await thumbnailsOf(kept)).toHaveLength(1);
  });

  it('goes on while a pass is full, so that any number of results ends in time', async () => {
    const { db, pool } = server.services.database;
    const one = await begin(HELD);
    await end(one, complete());
    await endsIn(one, '0');
    await pool.query(
      `insert into job select (jsonb_populate_record(job, jsonb_build_object('id', 'job_' || n))).*
       from job, generate_series(1, $2::int) n where job.id = $1`,
      [one.id, PLATFORM_LIMITS.queueSweepRows],
    );
    expect(await expireJobs(db)).toBe(PLATFORM_LIMITS.queueSweepRows + 1);
  });
});
