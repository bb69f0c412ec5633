import type { VerificationResult } from '@revera/provenance';
import { createAuthority } from '@revera/testkit/authorities';
import { buildJpeg, buildPng, mediaKinds } from '@revera/testkit/media';
import { signMedia } from '@revera/testkit/sign';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filePart, form } from '../../http/test-app.ts';
import { newApiKey } from '../../shared/api-key-format.ts';
import { newId } from '../../shared/ids.ts';
import { openTestServer, type Answer, type Call, type TestKey, type TestServer } from '../../testing/test-services.ts';
import { askToSign, signOne } from '../../testing/test-signing.ts';
import { expireJobs } from '../jobs/index.ts';

const PREVIEW = '/v1/jobs/{jid}/preview';
const REPORT = '/v1/jobs/{jid}/report';
/** Is in the file's bytes, and must not be found in its preview. */
const SECRET = 'a-secret-in-the-file';
const WIDE = Buffer.from(
  buildJpeg({ width: 1920, height: 480, segments: [{ marker: 0xfe, payload: Buffer.from(SECRET) }] }),
);

let server: TestServer;
let mine: TestKey;
let other: TestKey;
/** Of my organization, and of nobody. */
let jobs: { mine: string; anonymous: string };

beforeAll(async () => {
  server = await openTestServer({ signing: true, background: true });
  mine = await server.createKey();
  other = await server.createKey();
  jobs = { mine: await verify(WIDE), anonymous: await analyze(WIDE) };
});
afterAll(() => server.close());

async function verify(bytes: Buffer, call: Call = {}): Promise<string> {
  const given = { key: mine.key, form: form([filePart(bytes, 'file', 'mine.jpg')]), ...call };
  return ((await server.call('POST', '/v1/content/verify', given)).body as { id: string }).id;
}

async function analyze(bytes: Buffer, query = ''): Promise<string> {
  const { body } = await server.call('POST', '/api/analyze', {
    form: form([filePart(bytes, 'files', 'theirs.jpg')]),
    query,
  });
  const [item] = (body as { results: { result: VerificationResult }[] }).results;
  if (item === undefined) throw new Error('no result');
  return item.result.id;
}

const read = (jid: string, call: Call = {}): Promise<Answer> =>
  server.call('GET', PREVIEW, { params: { jid }, ...call });
const outcome = ({ status, body }: Answer): unknown[] => [status, body];
const NOT_FOUND = [404, { error: { code: 'NOT_FOUND' } }];

async function rows(jid: string): Promise<number> {
  await server.services.latePictures.settle();
  const { rowCount } = await server.services.database.pool.query('select from job_preview where job_id = $1', [jid]);
  return rowCount ?? 0;
}

async function reported(jid: string, call: Call = {}): Promise<unknown> {
  const { body } = await server.call('GET', REPORT, { params: { jid }, ...call });
  return (body as { preview: unknown }).preview;
}

describe('GET /v1/jobs/{jid}/preview', () => {
  it('200 with a key of its organization: a WebP, made anew', async () => {
    const answer = await read(jobs.mine, { key: mine.key });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=3600',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none';.*; sandbox$/) as string,
    });
    const picture = answer.body as Buffer;
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'webp', width: 960, height: 240 });
    expect([WIDE.includes(SECRET), picture.includes(SECRET)]).toEqual([true, false]);
  });

  it('200 in a small size for lists', async () => {
    const { body } = await read(jobs.mine, { key: mine.key, query: '?size=small' });
    expect(await sharp(body as Buffer).metadata()).toMatchObject({ format: 'webp', width: 112, height: 28 });
  });

  it('200 to a member of its organization', async () => {
    const { session } = await server.createAccount({ organizationId: mine.organizationId, role: 'viewer' });
    expect((await read(jobs.mine, { session })).status).toBe(200);
  });

  it('200 of an anonymous job without a key, and with any', async () => {
    const answers = [await read(jobs.anonymous), await read(jobs.anonymous, { key: other.key })];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('200 of a job that a worker did', async () => {
    const id = await verify(WIDE, { headers: { prefer: 'respond-async' } });
    await server.expectNothingLeft();
    expect((await read(id, { key: mine.key })).status).toBe(200);
  });

  it('200 of a file that was on the disk', async () => {
    const { call } = server.variant({ limits: { uploadMemoryBodyBytes: 1 } });
    const { body } = await call('POST', '/v1/content/verify', { key: mine.key, form: form([filePart(WIDE, 'file')]) });
    expect((await read((body as { id: string }).id, { key: mine.key })).status).toBe(200);
  });

  it.each([{}, { 'idempotency-key': 'once' }, { prefer: 'respond-async' }])(
    '200 of a signing job, with the headers %j',
    async (headers) => {
      const { body } = await askToSign(server.call, { key: mine.key, file: buildPng(), headers });
      await server.expectNothingLeft();
      const answer = await read((body as { id: string }).id, { key: mine.key });
      expect(answer.status).toBe(200);
      expect(await sharp(answer.body as Buffer).metadata()).toMatchObject({ format: 'webp' });
    },
  );

  it.each([
    ['another organization’s job with another key', () => jobs.mine, () => ({ key: other.key })],
    ['an organization’s job without a key', () => jobs.mine, () => ({})],
    ['an identifier that nothing has', () => newId('job'), () => ({ key: mine.key })],
    ['a character that PostgreSQL does not take', () => 'job_\u0000', () => ({})],
  ] satisfies [string, () => string, () => Call][])('404 NOT_FOUND for %s', async (_what, id, call) => {
    expect(outcome(await read(id(), call()))).toMatchObject(NOT_FOUND);
  });

  it('404 NOT_FOUND to a member of another organization', async () => {
    const { session } = await server.createAccount();
    expect(outcome(await read(jobs.mine, { session }))).toMatchObject(NOT_FOUND);
  });

  it('404 NOT_FOUND of a file that is no picture', async () => {
    const id = await verify(Buffer.from(mediaKinds.mp4.build()));
    expect(outcome(await read(id, { key: mine.key }))).toMatchObject(NOT_FOUND);
    expect(await reported(id, { key: mine.key })).toBeNull();
  });

  it('404 NOT_FOUND when the job has expired: nothing of its picture is left', async () => {
    const id = await analyze(WIDE);
    const { db, pool } = server.services.database;
    expect(await rows(id)).toBe(1);
    await pool.query(`update job set expires_at = now() where id = $1`, [id]);
    await expireJobs(db);
    expect(outcome(await read(id))).toMatchObject(NOT_FOUND);
    expect([await rows(id), await rows(jobs.anonymous)]).toEqual([0, 1]);
  });

  it('401 INVALID_API_KEY for a key that nobody has, also for an anonymous job', async () => {
    const answer = await read(jobs.anonymous, { key: newApiKey('test').key });
    expect(outcome(answer)).toMatchObject([401, { error: { code: 'INVALID_API_KEY' } }]);
  });

  it('403 SCOPE_DENIED for a key that may not read jobs', async () => {
    const { key } = await server.createKey({ organizationId: mine.organizationId, scopes: ['content:verify'] });
    expect(outcome(await read(jobs.mine, { key }))).toMatchObject([403, { error: { code: 'SCOPE_DENIED' } }]);
  });

  it('403 WORKSPACE_SUSPENDED for a key of a suspended organization', async () => {
    const { key, organizationId } = await server.createKey();
    await server.services.database.pool.query('update organization set suspended_at = now() where id = $1', [
      organizationId,
    ]);
    const answer = await read(jobs.anonymous, { key });
    expect(outcome(answer)).toMatchObject([403, { error: { code: 'WORKSPACE_SUSPENDED' } }]);
  });

  it('422 for a size that there is not', async () => {
    expect((await read(jobs.anonymous, { query: '?size=huge' })).status).toBe(422);
  });

  it('429 RATE_LIMITED by address', async () => {
    const { call } = server.variant({ limits: { publicReadBurst: 1, publicReadPerSecond: 0.01 } });
    const ask = () => call('GET', PREVIEW, { params: { jid: jobs.anonymous }, address: '192.0.2.14' });
    expect((await ask()).status).toBe(200);
    expect(outcome(await ask())).toMatchObject([429, { error: { code: 'RATE_LIMITED' } }]);
  });
});

describe('the preview of a result', () => {
  it('is named in the report, with what it shows', async () => {
    const url = `${server.services.links.origin()}/v1/jobs/${jobs.anonymous}/preview`;
    expect(await reported(jobs.anonymous)).toEqual({ shows: 'file', width: 960, height: 240, url });
  });

  it('is the credential’s picture, and called so, where the file itself cannot be decoded', async () => {
    const authority = await createAuthority();
    const thumbnail = { bytes: buildJpeg({ width: 64, height: 32 }), mediaType: 'image/jpeg' };
    const clip = await signMedia(mediaKinds.mp4.build(), 'video/mp4', { authority, thumbnail });
    const id = await analyze(Buffer.from(clip));
    expect(await reported(id)).toMatchObject({ shows: 'credential', width: 64, height: 32 });
  });

  it.each([
    ['a verification', () => verify(WIDE, { query: '?preview=none' })],
    [
      'a verification by a worker',
      () => verify(WIDE, { query: '?preview=none', headers: { prefer: 'respond-async' } }),
    ],
    ['an analysis', () => analyze(WIDE, '?preview=none')],
  ])('is not made for %s that asks for none', async (_what, ask) => {
    const id = await ask();
    await server.expectNothingLeft();
    expect([await rows(id), await reported(id, { key: mine.key })]).toEqual([0, null]);
  });

  it('is not made for a signing that asks for none', async () => {
    const call: typeof server.call = (method, path, options) =>
      server.call(method, path, { ...options, query: '?preview=none' });
    const { id } = await signOne(call, { key: mine.key, file: buildPng() });
    expect(await rows(id)).toBe(0);
  });

  it('is kept for nobody where the operator keeps none', async () => {
    const { call } = server.variant({ services: { config: { ...server.services.config, previews: false } } });
    const { id } = await signOne(call, { key: mine.key, file: buildPng() });
    const { body } = await call('POST', '/v1/content/verify', { key: mine.key, form: form([filePart(WIDE, 'file')]) });
    expect([await rows(id), await rows((body as { id: string }).id)]).toEqual([0, 0]);
  });

  it('goes with the job when it is deleted', async () => {
    const id = await analyze(WIDE);
    expect(await rows(id)).toBe(1);
    await server.services.database.pool.query('delete from job where id = $1', [id]);
    expect(await rows(id)).toBe(0);
  });
});
