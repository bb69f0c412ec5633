import type { VerificationResult } from '@revera/provenance';
import { createAuthority } from '@revera/testkit/authorities';
import { buildJpeg, mediaKinds } from '@revera/testkit/media';
import { signMedia } from '@revera/testkit/sign';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fieldPart, filePart, form } from '../../http/test-app.ts';
import { openTestServer, type Call, type TestServer } from '../../testing/test-services.ts';

const PATH = '/api/analyze';

interface AnalyzeBody {
  id: string;
  results: {
    filename: string;
    status: string;
    result: VerificationResult | null;
    error: { code: string; message: string; request_id: string } | null;
  }[];
}

let server: TestServer;
let signed: Buffer;

beforeAll(async () => {
  const authority = await createAuthority();
  signed = Buffer.from(await signMedia(buildJpeg(), 'image/jpeg', { authority }));
  server = await openTestServer({ trustedRoots: [authority.rootPem] });
});
afterEach(() => server.expectNothingLeft());
afterAll(() => server.close());

const jpeg = (): Buffer => Buffer.from(buildJpeg());
const files = (...parts: [name: string, bytes: string | Buffer][]) =>
  form(parts.map(([name, bytes]) => filePart(bytes, 'files', name, 'application/octet-stream')));
const analyze = (call: Call) => server.call('POST', PATH, call);

async function statusesOfJobs(): Promise<unknown[]> {
  const { rows } = await server.services.database.pool.query<Record<string, unknown>>(
    'select kind, status, organization_id, error_code from job order by created_at desc limit 3',
  );
  return rows;
}

async function countJobs(): Promise<number> {
  return (await server.services.database.pool.query('select from job')).rowCount ?? 0;
}

describe('POST /api/analyze', () => {
  it('200 one file, whose result anyone can read by its identifier', async () => {
    const answer = await analyze({ form: files(['a.jpg', signed]) });
    expect(answer.status).toBe(200);
    const { id, results } = answer.body as AnalyzeBody;
    expect(id).toBe(answer.headers['x-request-id']);
    expect(results).toMatchObject([{ filename: 'a.jpg', status: 'completed', error: null }]);
    const result = results[0]?.result;
    expect(result).toMatchObject({ provenance_status: 'verified', c2pa: { trust_status: 'service_trusted' } });
    const params = { jid: result?.id ?? '' };
    const { body } = await server.call('GET', '/v1/jobs/{jid}', { params });
    expect(body).toMatchObject({ kind: 'analysis', status: 'completed', filename: 'a.jpg', result });
    const { key } = await server.createKey();
    expect((await server.call('GET', '/v1/jobs/{jid}', { params, key })).body).toMatchObject({ result });
  });

  it('200 keeps the order of the upload, and one bad file fails no other', async () => {
    const answer = await analyze({
      form: files(
        ['0.jpg', signed],
        ['1.bin', '\u0000\u0001'],
        ['2.png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
        ['3.mp4', Buffer.from(mediaKinds.mp4.build())],
      ),
    });
    expect(answer.status).toBe(200);
    const { id, results } = answer.body as AnalyzeBody;
    expect(
      results.map(({ filename, status, result, error }) => [filename, status, result?.media_type, error?.code]),
    ).toEqual([
      ['0.jpg', 'completed', 'image/jpeg', undefined],
      ['1.bin', 'failed', undefined, 'INVALID_FILE_TYPE'],
      ['2.png', 'failed', undefined, 'MEDIA_PARSE_FAILED'],
      ['3.mp4', 'completed', 'video/mp4', undefined],
    ]);
    expect(results[1]?.error?.request_id).toBe(id);
    expect((await statusesOfJobs()).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))).toEqual([
      { kind: 'analysis', status: 'completed', organization_id: null, error_code: null },
      { kind: 'analysis', status: 'completed', organization_id: null, error_code: null },
      { kind: 'analysis', status: 'failed', organization_id: null, error_code: 'MEDIA_PARSE_FAILED' },
    ]);
  });

  it('200 with twenty files', async () => {
    const answer = await analyze({ form: files(...twentyAndMore(0)) });
    expect(answer.status).toBe(200);
    const { results } = answer.body as AnalyzeBody;
    expect(results.map(({ filename }) => filename)).toEqual(Array.from({ length: 20 }, (_, i) => `${i}.jpg`));
    expect(new Set(results.map(({ result }) => result?.id)).size).toBe(20);
  });

  function twentyAndMore(more: number): [string, Buffer][] {
    return Array.from({ length: 20 + more }, (_, index) => [`${index}.jpg`, jpeg()]);
  }

  it('200 words results and errors in the language of the caller', async () => {
    const headers = { 'accept-language': 'zh-CN' };
    const answer = await analyze({ form: files(['a.jpg', jpeg()], ['b.bin', '\u0000\u0001']), headers });
    expect([answer.status, answer.headers['content-language']]).toEqual([200, 'zh-CN']);
    const { results } = answer.body as AnalyzeBody;
    expect(results[0]?.result?.understand[0]?.text).toMatch(/\p{Script=Han}/u);
    expect(results[1]?.error?.message).toBe('不支持该文件类型。');
  });

  it('200 a file that takes too long fails alone', async () => {
    const { call } = server.variant({ limits: { analysisAnonymousMs: 1 } });
    // The engine takes some 15 ms for each MB of MP3; other types are read too fast to be late for certain.
    const large = Buffer.from(mediaKinds.mp3.build({ sizeBytes: 10_000_000 }));
    const answer = await call('POST', PATH, { form: files(['large.mp3', large], ['small.bin', '\u0000\u0001']) });
    expect(answer.status).toBe(200);
    const { results } = answer.body as AnalyzeBody;
    expect(results.map(({ error }) => error?.code)).toEqual(['JOB_TIMEOUT', 'INVALID_FILE_TYPE']);
  });

  it('200 what could not be begun in time is answered for each file', async () => {
    const { call } = server.variant({ limits: { analysisSynchronousMs: 1 } });
    const answer = await call('POST', PATH, { form: files(['0.jpg', signed], ['1.jpg', jpeg()], ['2.jpg', jpeg()]) });
    const { results } = answer.body as AnalyzeBody;
    expect(results.map(({ error }) => error?.code)).toEqual([undefined, 'SERVICE_UNAVAILABLE', 'SERVICE_UNAVAILABLE']);
    expect(await statusesOfJobs()).toMatchObject([{ status: 'completed' }, expect.anything(), expect.anything()]);
  });

  it('200 takes one token for each file: those beyond the rate are refused, and the headers say what is left', async () => {
    const { call } = server.variant({ limits: { anonymousAnalysesPerHour: 4 } });
    const ask = (count: number) =>
      call('POST', PATH, {
        form: files(...Array.from({ length: count }, (_, index): [string, Buffer] => [`${index}.jpg`, jpeg()])),
        address: '192.0.2.44',
      });
    const first = await ask(3);
    expect((first.body as AnalyzeBody).results.map(({ status }) => status)).toEqual(Array(3).fill('completed'));
    expect(first.headers).toMatchObject({ 'ratelimit-limit': '4', 'ratelimit-remaining': '1' });
    const before = await countJobs();
    const second = await ask(3);
    expect((second.body as AnalyzeBody).results.map(({ status, error }) => [status, error?.code])).toEqual([
      ['completed', undefined],
      ['failed', 'RATE_LIMITED'],
      ['failed', 'RATE_LIMITED'],
    ]);
    expect(second.headers).toMatchObject({ 'ratelimit-remaining': '0' });
    expect(await countJobs()).toBe(before + 1);
    const third = await ask(1);
    expect([third.status, Number(third.headers['retry-after']) > 800]).toEqual([429, true]);
  });

  it('413 FILE_TOO_LARGE for one file, and for all together', async () => {
    const { call } = server.variant({ limits: { anonymousFileBytes: 20_000, anonymousTotalBytes: 30_000 } });
    const sized = (sizeBytes: number) => Buffer.from(buildJpeg({ sizeBytes }));
    const one = await call('POST', PATH, { form: files(['a.jpg', sized(20_001)]) });
    expect([one.status, one.body]).toMatchObject([
      413,
      { error: { code: 'FILE_TOO_LARGE', details: { limit_bytes: 20_000 } } },
    ]);
    const both = await call('POST', PATH, { form: files(['a.jpg', sized(20_000)], ['b.jpg', sized(10_001)]) });
    expect([both.status, both.body]).toMatchObject([413, { error: { details: { limit_bytes: 30_000 } } }]);
    const fits = await call('POST', PATH, { form: files(['a.jpg', sized(20_000)], ['b.jpg', sized(10_000)]) });
    expect(fits.status).toBe(200);
  });

  it('422 for twenty-one files', async () => {
    const answer = await analyze({ form: files(...twentyAndMore(1)) });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({
      detail: [{ loc: ['body', 'files'], type: 'too_long', ctx: { max_length: 20 } }],
    });
  });

  it.each([
    ['no file', () => ({ form: form([]) }), 'missing'],
    ['the part name of the other route', () => ({ form: form([filePart(jpeg(), 'file')]) }), 'missing'],
    ['a text field for the files', () => ({ form: form([fieldPart('files', 'x')]) }), 'file_expected'],
    ['JSON', () => ({ headers: { 'content-type': 'application/json' } }), 'missing'],
  ] satisfies [string, () => Call, string][])('422 for %s', async (_what, call, type) => {
    const answer = await analyze(call());
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ detail: [{ loc: ['body', 'files'], type }] });
  });

  it('429 RATE_LIMITED by address, whatever key is shown', async () => {
    const { call } = server.variant({ limits: { anonymousAnalysesPerHour: 2 } });
    const { key } = await server.createKey();
    const ask = (address: string, bearer?: string) =>
      call('POST', PATH, { form: files(['a.jpg', jpeg()]), address, ...(bearer === undefined ? {} : { key: bearer }) });
    expect((await ask('192.0.2.1')).headers).toMatchObject({ 'ratelimit-limit': '2', 'ratelimit-remaining': '1' });
    expect((await ask('192.0.2.1')).status).toBe(200);
    const answer = await ask('192.0.2.1', key);
    expect([answer.status, answer.body]).toMatchObject([429, { error: { code: 'RATE_LIMITED' } }]);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(1_700);
    expect((await ask('192.0.2.2')).status).toBe(200);
  });
});
