import { readFileSync } from 'node:fs';
import type { Verdict, VerificationResult } from '@revera/provenance';
import { describeWithShared } from '@revera/testkit';
import { createAuthority } from '@revera/testkit/authorities';
import { buildJpeg } from '@revera/testkit/media';
import { signMedia } from '@revera/testkit/sign';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as formats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filePart, form } from '../../http/test-app.ts';
import { enqueueJob } from '../../platform/queue/insert.ts';
import type { JobKind } from '../../platform/schema/jobs.ts';
import { newApiKey } from '../../shared/api-key-format.ts';
import { newId } from '../../shared/ids.ts';
import { openTestServer, type Answer, type Call, type TestKey, type TestServer } from '../../testing/test-services.ts';
import { expireJobs } from './queries/end.ts';

const JOB = '/v1/jobs/{jid}';
const REPORT = '/v1/jobs/{jid}/report';

let server: TestServer;
let mine: TestKey;
let other: TestKey;
/** Of my organization, signed; of nobody, unsigned. */
let jobs: { mine: VerificationResult; anonymous: VerificationResult };

beforeAll(async () => {
  const authority = await createAuthority();
  const signed = Buffer.from(await signMedia(buildJpeg(), 'image/jpeg', { authority }));
  server = await openTestServer({ trustedRoots: [authority.rootPem] });
  mine = await server.createKey();
  other = await server.createKey();
  jobs = { mine: await verify(signed), anonymous: await analyze(Buffer.from(buildJpeg())) };
});
afterAll(() => server.close());

async function verify(bytes: Buffer): Promise<VerificationResult> {
  const call = { key: mine.key, form: form([filePart(bytes, 'file', 'mine.jpg')]) };
  return (await server.call('POST', '/v1/content/verify', call)).body as VerificationResult;
}

async function analyze(bytes: Buffer): Promise<VerificationResult> {
  const { body } = await server.call('POST', '/api/analyze', { form: form([filePart(bytes, 'files', 'theirs.jpg')]) });
  const [item] = (body as { results: { result: VerificationResult }[] }).results;
  if (item === undefined) throw new Error('no result');
  return item.result;
}

const read = (path: string, jid: string, call: Call = {}): Promise<Answer> =>
  server.call('GET', path, { params: { jid }, ...call });

async function newJob(kind: JobKind, queue: string): Promise<string> {
  const { db } = server.services.database;
  return (await enqueueJob(db, { kind, queue, organizationId: null, input: {}, retentionMs: null })).id;
}

describe('GET /v1/jobs/{jid}', () => {
  it('200 with a key of its organization', async () => {
    const answer = await read(JOB, jobs.mine.id, { key: mine.key });
    expect(answer.status).toBe(200);
    const { result, ...job } = answer.body as { result: VerificationResult; created_at: string; expires_at: string };
    expect(result).toEqual(jobs.mine);
    expect(job).toMatchObject({
      id: jobs.mine.id,
      kind: 'verification',
      status: 'completed',
      filename: 'mine.jpg',
      progress: 1,
      error: null,
      error_message: null,
    });
    expect(Date.parse(job.expires_at) - Date.parse(job.created_at)).toBe(30 * 24 * 3_600_000);
  });

  it('200 an anonymous job without a key, and with any', async () => {
    expect((await read(JOB, jobs.anonymous.id)).body).toMatchObject({ kind: 'analysis', result: jobs.anonymous });
    expect((await read(JOB, jobs.anonymous.id, { key: other.key })).status).toBe(200);
  });

  it('200 words the stored result for this reader', async () => {
    const { body } = await read(JOB, jobs.anonymous.id, { headers: { 'accept-language': 'zh-CN' } });
    const { result } = body as { result: VerificationResult };
    expect(result.understand[0]?.text).toMatch(/\p{Script=Han}/u);
    expect(result.understand.map(({ code }) => code)).toEqual(jobs.anonymous.understand.map(({ code }) => code));
  });

  it.each([
    ['en', /^[\x20-\x7e\u2018-\u201d—]+$/],
    ['zh-CN', /\p{Script=Han}/u],
  ])('200 says that it is in the language of the caller: %s', async (language, words) => {
    const answer = await read(JOB, jobs.anonymous.id, { headers: { 'accept-language': language } });
    const { result } = answer.body as { result: VerificationResult };
    expect(answer.headers['content-language']).toBe(language);
    expect(result.understand[0]?.title).toMatch(words);
  });

  it('200 with the error of a failed job, in words', async () => {
    const upload = form([filePart(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'file')]);
    await server.call('POST', '/v1/content/verify', { key: mine.key, form: upload });
    const { db } = server.services.database;
    const { id } = await db.selectFrom('job').select('id').where('status', '=', 'failed').executeTakeFirstOrThrow();
    const answer = await read(JOB, id, { key: mine.key, headers: { 'accept-language': 'zh' } });
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { status: 'failed', error: 'MEDIA_PARSE_FAILED', error_message: '无法解析该媒体文件。', result: null },
    ]);
  });

  it('404 NOT_FOUND looks the same for a job of others and for one that never was', async () => {
    const answers = [
      await read(JOB, jobs.mine.id, { key: other.key }),
      await read(JOB, newId('job'), { key: other.key }),
    ];
    const [one, two] = answers.map(({ status, body }) => {
      const { request_id, ...error } = (body as { error: { request_id: string } }).error;
      return [status, error, typeof request_id];
    });
    expect(one).toEqual(two);
    expect(one).toMatchObject([404, { code: 'NOT_FOUND' }, 'string']);
  });

  it('200 a queued job has no result yet', async () => {
    const id = await newJob('lab', 'media');
    expect((await read(JOB, id)).body).toMatchObject({
      status: 'queued',
      progress: 0,
      result: null,
      finished_at: null,
    });
  });

  it('200 an expired job keeps nothing that came with its file', async () => {
    const result = await analyze(Buffer.from(buildJpeg()));
    const { db, pool } = server.services.database;
    await pool.query(`update job set expires_at = now() + interval '1 minute' where id = $1`, [result.id]);
    const { rows: stored } = await pool.query('select * from job where id = $1', [result.id]);
    await expireJobs(db);
    expect((await read(JOB, result.id)).body).toMatchObject({ status: 'completed' });
    await pool.query(`update job set expires_at = now() where id = $1`, [result.id]);
    await expireJobs(db);
    const answer = await read(JOB, result.id);
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { status: 'expired', result: null, error: null, filename: null },
    ]);
    expect((await read(REPORT, result.id)).status).toBe(404);
    const { rows } = await pool.query('select * from job where id = $1', [result.id]);
    for (const trace of ['theirs.jpg', result.sha256]) {
      expect(JSON.stringify(stored)).toContain(trace);
      expect(JSON.stringify(rows)).not.toContain(trace);
    }
  });
});

describe.each([JOB, REPORT])('GET %s', (path) => {
  it.each([
    ['another organization’s job with another key', () => jobs.mine.id, () => ({ key: other.key })],
    ['an organization’s job without a key', () => jobs.mine.id, () => ({})],
    ['an identifier that nothing has', () => newId('job'), () => ({ key: mine.key })],
    ['what is no identifier', () => '../../etc/passwd', () => ({})],
    ['a character that PostgreSQL does not take', () => 'job_\u0000', () => ({})],
  ] satisfies [string, () => string, () => Call][])('404 NOT_FOUND for %s', async (_what, id, call) => {
    const answer = await read(path, id(), call());
    expect([answer.status, answer.body]).toMatchObject([404, { error: { code: 'NOT_FOUND' } }]);
  });

  it('404 NOT_FOUND for the service’s own jobs', async () => {
    const answer = await read(path, await newJob('trust_refresh', 'system'));
    expect([answer.status, answer.body]).toMatchObject([404, { error: { code: 'NOT_FOUND' } }]);
  });

  it('401 INVALID_API_KEY for a key that nobody has, also for an anonymous job', async () => {
    const answer = await read(path, jobs.anonymous.id, { key: newApiKey('test').key });
    expect([answer.status, answer.body]).toMatchObject([401, { error: { code: 'INVALID_API_KEY' } }]);
  });

  it('403 SCOPE_DENIED for a key that may not read jobs', async () => {
    const { key } = await server.createKey({ organizationId: mine.organizationId, scopes: ['content:verify'] });
    const answer = await read(path, jobs.mine.id, { key });
    expect([answer.status, answer.body]).toMatchObject([
      403,
      { error: { code: 'SCOPE_DENIED', details: { required_scope: 'jobs:read' } } },
    ]);
  });

  it('403 WORKSPACE_SUSPENDED for a key of a suspended organization', async () => {
    const { key, organizationId } = await server.createKey();
    const { pool } = server.services.database;
    await pool.query('update organization set suspended_at = now() where id = $1', [organizationId]);
    const answer = await read(path, jobs.anonymous.id, { key });
    expect([answer.status, answer.body]).toMatchObject([403, { error: { code: 'WORKSPACE_SUSPENDED' } }]);
  });

  it('422 for an identifier too long', async () => {
    const answer = await read(path, 'j'.repeat(101));
    expect([answer.status, answer.body]).toMatchObject([
      422,
      { detail: [{ loc: ['path', 'jid'], type: 'string_too_long', ctx: { max_length: 100 } }] },
    ]);
  });

  it('429 RATE_LIMITED by address', async () => {
    const { call } = server.variant({ limits: { publicReadBurst: 1, publicReadPerSecond: 0.01 } });
    const address = path === JOB ? '192.0.2.10' : '192.0.2.11';
    const ask = () => call('GET', path, { params: { jid: jobs.anonymous.id }, address });
    expect((await ask()).status).toBe(200);
    const answer = await ask();
    expect([answer.status, answer.body]).toMatchObject([429, { error: { code: 'RATE_LIMITED' } }]);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(50);
  });
});

describe('GET /v1/jobs/{jid}/report', () => {
  it('200 json: facts, judgement, lists and versions, so that the result can be filed and judged again', async () => {
    const answer = await read(REPORT, jobs.mine.id, { key: mine.key });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="${jobs.mine.id}.report.json"`);
    const { report, ...rest } = answer.body as { report: Record<string, unknown>; verdict: Verdict; result: unknown };
    expect(rest).toMatchObject({
      job: { id: jobs.mine.id, kind: 'verification', filename: 'mine.jpg' },
      sha256: jobs.mine.sha256,
      verdict: { provenance_status: 'verified' },
      result: jobs.mine,
    });
    expect(report).toMatchObject({ report_version: 1, c2pa: { state: 'examined' } });
  });

  it.each([
    ['en', /^[\x20-\x7e\u2018-\u201d—]+$/],
    ['zh-CN', /\p{Script=Han}/u],
  ])('200 json says that it is in the language of the caller: %s', async (language, words) => {
    const answer = await read(REPORT, jobs.anonymous.id, { headers: { 'accept-language': language } });
    const { result } = answer.body as { result: VerificationResult };
    expect(answer.headers['content-language']).toBe(language);
    expect(result.understand[0]?.title).toMatch(words);
  });

  it('200 crjson is in no language: it holds no words of ours', async () => {
    const answer = await read(REPORT, jobs.mine.id, { key: mine.key, query: '?format=crjson' });
    expect([answer.status, answer.headers['content-language']]).toEqual([200, undefined]);
  });

  it('200 json of an anonymous job without a key', async () => {
    expect((await read(REPORT, jobs.anonymous.id)).body).toMatchObject({ result: jobs.anonymous });
  });

  it('200 crjson: the manifest store in the form of the conformance programme', async () => {
    const answer = await read(REPORT, jobs.mine.id, { key: mine.key, query: '?format=crjson' });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="${jobs.mine.id}.crjson.json"`);
    expect((answer.body as { manifests: unknown[] }).manifests).toHaveLength(1);
  });

  it('404 NOT_FOUND for the crjson of a file without a credential', async () => {
    const answer = await read(REPORT, jobs.anonymous.id, { query: '?format=crjson' });
    expect([answer.status, answer.body]).toMatchObject([404, { error: { code: 'NOT_FOUND' } }]);
  });

  it('404 NOT_FOUND for a job that has no result', async () => {
    expect((await read(REPORT, await newJob('lab', 'media'))).status).toBe(404);
  });

  it.each(['docx', '', 'JSON'])('422 for the format "%s"', async (format) => {
    const answer = await read(REPORT, jobs.anonymous.id, { query: `?format=${format}` });
    expect([answer.status, answer.body]).toMatchObject([422, { detail: [{ loc: ['query', 'format'], type: 'enum' }] }]);
  });
});

describeWithShared(
  'GET /v1/jobs/{jid}/report against the published schema',
  'conformance/crJSON-schema.json',
  (file) => {
    it('200 crjson is valid', async () => {
      const ajv = new Ajv2020({ strict: false, allErrors: true });
      formats.default.default(ajv);
      const isValid = ajv.compile(JSON.parse(readFileSync(file, 'utf8')) as object);
      const { body } = await read(REPORT, jobs.mine.id, { key: mine.key, query: '?format=crjson' });
      // The engine is of a later version of the format, which added these two members.
      const known = JSON.parse(JSON.stringify(body), (name, value: unknown) =>
        name === 'isUpdateManifest' || name === 'isCompressedManifest' ? undefined : value,
      ) as unknown;
      expect(isValid(known), ajv.errorsText(isValid.errors)).toBe(true);
    });
  },
);
