import { readdir } from 'node:fs/promises';
import type { VerificationResult } from '@revera/provenance';
import { flipByte } from '@revera/testkit';
import { createAuthority, type Authority } from '@revera/testkit/authorities';
import { jpegExif } from '@revera/testkit/label';
import { buildJpeg, damagedFiles, mediaKinds } from '@revera/testkit/media';
import { digitalSourceTypes, signMedia } from '@revera/testkit/sign';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fieldPart, filePart, form } from '../../http/test-app.ts';
import { until } from '../../platform/test-process.ts';
import { newApiKey } from '../../shared/api-key-format.ts';
import { openTestServer, type Call, type TestServer } from '../../testing/test-services.ts';

const PATH = '/v1/content/verify';
const PNG_HEAD = '\x89PNG\r\n\x1a\n';

let server: TestServer;
let authority: Authority;
let key: string;
let signed: Buffer;

beforeAll(async () => {
  authority = await createAuthority();
  const actions = [{ action: 'c2pa.created', digitalSourceType: digitalSourceTypes.trainedAlgorithmicMedia }];
  signed = Buffer.from(await signMedia(buildJpeg(), 'image/jpeg', { authority, actions }));
  server = await openTestServer({ trustedRoots: [authority.rootPem], background: true });
  ({ key } = await server.createKey());
});
afterEach(() => server.expectNothingLeft());
afterAll(() => server.close());

const jpeg = (): Buffer => Buffer.from(buildJpeg());
const oneFile = (bytes: string | Buffer, name?: string, type?: string) => form([filePart(bytes, 'file', name, type)]);
const verify = (call: Call) => server.call('POST', PATH, { key, ...call });

async function lastJob() {
  const { db } = server.services.database;
  return db.selectFrom('job').selectAll().orderBy('created_at', 'desc').limit(1).executeTakeFirstOrThrow();
}

async function countJobs(): Promise<number> {
  return (await server.services.database.pool.query('select from job')).rowCount ?? 0;
}

/** Nothing of a refused request may reach the queue. */
async function withoutJob<T>(work: () => Promise<T>): Promise<T> {
  const before = await countJobs();
  const value = await work();
  expect(await countJobs()).toBe(before);
  return value;
}

describe('POST /v1/content/verify', () => {
  it('200 a file signed by a signer on the service list is verified', async () => {
    const answer = await verify({ form: oneFile(signed, 'photo.jpg') });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      status: 'completed',
      filename: 'photo.jpg',
      media_type: 'image/jpeg',
      provenance_status: 'verified',
      credential_integrity_status: 'valid_and_bound',
      summary: { ai_generated: true, content_declaration: 'ai_generated' },
      c2pa: { present: true, claim_signature_valid: true, asset_binding_valid: true, trust_status: 'service_trusted' },
    });
    expect(await lastJob()).toMatchObject({
      id: (answer.body as VerificationResult).id,
      kind: 'verification',
      status: 'completed',
      lease_owner: null,
      error_code: null,
    });
  });

  it('200 a file without a credential is unknown, which proves nothing', async () => {
    const answer = await verify({ form: oneFile(jpeg()) });
    expect(answer.status).toBe(200);
    const { c2pa, summary, understand, ...result } = answer.body as VerificationResult;
    expect(result).toMatchObject({ provenance_status: 'unknown', credential_integrity_status: 'no_credential' });
    expect([c2pa.present, summary.ai_generated]).toEqual([false, null]);
    expect(understand.map(({ code }) => code)).toContain('no_credential');
  });

  it.each([
    ['en', /According to EXIF Make.*Canon EOS R5.*unsigned/],
    ['zh-CN', /EXIF Make 写明由 Canon EOS R5 拍摄或录制.*未经签名/],
  ])('200 metadata that name a camera say so in %s, and are never enough for false', async (language, summary) => {
    const headers = { 'accept-language': language };
    const answer = await verify({
      form: oneFile(Buffer.from(jpegExif({ tags: { Make: 'Canon', Model: 'Canon EOS R5' } }))),
      headers,
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      provenance_status: 'partial_evidence',
      summary: { ai_generated: null, source: 'Canon', source_model: 'EOS R5', content_declaration: 'none' },
      metadata: {
        vendor: 'Canon',
        model: 'EOS R5',
        status: 'captured',
        summary: expect.stringMatching(summary) as string,
        evidence: [{ rule: 'camera', kind: 'captured', field: 'EXIF Make', attested: null }],
        complete: true,
      },
    });
  });

  it('200 a changed pixel is a fact in the answer and no error', async () => {
    const changed = Buffer.from(flipByte(signed, signed.length - 3));
    const answer = await verify({ form: oneFile(changed) });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      provenance_status: 'binding_failed',
      credential_integrity_status: 'valid_signature_binding_failed',
      c2pa: { claim_signature_valid: true, asset_binding_valid: false },
    });
  });

  it('200 a broken signature is a fact in the answer and no error', async () => {
    const sign = (bytes: Uint8Array) => authority.sign(flipByte(bytes, 0));
    const forged = await signMedia(buildJpeg(), 'image/jpeg', { authority: { ...authority, sign } });
    const answer = await verify({ form: oneFile(Buffer.from(forged)) });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      provenance_status: 'invalid',
      credential_integrity_status: 'signature_invalid',
      c2pa: { claim_signature_valid: false },
    });
  });

  it.each([
    ['en', /^[\x20-\x7e\u2018-\u201d—]+$/],
    ['zh-CN', /\p{Script=Han}/u],
  ])('200 in the language of the caller: %s', async (language, words) => {
    const headers = { 'accept-language': language };
    const answer = await verify({ form: oneFile(signed), headers });
    expect([answer.status, answer.headers['content-language']]).toEqual([200, language]);
    const { understand } = answer.body as VerificationResult;
    expect(understand.length).toBeGreaterThan(0);
    for (const { title, text } of understand) expect(title + text).toMatch(words);
  });

  it('200 the bytes decide the media type; another extension and declared type are reported', async () => {
    const answer = await verify({ form: oneFile(jpeg(), 'photo.png', 'image/png') });
    expect(answer.status).toBe(200);
    const { media_type, understand } = answer.body as VerificationResult;
    expect(media_type).toBe('image/jpeg');
    expect(understand.map(({ code }) => code)).toContain('media_type_differs');
  });

  it('200 a hostile file name is neither a path nor markup', async () => {
    const answer = await verify({ form: oneFile(jpeg(), '../../etc/<b>pass\u202egpj.jpg') });
    expect((answer.body as VerificationResult).filename).toBe('<b>passgpj.jpg');
  });

  it.each(['image/webp', 'video/mp4', 'audio/mpeg', 'application/pdf'])('200 for %s', async (mediaType) => {
    const kind = Object.values(mediaKinds).find((candidate) => candidate.mediaType === mediaType);
    const answer = await verify({ form: oneFile(Buffer.from(kind?.build() ?? [])) });
    expect([answer.status, (answer.body as VerificationResult).media_type]).toEqual([200, mediaType]);
  });

  it('202 with a job that is then completed', async () => {
    const answer = await verify({ form: oneFile(signed), headers: { prefer: 'wait=5, respond-async' } });
    expect(answer.status).toBe(202);
    const { id } = answer.body as { id: string };
    expect(answer.headers).toMatchObject({ location: `/v1/jobs/${id}`, 'preference-applied': 'respond-async' });
    const read = () => server.call('GET', '/v1/jobs/{jid}', { key, params: { jid: id } });
    const job = await until(async () => {
      const { body } = await read();
      return (body as { status: string }).status === 'completed' ? body : null;
    });
    expect(job).toMatchObject({ progress: 1, error: null, result: { id, provenance_status: 'verified' } });
  });

  it.each(['en', 'zh-CN'])('202 says that the job is in the language of the caller: %s', async (language) => {
    const headers = { prefer: 'respond-async', 'accept-language': language };
    const answer = await verify({ form: oneFile(signed), headers });
    expect([answer.status, answer.headers['content-language']]).toEqual([202, language]);
  });

  it('202 also for a file that then cannot be read: the job says so', async () => {
    const file = Buffer.from(PNG_HEAD, 'latin1');
    const answer = await verify({ form: oneFile(file), headers: { prefer: 'respond-async' } });
    expect(answer.status).toBe(202);
    await server.expectNothingLeft();
    const params = { jid: (answer.body as { id: string }).id };
    const { body } = await server.call('GET', '/v1/jobs/{jid}', { key, params });
    expect(body).toMatchObject({ status: 'failed', error: 'MEDIA_PARSE_FAILED', result: null });
  });

  it('401 AUTH_REQUIRED without a key, before the body is read', async () => {
    const answer = await withoutJob(() => server.call('POST', PATH, { form: oneFile(jpeg()) }));
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ error: { code: 'AUTH_REQUIRED' } });
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
  });

  it.each([
    ['malformed', () => Promise.resolve('rv_test_nonsense')],
    ['unknown', () => Promise.resolve(newApiKey('test').key)],
    ['revoked', () => keyWith('revoked_at')],
    ['expired', () => keyWith('expires_at')],
  ])('401 INVALID_API_KEY for a key that is %s', async (_what, makeKey) => {
    const other = await makeKey();
    const answer = await withoutJob(() => verify({ key: other, form: oneFile(jpeg()) }));
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ error: { code: 'INVALID_API_KEY' } });
    expect(JSON.stringify(answer.body)).not.toContain(other);
  });

  async function keyWith(column: 'revoked_at' | 'expires_at'): Promise<string> {
    const made = await server.createKey();
    await server.services.database.pool.query(
      `update api_key set ${column} = now() - interval '1 second' where id = $1`,
      [made.id],
    );
    return made.key;
  }

  it('403 SCOPE_DENIED for a key that may only read jobs', async () => {
    const other = await server.createKey({ scopes: ['jobs:read'] });
    const answer = await withoutJob(() => verify({ key: other.key, form: oneFile(jpeg()) }));
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({
      error: { code: 'SCOPE_DENIED', details: { required_scope: 'content:verify' } },
    });
  });

  it('403 WORKSPACE_SUSPENDED for a key of a suspended organization', async () => {
    const other = await server.createKey();
    const { pool } = server.services.database;
    await pool.query('update organization set suspended_at = now() where id = $1', [other.organizationId]);
    const answer = await withoutJob(() => verify({ key: other.key, form: oneFile(jpeg()) }));
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ error: { code: 'WORKSPACE_SUSPENDED' } });
  });

  it('413 FILE_TOO_LARGE names the limit; a video has its own', async () => {
    const { call } = server.variant({ limits: { uploadFileBytes: 20_000, uploadVideoBytes: 50_000 } });
    const large = (bytes: Uint8Array) => call('POST', PATH, { key, form: oneFile(Buffer.from(bytes)) });
    const answer = await withoutJob(() => large(buildJpeg({ sizeBytes: 20_001 })));
    expect(answer.status).toBe(413);
    expect(answer.body).toMatchObject({ error: { code: 'FILE_TOO_LARGE', details: { limit_bytes: 20_000 } } });
    expect((await large(buildJpeg({ sizeBytes: 20_000 }))).status).toBe(200);
    expect((await large(mediaKinds.mp4.build({ sizeBytes: 50_000 }))).status).toBe(200);
    expect((await large(mediaKinds.mp4.build({ sizeBytes: 50_001 }))).body).toMatchObject({
      error: { details: { limit_bytes: 50_000 } },
    });
  });

  it.each([
    ['en', 'The file is of no supported media type.'],
    ['zh-CN', '不支持该文件类型。'],
  ])('415 INVALID_FILE_TYPE whatever the name says, worded in %s', async (language, message) => {
    const headers = { 'accept-language': language };
    const answer = await withoutJob(() =>
      verify({ form: oneFile('\u0000\u0001', 'photo.jpg', 'image/jpeg'), headers }),
    );
    expect(answer.status).toBe(415);
    const request_id = answer.headers['x-request-id'];
    expect(answer.body).toEqual({ error: { code: 'INVALID_FILE_TYPE', message, request_id } });
    expect(answer.headers['content-language']).toBe(language);
  });

  it('415 INVALID_FILE_TYPE at once, also when a job was asked for', async () => {
    const answer = await withoutJob(() =>
      verify({ form: oneFile('\u0000\u0001'), headers: { prefer: 'respond-async' } }),
    );
    expect(answer.status).toBe(415);
  });

  it('415 INVALID_FILE_TYPE for an empty file', async () => {
    const answer = await verify({ form: oneFile('', 'photo.jpg') });
    expect([answer.status, answer.body]).toMatchObject([415, { error: { code: 'INVALID_FILE_TYPE' } }]);
  });

  it.each(damagedFiles().map((file) => [file.name, file] as const))(
    '200 or 400 MEDIA_PARSE_FAILED as the engine says: %s',
    async (_name, { bytes, answer }) => {
      const { status, body } = await verify({ form: oneFile(Buffer.from(bytes)) });
      if (answer === 'error') {
        expect([status, body]).toMatchObject([400, { error: { code: 'MEDIA_PARSE_FAILED' } }]);
        return;
      }
      const result = answer === 'partial' ? 'partial' : 'completed';
      const first = answer === 'partial' ? 'c2pa_reader_failed' : 'no_credential';
      expect([status, body]).toMatchObject([200, { status: result, c2pa: { present: false } }]);
      expect((body as VerificationResult).understand[0]).toMatchObject({ code: first });
    },
  );

  it('400 MEDIA_PARSE_FAILED when nothing but the type can be told', async () => {
    const answer = await verify({ form: oneFile(Buffer.from(PNG_HEAD, 'latin1')) });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: { code: 'MEDIA_PARSE_FAILED' } });
    expect(await lastJob()).toMatchObject({ status: 'failed', error_code: 'MEDIA_PARSE_FAILED' });
  });

  it.each([
    ['no file', () => ({ form: form([fieldPart('note', 'x')]) }), ['body', 'file'], 'missing'],
    ['two files', () => ({ form: form([filePart(jpeg()), filePart(jpeg())]) }), ['body', 'file'], 'too_long'],
    ['another part name', () => ({ form: form([filePart(jpeg(), 'image')]) }), ['body', 'file'], 'missing'],
    ['a text field for a file', () => ({ form: form([fieldPart('file', 'x')]) }), ['body', 'file'], 'file_expected'],
    ['no multipart', () => withHeader('content-type', 'text/plain'), ['body', 'file'], 'missing'],
    ['nothing at all', () => ({}), ['body', 'file'], 'missing'],
    ['a form that is cut off', () => ({ form: form([filePart(jpeg())], false) }), ['body'], 'multipart_invalid'],
    ['a header too long', () => withHeader('prefer', 'x'.repeat(1_001)), ['header', 'prefer'], 'string_too_long'],
  ] satisfies [string, () => Call, string[], string][])('422 for %s', async (_what, call, loc, type) => {
    const answer = await withoutJob(() => verify(call()));
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ detail: [{ loc, type }] });
  });

  function withHeader(name: string, value: string): Call {
    return { form: oneFile(jpeg()), headers: { [name]: value } };
  }

  it('422 in Chinese', async () => {
    const answer = await verify({ form: form([]), headers: { 'accept-language': 'zh-CN,en;q=0.5' } });
    expect([answer.status, answer.body]).toMatchObject([422, { detail: [{ msg: '缺少必填字段' }] }]);
  });

  it('429 RATE_LIMITED says when to come back, for this key alone', async () => {
    const { call } = server.variant({ limits: { apiKeyBurst: 2, apiKeyPerSecond: 0.01 } });
    const mine = await server.createKey();
    const ask = (bearer: string) => call('POST', PATH, { key: bearer, form: oneFile(jpeg()) });
    expect((await ask(mine.key)).headers).toMatchObject({ 'ratelimit-limit': '2', 'ratelimit-remaining': '1' });
    expect((await ask(mine.key)).status).toBe(200);
    const answer = await withoutJob(() => ask(mine.key));
    expect(answer.status).toBe(429);
    expect(answer.body).toMatchObject({ error: { code: 'RATE_LIMITED' } });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(50);
    expect((await ask((await server.createKey()).key)).status).toBe(200);
  });

  it('504 JOB_TIMEOUT when the file takes longer than allowed, and the next one is served', async () => {
    const { call } = server.variant({ limits: { analysisSynchronousMs: 1 } });
    // The engine takes some 15 ms for each MB of MP3; other types are read too fast to be late for certain.
    const large = oneFile(Buffer.from(mediaKinds.mp3.build({ sizeBytes: 10_000_000 })));
    const answer = await call('POST', PATH, { key, form: large });
    expect(answer.status).toBe(504);
    expect(answer.body).toMatchObject({ error: { code: 'JOB_TIMEOUT' } });
    expect(await lastJob()).toMatchObject({ status: 'failed', error_code: 'JOB_TIMEOUT' });
    expect((await verify({ form: oneFile(jpeg()) })).status).toBe(200);
  });

  it('500 INTERNAL_ERROR when the analysis threads are gone: nothing secret is told, nothing stays behind', async () => {
    const other = await openTestServer();
    try {
      const made = await other.createKey();
      await other.services.analysis.close();
      const answer = await other.call('POST', PATH, { key: made.key, form: oneFile(jpeg()) });
      expect(answer.status).toBe(500);
      const { error } = answer.body as { error: object };
      expect(Object.keys(error)).toEqual(['code', 'message', 'request_id']);
      expect(error).toMatchObject({ code: 'INTERNAL_ERROR', message: 'An internal error occurred.' });
      await other.expectNothingLeft();
      expect(await readdir(other.services.uploads.directory)).toEqual([]);
      const { rows } = await other.services.database.pool.query('select status, error_code from job');
      expect(rows).toEqual([{ status: 'failed', error_code: 'INTERNAL_ERROR' }]);
    } finally {
      await other.close();
    }
  });
});
