import { flipByte } from '@revera/testkit';
import { createAuthority } from '@revera/testkit/authorities';
import { buildJpeg, buildPng } from '@revera/testkit/media';
import { signMedia } from '@revera/testkit/sign';
import type { VerificationResult } from '@revera/provenance';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../platform/test-process.ts';
import { AppError } from '../../shared/app-error.ts';
import { openTestServer, type Answer, type TestKey, type TestServer } from '../../testing/test-services.ts';
import { startBackground } from '../../worker.ts';
import type { Services } from '../../services.ts';
import {
  askToSign,
  download,
  lastJob,
  sha256,
  signOne,
  sweptTracesOf,
  verify,
  type SigningResult,
} from '../../testing/test-signing.ts';
import { expireJobs } from '../jobs/index.ts';

const JOB = '/v1/jobs/{jid}';
const REPORT = '/v1/jobs/{jid}/report';
const ASYNC = { prefer: 'respond-async' };

let server: TestServer;
let mine: TestKey;

beforeAll(async () => {
  server = await openTestServer({ signing: true });
  mine = await server.createKey();
});
afterAll(() => server.close());

const read = (path: string, jid: string, query = ''): Promise<Answer> =>
  server.call('GET', path, { key: mine.key, params: { jid }, query });

/** Has the queued jobs worked on until none is open. */
async function work(change: Partial<Services> = {}): Promise<void> {
  const background = await startBackground({ ...server.services, ...change });
  await server.expectNothingLeft();
  await background.stop();
}

async function queue(file: Uint8Array = buildPng()): Promise<string> {
  const { body } = await askToSign(server.call, { key: mine.key, file, headers: ASYNC });
  return (body as { id: string }).id;
}

interface SigningJob {
  status: string;
  signing: SigningResult;
  result: VerificationResult;
}

describe('POST /v1/content/sign and POST /api/sign', () => {
  it('202 with a job that is then completed', async () => {
    const answer = await askToSign(server.call, { key: mine.key, headers: ASYNC, filename: 'art.png' });
    const { id } = answer.body as { id: string };
    expect([answer.status, answer.body]).toMatchObject([
      202,
      { id, kind: 'signing', status: 'queued', filename: 'art.png', signing: null, result: null, progress: 0 },
    ]);
    expect(answer.headers).toMatchObject({ location: `/v1/jobs/${id}`, 'preference-applied': 'respond-async' });
    await work();
    const job = (await read(JOB, id)).body as SigningJob;
    expect(job).toMatchObject({
      status: 'completed',
      progress: 1,
      error: null,
      signing: { id, status: 'completed', trust_status: 'service_trusted', sandbox: true },
      result: { id, credential_integrity_status: 'valid_and_bound', provenance_status: 'strong_evidence' },
    });
    const bytes = await download(server.call, mine.key, job.signing.credential_id);
    expect([job.signing.sha256, job.result.sha256]).toEqual([sha256(bytes), sha256(bytes)]);
  });

  it('202 says that the job is in the language of the caller', async () => {
    const headers = { ...ASYNC, 'accept-language': 'zh-CN' };
    const answer = await askToSign(server.call, { key: mine.key, headers });
    expect([answer.status, answer.headers['content-language']]).toEqual([202, 'zh-CN']);
    await work();
  });

  it('202 also for a file whose credential is then refused: the job says so, and nothing is left', async () => {
    const authority = await createAuthority();
    const signed = await signMedia(buildPng(), 'image/png', { authority });
    const before = await sweptTracesOf(server);
    const id = await queue(flipByte(signed, signed.length - 20));
    await work();
    expect((await read(JOB, id)).body).toMatchObject({
      status: 'failed',
      error: 'C2PA_ASSET_BINDING_INVALID',
      signing: null,
      result: null,
    });
    expect(await lastJob(server)).toMatchObject({ attempts: 1 });
    expect(await sweptTracesOf(server)).toEqual(before);
  });
});

describe('GET /v1/jobs/{jid} of a signing', () => {
  it('200 the same for who waited: the answer, and the verification of the signed file', async () => {
    const signed = await signOne(server.call, { key: mine.key, file: buildJpeg(), filename: 'mine.png' });
    const { body } = await read(JOB, signed.id);
    const { result, signing, ...job } = body as SigningJob;
    expect(signing).toEqual(signed);
    expect(job).toMatchObject({ id: signed.id, kind: 'signing', status: 'completed', filename: 'mine.png' });
    const bytes = await download(server.call, mine.key, signed.credential_id);
    const again = (await verify(server.call, mine.key, bytes)) as VerificationResult;
    const { credential_id, verify_url, sandbox } = signed;
    expect(result).toEqual({ ...again, id: signed.id, filename: 'mine.png' });
    expect(result.service_credential).toEqual({ credential_id, verify_url, sandbox, status: 'active' });
  });

  it('200 an expired one keeps nothing of the file, of what was declared and from where; the credential stays', async () => {
    const fields = { model: 'a-declared-model', generator_name: 'a-declared-program' };
    const signed = await signOne(server.call, { key: mine.key, filename: 'a-name.png', fields });
    const { db, pool } = server.services.database;
    const row = async () => JSON.stringify((await pool.query('select * from job where id = $1', [signed.id])).rows);
    const traces = ['a-name.png', 'a-declared-model', 'a-declared-program', '127.0.0.1', signed.sha256];
    const before = await row();
    expect(traces.filter((trace) => !before.includes(trace))).toEqual([]);
    await pool.query(`update job set expires_at = now() where id = $1`, [signed.id]);
    await expireJobs(db);
    const after = await row();
    expect(traces.filter((trace) => after.includes(trace))).toEqual([]);
    expect((await read(JOB, signed.id)).body).toMatchObject({ status: 'expired', filename: null, signing: null });
    expect(sha256(await download(server.call, mine.key, signed.credential_id))).toBe(signed.sha256);
  });

  it('404 NOT_FOUND without a key, and for another organization', async () => {
    const { id } = await signOne(server.call, { key: mine.key });
    const other = await server.createKey();
    for (const call of [{}, { key: other.key }]) {
      for (const path of [JOB, REPORT]) {
        expect((await server.call('GET', path, { params: { jid: id }, ...call })).status).toBe(404);
      }
    }
  });
});

describe('GET /v1/jobs/{jid}/report of a signing', () => {
  it('200 json and crjson are of the signed file', async () => {
    const signed = await signOne(server.call, { key: mine.key });
    const { body } = await read(REPORT, signed.id);
    expect(body).toMatchObject({
      job: { id: signed.id, kind: 'signing', filename: 'art.png' },
      sha256: signed.sha256,
      verdict: { integrity_status: 'valid_and_bound' },
      result: { sha256: signed.sha256 },
    });
    const bytes = await download(server.call, mine.key, signed.credential_id);
    expect(body).toMatchObject({ size_bytes: bytes.length });
    const crjson = await read(REPORT, signed.id, '?format=crjson');
    expect((crjson.body as { manifests: unknown[] }).manifests).toHaveLength(1);
  });
});

describe('a queued signing', () => {
  const failing = { writeCopy: () => Promise.reject(new AppError('SIGNING_FAILED')), close: () => Promise.resolve() };
  const pool = () => server.services.database.pool;

  it('200 is tried again when the key store failed, and then completed', async () => {
    const id = await queue();
    const before = await sweptTracesOf(server);
    await pool().query(`update job set attempts = 2, max_attempts = 4 where id = $1`, [id]);
    const background = await startBackground({ ...server.services, signing: failing });
    await until(async () => (await lastJob(server))?.attempts === 3 && (await lastJob(server))?.status === 'queued');
    await background.stop();
    expect(await sweptTracesOf(server)).toEqual(before);
    await pool().query(`update job set run_at = now() where id = $1`, [id]);
    await work();
    expect((await read(JOB, id)).body).toMatchObject({ status: 'completed', signing: { id } });
  });

  it('200 fails when its last attempt does, and leaves nothing', async () => {
    const before = await sweptTracesOf(server);
    const id = await queue();
    await pool().query(`update job set max_attempts = 1 where id = $1`, [id]);
    await work({ signing: failing });
    expect((await read(JOB, id)).body).toMatchObject({ status: 'failed', error: 'SIGNING_FAILED', signing: null });
    expect(await sweptTracesOf(server)).toEqual(before);
  });

  it('200 is dropped when it was finished elsewhere: one credential, and no file without one', async () => {
    const before = await sweptTracesOf(server);
    const id = await queue();
    const { signing } = server.services;
    // The lease goes to another worker while the file is being signed.
    const writeCopy: typeof signing.writeCopy = async (order) => {
      const signed = await signing.writeCopy(order);
      const error = `error_code = 'JOB_TIMEOUT', finished_at = now(), lease_owner = null, lease_until = null`;
      await pool().query(`update job set status = 'failed', ${error} where id = $1`, [id]);
      return signed;
    };
    await work({ signing: { ...signing, writeCopy } });
    expect((await read(JOB, id)).body).toMatchObject({ status: 'failed', error: 'JOB_TIMEOUT', signing: null });
    expect(await sweptTracesOf(server)).toEqual(before);
  });
});
