import { aigcFields, aigcText, mirrored } from '@revera/testkit/label';
import { buildJpeg } from '@revera/testkit/media';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { filePart, form } from '../../http/test-app.ts';
import { watchDatabase } from '../../platform/test-watched-database.ts';
import { releaseAbandoned, reserveUnit } from '../../platform/quota-store.ts';
import type { Operation } from '../../shared/operations.ts';
import { openTestServer, type Call, type TestKey, type TestServer } from '../../testing/test-services.ts';
import { reapNow } from '../../testing/reap-now.ts';
import { askToSign } from '../../testing/test-signing.ts';
import { beginJob, endAsFailed, type NewMediaJob } from '../jobs/index.ts';
import { countEnded } from './index.ts';
import { countedOf, limitUsage, quotaOf } from '../../testing/test-usage.ts';

let server: TestServer;
let live: TestKey;
beforeAll(async () => {
  server = await openTestServer({ background: true, signing: true });
});
beforeEach(async () => {
  live = await server.createKey({ mode: 'live' });
});
afterEach(() => server.expectNothingLeft());
afterAll(() => server.close());

const db = () => server.services.database.db;
const jpeg = form([filePart(Buffer.from(buildJpeg()), 'file', 'photo.jpg')]);
const verify = (call: Call = {}, by: TestServer['call'] = server.call) =>
  by('POST', '/v1/content/verify', { key: live.key, form: jpeg, ...call });
const limit = (included: number | null, operation: Operation = 'verification') =>
  limitUsage(server, live.organizationId, operation, included);
const quota = () => quotaOf(server, live.organizationId);
const counted = () => countedOf(server, live.organizationId);
const codeOf = ({ body }: { body: unknown }) => (body as { error?: { code: string } }).error?.code;

describe('a bounded operation', () => {
  it('grants the last 10 units to 10 of 200 parallel calls, and counts those', async () => {
    await limit(10);
    const answers = await Promise.all(Array.from({ length: 200 }, () => verify()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter((answer) => codeOf(answer) === 'QUOTA_EXCEEDED')).toHaveLength(190);
    expect(await quota()).toEqual([{ operation: 'verification', used: 10, reserved: 0 }]);
    expect(await counted()).toEqual(['10 verification live completed']);
  });

  it('says what is left, and when it is used up what was included and when there is more', async () => {
    await limit(1);
    const { status, headers } = await verify();
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'quota-limit': '1', 'quota-remaining': '0' });
    const refused = await verify();
    expect(refused.status).toBe(429);
    const retryAfter = Number(refused.headers['retry-after']);
    expect(refused.headers).toMatchObject({ 'quota-remaining': '0', 'quota-reset': String(retryAfter) });
    const { details } = (refused.body as { error: { details: { resets_at: string } } }).error;
    expect(details).toMatchObject({ operation: 'verification', included: 1, used: 1, reserved: 0 });
    const resets = new Date(details.resets_at);
    expect([resets.getUTCDate(), resets.getUTCHours(), resets.getTime() % 60_000]).toEqual([1, 0, 0]);
    expect(retryAfter).toBeGreaterThan(0);
  });

  it('gives the unit back when the file is refused, when its work fails, and when the form is wrong', async () => {
    await limit(1);
    const wrong = [
      await verify({ form: form([filePart(Buffer.from([0, 1, 2, 3, 4, 5]), 'file', 'photo.jpg')]) }),
      await verify({ form: form([]) }),
      await verify({ headers: { 'content-type': 'text/plain' } }),
    ];
    expect(wrong.map(({ status }) => status)).toEqual([415, 422, 422]);
    const failing = {
      ...server.services.analysis,
      analyze: () => Promise.reject(new Error('a fault of ours')),
    };
    const faulty = server.variant({ services: { analysis: failing } });
    expect(await verify({}, faulty.call)).toMatchObject({ status: 500 });
    expect(await quota()).toEqual([{ operation: 'verification', used: 0, reserved: 0 }]);
    expect(await counted()).toEqual(['1 verification live failed']);
    expect(await verify()).toMatchObject({ status: 200 });
    expect(await verify()).toMatchObject({ status: 429 });
  });

  it('is reserved by a queued job until that ends', async () => {
    await limit(1);
    const accepted = await verify({ headers: { prefer: 'respond-async' } });
    expect(accepted).toMatchObject({ status: 202, headers: { 'quota-remaining': '0' } });
    expect(await verify()).toMatchObject({ status: 429 });
    await server.expectNothingLeft();
    expect(await quota()).toEqual([{ operation: 'verification', used: 1, reserved: 0 }]);
    expect(await counted()).toEqual(['1 verification live completed']);
  });

  it('neither bounds nor charges a test key', async () => {
    await limit(0);
    const test = await server.createKey({ organizationId: live.organizationId });
    const { status, headers } = await verify({ key: test.key });
    expect([status, headers['quota-limit']]).toEqual([200, undefined]);
    expect(await verify()).toMatchObject({ status: 429 });
    expect(await quota()).toEqual([{ operation: 'verification', used: 0, reserved: 0 }]);
    expect(await counted()).toEqual(['1 verification test completed']);
  });

  it('knows what was used before there was a bound', async () => {
    await verify();
    await verify();
    expect(await quota()).toEqual([]);
    await limit(3);
    expect(await verify()).toMatchObject({ status: 200, headers: { 'quota-remaining': '0' } });
    expect(await verify()).toMatchObject({ status: 429 });
    expect(await quota()).toEqual([{ operation: 'verification', used: 3, reserved: 0 }]);
  });

  it('is bounded afresh in the next period', async () => {
    await limit(1);
    await verify();
    expect(await verify()).toMatchObject({ status: 429 });
    // As it will be when a month has passed: the counter and the sum are of an earlier period.
    const { pool } = server.services.database;
    const mine = [live.organizationId];
    await pool.query(
      `update usage_quota set period_start = period_start - interval '1 month' where organization_id = $1`,
      mine,
    );
    await pool.query('delete from usage_records where organization_id = $1', mine);
    expect(await verify()).toMatchObject({ status: 200 });
    expect(await verify()).toMatchObject({ status: 429 });
    expect(await quota()).toHaveLength(2);
  });
});

describe('a call', () => {
  it('with a key of an organization without a bound is admitted and recorded by one statement each', async () => {
    const { database, statements, close } = await watchDatabase(server.testDatabase);
    const watched = server.variant({ services: { database } });
    expect(await verify({}, watched.call)).toMatchObject({ status: 200 });
    const own = statements.filter((text) => /api_key|usage_|into "job"/.test(text));
    expect(own).toHaveLength(2);
    expect(await quota()).toEqual([]);
    await close();
  });

  it('with a bound takes no further statement either', async () => {
    await limit(5);
    await verify();
    const { database, statements, close } = await watchDatabase(server.testDatabase);
    const watched = server.variant({ services: { database } });
    expect(await verify({}, watched.call)).toMatchObject({ status: 200 });
    expect(statements.filter((text) => /api_key|usage_|into "job"/.test(text))).toHaveLength(2);
    expect(await quota()).toEqual([{ operation: 'verification', used: 2, reserved: 0 }]);
    await close();
  });

  it('without a key counts against nobody', async () => {
    const before = await server.services.database.pool.query('select count(*)::int as n from usage_records');
    const page = form([filePart(Buffer.from(buildJpeg()), 'files', 'photo.jpg')]);
    expect(await server.call('POST', '/api/analyze', { form: page })).toMatchObject({ status: 200 });
    const after = await server.services.database.pool.query('select count(*)::int as n from usage_records');
    expect(after.rows).toEqual(before.rows);
  });
});

describe('a unit of a job whose process was killed', () => {
  const hold = (input: Partial<NewMediaJob>) =>
    db()
      .transaction()
      .execute((trx) => {
        const { organizationId, id: apiKeyId } = live;
        const job = { kind: 'signing', organizationId, apiKeyId, input: {}, retentionMs: null, ...input } as const;
        return beginJob(trx, job, { kind: 'holder', leaseOwner: 'killed' }, 'nothing');
      });
  const endLease = (id: string) =>
    server.services.database.pool.query(`update job set lease_until = now() - interval '1 second' where id = $1`, [id]);

  it('is given back when the job is ended as abandoned, and counted as failed', async () => {
    await limit(1, 'signing');
    const { id } = await hold({ maxAttempts: 1 });
    await expect(hold({})).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
    expect(await quota()).toEqual([{ operation: 'signing', used: 0, reserved: 1 }]);
    await endLease(id);
    await reapNow(server.services);
    expect(await quota()).toEqual([{ operation: 'signing', used: 0, reserved: 0 }]);
    expect(await counted()).toEqual(['1 signing live failed']);
  });

  it('leaves no job behind when it is refused', async () => {
    await limit(0, 'signing');
    await expect(hold({ id: 'job_refused' })).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
    const { rowCount } = await server.services.database.pool.query(`select 1 from job where id = 'job_refused'`);
    expect(rowCount).toBe(0);
  });

  it('is counted once, whoever ends the job again', async () => {
    const { id } = await hold({});
    const end = () =>
      db()
        .transaction()
        .execute((trx) => endAsFailed(trx, { id, leaseOwner: 'killed' }, { code: 'INTERNAL_ERROR', message: 'x' }));
    expect([await end(), await end()]).toEqual([true, false]);
    await db()
      .transaction()
      .execute((trx) => countEnded(trx, id));
    expect(await counted()).toEqual(['1 signing live failed']);
  });
});

describe('a signing with a label', () => {
  it('counts as one signature and one label', async () => {
    const signer = await server.createKey();
    const fields = { china_aigc: aigcText(mirrored(aigcFields())) };
    expect(await askToSign(server.call, { key: signer.key, fields })).toMatchObject({ status: 200 });
    expect(await askToSign(server.call, { key: signer.key })).toMatchObject({ status: 200 });
    expect(await countedOf(server, signer.organizationId)).toEqual([
      '1 label test completed',
      '2 signing test completed',
    ]);
  });
});

describe('a unit that was promised to a process which was killed', () => {
  const reserve = (jobId: string) =>
    reserveUnit(db(), live.organizationId, { jobId, operation: 'verification' }, 'nothing');
  const endHold = (jobId: string) =>
    server.services.database.pool.query(
      `update usage_reservation set held_until = now() - interval '1 second' where job_id = $1`,
      [jobId],
    );

  it('is given back when its time has passed, once', async () => {
    await limit(1);
    expect(await reserve('job_a')).toMatchObject({ kind: 'reserved' });
    expect(await reserve('job_b')).toMatchObject({ kind: 'used_up', used: 0, reserved: 1 });
    expect(await releaseAbandoned(db())).toBe(0);
    await endHold('job_a');
    expect(await releaseAbandoned(db())).toBe(1);
    expect(await releaseAbandoned(db())).toBe(0);
    expect(await quota()).toEqual([{ operation: 'verification', used: 0, reserved: 0 }]);
    expect(await reserve('job_b')).toMatchObject({ kind: 'reserved' });
  });

  it('stays with a job that is still to be done', async () => {
    await limit(1);
    await reserve('job_c');
    await endHold('job_c');
    await server.services.database.pool.query(
      `insert into job (id, queue, kind, input, run_at) values ('job_c', 'other', 'verification', '{}', now())`,
    );
    expect(await releaseAbandoned(db())).toBe(0);
    await server.services.database.pool.query(`delete from job where id = 'job_c'`);
    expect(await releaseAbandoned(db())).toBe(1);
  });
});
