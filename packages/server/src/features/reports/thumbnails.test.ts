import type { VerificationResult } from '@revera/provenance';
import { concat } from '@revera/testkit';
import { createAuthority } from '@revera/testkit/authorities';
import { buildJpeg, buildPng, mediaKinds } from '@revera/testkit/media';
import { signEdit, signMedia } from '@revera/testkit/sign';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filePart, form } from '../../http/test-app.ts';
import { newApiKey } from '../../shared/api-key-format.ts';
import { newId } from '../../shared/ids.ts';
import { openTestServer, type Answer, type Call, type TestKey, type TestServer } from '../../testing/test-services.ts';
import { signOne } from '../../testing/test-signing.ts';
import { expireJobs } from '../jobs/index.ts';

const THUMBNAIL = '/v1/jobs/{jid}/thumbnails/{position}';
const REPORT = '/v1/jobs/{jid}/report';
/** Is in the picture's bytes, and must not be found anywhere afterwards. */
const SECRET = 'a-secret-in-the-picture';

let server: TestServer;
let mine: TestKey;
let other: TestKey;
let later: Buffer;
/** Of my organization, of nobody, and of nobody without any picture. */
let jobs: { mine: VerificationResult; anonymous: VerificationResult; plain: VerificationResult };

beforeAll(async () => {
  const authority = await createAuthority();
  const comment = { marker: 0xfe, payload: Buffer.from(SECRET) };
  const thumbnail = { bytes: buildJpeg({ width: 512, height: 256, segments: [comment] }), mediaType: 'image/jpeg' };
  const earlier = await signMedia(buildJpeg(), 'image/jpeg', { authority, thumbnail });
  const edit = { authority, thumbnail: { bytes: buildPng(), mediaType: 'image/png' } };
  later = Buffer.from(await signEdit(earlier, 'image/jpeg', edit));
  server = await openTestServer({ trustedRoots: [authority.rootPem], signing: true, background: true });
  mine = await server.createKey();
  other = await server.createKey();
  jobs = {
    mine: await verify(later),
    anonymous: await analyze(later),
    plain: await analyze(Buffer.from(await signMedia(buildJpeg(), 'image/jpeg', { authority }))),
  };
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

const read = (jid: string, position: number | string, call: Call = {}): Promise<Answer> =>
  server.call('GET', THUMBNAIL, { params: { jid, position: String(position) }, ...call });

async function stored(jid: string) {
  await server.services.latePictures.settle();
  return server.services.database.db.selectFrom('job_thumbnail').selectAll().where('job_id', '=', jid).execute();
}

/** Width and height from the frame header, where every JPEG has them. */
function sizeOf(jpeg: Buffer): [number, number] {
  const frame = jpeg.indexOf(Buffer.from('ffc0', 'hex'));
  return [jpeg.readUInt16BE(frame + 7), jpeg.readUInt16BE(frame + 5)];
}

describe('GET /v1/jobs/{jid}/thumbnails/{position}', () => {
  it('200 with a key of its organization: a JPEG, made anew', async () => {
    const answer = await read(jobs.mine.id, 1, { key: mine.key });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, max-age=3600',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none';.*; sandbox$/) as string,
    });
    const picture = answer.body as Buffer;
    expect(sizeOf(picture)).toEqual([256, 128]);
    // It is in the file, and not in the copy.
    expect(later.includes(SECRET)).toBe(true);
    expect(picture.includes(SECRET)).toBe(false);
  });

  it('200 to a member of its organization', async () => {
    const { organizationId } = mine;
    const member = await server.createAccount({ organizationId, role: 'viewer' });
    expect((await read(jobs.mine.id, 0, { session: member.session })).status).toBe(200);
  });

  it('200 of an anonymous job without a key, and with any', async () => {
    const answers = [await read(jobs.anonymous.id, 0), await read(jobs.anonymous.id, 0, { key: other.key })];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect(sizeOf(answers[0]?.body as Buffer)).toEqual([16, 16]);
  });

  it('200 of a signing job: the picture in the signed file', async () => {
    const { id } = await signOne(server.call, { key: mine.key, file: mediaKinds.png.build() });
    const answer = await read(id, 0, { key: mine.key });
    expect(answer.status).toBe(200);
    expect(sizeOf(answer.body as Buffer)).toEqual([16, 16]);
    expect((await read(id, 1, { key: mine.key })).status).toBe(404);
  });

  it('200 of a job that a worker did', async () => {
    const call = { key: mine.key, headers: { prefer: 'respond-async' }, form: form([filePart(later, 'file')]) };
    const { body } = await server.call('POST', '/v1/content/verify', call);
    await server.expectNothingLeft();
    expect(await stored((body as { id: string }).id)).toHaveLength(3);
    expect((await read((body as { id: string }).id, 2, { key: mine.key })).status).toBe(200);
  });

  it.each([
    ['another organization’s job with another key', () => jobs.mine.id, 0, () => ({ key: other.key })],
    ['an organization’s job without a key', () => jobs.mine.id, 0, () => ({})],
    ['a picture that the job does not have', () => jobs.mine.id, 3, () => ({ key: mine.key })],
    ['a file without pictures', () => jobs.plain.id, 0, () => ({})],
    ['an identifier that nothing has', () => newId('job'), 0, () => ({ key: mine.key })],
    ['a character that PostgreSQL does not take', () => 'job_\u0000', 0, () => ({})],
  ] satisfies [string, () => string, number, () => Call][])(
    '404 NOT_FOUND for %s',
    async (_what, id, position, call) => {
      const answer = await read(id(), position, call());
      expect([answer.status, answer.body]).toMatchObject([404, { error: { code: 'NOT_FOUND' } }]);
    },
  );

  it('404 NOT_FOUND to a member of another organization', async () => {
    const stranger = await server.createAccount();
    const answer = await read(jobs.mine.id, 0, { session: stranger.session });
    expect([answer.status, answer.body]).toMatchObject([404, { error: { code: 'NOT_FOUND' } }]);
  });

  it('404 NOT_FOUND when the job has expired: nothing of its pictures is left', async () => {
    const { id } = await analyze(later);
    const { db, pool } = server.services.database;
    expect(await stored(id)).toHaveLength(3);
    await pool.query(`update job set expires_at = now() + interval '1 minute' where id = $1`, [id]);
    await expireJobs(db);
    expect((await read(id, 0)).status).toBe(200);
    await pool.query(`update job set expires_at = now() where id = $1`, [id]);
    await expireJobs(db);
    const answer = await read(id, 0);
    expect([answer.status, answer.body]).toMatchObject([404, { error: { code: 'NOT_FOUND' } }]);
    expect(await stored(id)).toEqual([]);
    expect(await stored(jobs.anonymous.id)).toHaveLength(3);
  });

  it('401 INVALID_API_KEY for a key that nobody has, also for an anonymous job', async () => {
    const answer = await read(jobs.anonymous.id, 0, { key: newApiKey('test').key });
    expect([answer.status, answer.body]).toMatchObject([401, { error: { code: 'INVALID_API_KEY' } }]);
  });

  it('403 SCOPE_DENIED for a key that may not read jobs', async () => {
    const { key } = await server.createKey({ organizationId: mine.organizationId, scopes: ['content:verify'] });
    const answer = await read(jobs.mine.id, 0, { key });
    expect([answer.status, answer.body]).toMatchObject([
      403,
      { error: { code: 'SCOPE_DENIED', details: { required_scope: 'jobs:read' } } },
    ]);
  });

  it('403 WORKSPACE_SUSPENDED for a key of a suspended organization', async () => {
    const { key, organizationId } = await server.createKey();
    const { pool } = server.services.database;
    await pool.query('update organization set suspended_at = now() where id = $1', [organizationId]);
    const answer = await read(jobs.anonymous.id, 0, { key });
    expect([answer.status, answer.body]).toMatchObject([403, { error: { code: 'WORKSPACE_SUSPENDED' } }]);
  });

  it.each(['-1', '1000', '0x1', '1e1', '1.5', 'first'])('422 for the position "%s"', async (position) => {
    const answer = await read(jobs.anonymous.id, position);
    expect([answer.status, answer.body]).toMatchObject([422, { detail: [{ loc: ['path', 'position'] }] }]);
  });

  it('429 RATE_LIMITED by address', async () => {
    const { call } = server.variant({ limits: { publicReadBurst: 1, publicReadPerSecond: 0.01 } });
    const params = { jid: jobs.anonymous.id, position: '0' };
    const ask = () => call('GET', THUMBNAIL, { params, address: '192.0.2.12' });
    expect((await ask()).status).toBe(200);
    const answer = await ask();
    expect([answer.status, answer.body]).toMatchObject([429, { error: { code: 'RATE_LIMITED' } }]);
  });
});

describe('the thumbnails of a job', () => {
  it('are listed in the report with whose they are and where, the active manifest first', async () => {
    const { body } = await server.call('GET', REPORT, { params: { jid: jobs.mine.id }, key: mine.key });
    const { thumbnails, report } = body as {
      thumbnails: { url: string }[];
      report: { c2pa: { facts: { manifests: { label: string; ingredients: { label: string }[] }[] } } };
    };
    const [active, parent] = report.c2pa.facts.manifests;
    const [ingredient] = active?.ingredients ?? [];
    const address = server.services.links.origin();
    const at = (position: number) => ({ position, url: `${address}/v1/jobs/${jobs.mine.id}/thumbnails/${position}` });
    expect(thumbnails).toEqual([
      { ...at(0), manifest_label: active?.label, ingredient_label: null, width: 16, height: 16 },
      { ...at(1), manifest_label: active?.label, ingredient_label: ingredient?.label, width: 256, height: 128 },
      { ...at(2), manifest_label: parent?.label, ingredient_label: null, width: 256, height: 128 },
    ]);
  });

  it('are none where a file carries none, and the verification is as without', async () => {
    const { body } = await server.call('GET', REPORT, { params: { jid: jobs.plain.id } });
    expect(body).toMatchObject({ thumbnails: [], result: { provenance_status: 'verified' } });
    expect(await stored(jobs.plain.id)).toEqual([]);
  });

  it.each([
    ['an SVG with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a picture that ends early', buildJpeg({ width: 64, height: 64 }).subarray(0, 100)],
    ['bytes behind the head of a picture', concat(buildJpeg().subarray(0, 20), new Uint8Array(50_000).fill(0xff))],
  ])('are none of %s: the verification is as without', async (_what, bytes) => {
    const authority = await createAuthority();
    const signed = await signMedia(buildJpeg(), 'image/jpeg', {
      authority,
      thumbnail: { bytes, mediaType: 'image/jpeg' },
    });
    const result = await verify(Buffer.from(signed));
    expect(result).toMatchObject({ summary: { credential: 'trust_unverified' } });
    expect(await stored(result.id)).toEqual([]);
  });

  it('go with the job when it is deleted', async () => {
    const { id } = await analyze(later);
    expect(await stored(id)).toHaveLength(3);
    await server.services.database.pool.query('delete from job where id = $1', [id]);
    expect(await stored(id)).toEqual([]);
  });
});
