import { ClipKit, LAB_CASES, missingPrograms } from '@revera/testkit/lab';
import { buildJpeg, mediaKinds } from '@revera/testkit/media';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fieldPart, filePart, form } from '../../http/test-app.ts';
import { openTestServer, type Call, type TestKey, type TestServer } from '../../testing/test-services.ts';
import { countedOf, limitUsage, quotaOf } from '../../testing/test-usage.ts';
import type { LabAnswer } from './schemas.ts';

const PATH = '/api/lab/generator';
const NO_FFMPEG = missingPrograms(['ffmpeg']).length > 0;

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterEach(() => server.expectNothingLeft());
afterAll(() => server.close());

type Named = [name: string, bytes: string | Uint8Array];

const upload = (files: readonly Named[], claim?: string) =>
  form([
    ...(claim === undefined ? [] : [fieldPart('claim', claim)]),
    ...files.map(([name, bytes]) => filePart(Buffer.from(bytes), 'files', name, 'application/octet-stream')),
  ]);
const examine = async (files: readonly Named[], claim?: string, call: Call = {}, by = server.call) => {
  const answer = await by('POST', PATH, { form: upload(files, claim), ...call });
  return { ...answer, body: answer.body as LabAnswer };
};
const codes = ({ results }: LabAnswer) => results.map(({ error, result }) => error?.code ?? result?.status);
const jpeg = (): Buffer => Buffer.from(buildJpeg());
/** A clip without marks of anybody. */
const small = (): Uint8Array => mediaKinds.mp4.build();

async function countRows(table: 'job' | 'usage_records' | 'blob'): Promise<unknown> {
  return (await server.services.database.pool.query(`select count(*)::int as n from ${table}`)).rows[0];
}

describe.skipIf(NO_FFMPEG)('POST /api/lab/generator with real clips', () => {
  let kit: ClipKit;
  let clips: Record<'kling' | 'planted' | 'plain' | 'labelled' | 'hinted', Uint8Array>;
  const built = (id: string): Uint8Array => {
    const found = LAB_CASES.find((one) => one.id === id);
    if (found === undefined) throw new Error(`no case ${id}`);
    return found.build(kit);
  };
  beforeAll(() => {
    kit = new ClipKit();
    clips = {
      kling: built('16b'),
      planted: built('16'),
      plain: kit.read(kit.plain()),
      labelled: built('18'),
      hinted: built('28'),
    };
  });
  afterAll(() => kit.close());

  it('200 holds the traces of each file against the claim', async () => {
    const { status, body, headers } = await examine(
      [
        ['a.mp4', clips.kling],
        ['b.mp4', clips.plain],
      ],
      'Kling 2.6',
    );
    expect(status).toBe(200);
    expect(body.id).toBe(headers['x-request-id']);
    expect(body.engine).toMatchObject({ decoded_frames: 0 });
    expect(body.summary).toEqual({ files: 2, consistent: 1, inconsistent: 0, inconclusive: 1, failed: 0 });
    const [first, second] = body.results;
    expect(first).toMatchObject({
      file: { name: 'a.mp4', size: clips.kling.length },
      status: 'completed',
      error: null,
      result: {
        status: 'ok',
        claim: { raw: 'Kling 2.6', recognized: true, family: 'kling', stage: 'origin' },
        verdict: 'consistent',
        band: 'strong',
        reason: 'origin_match',
        clip: { container: 'isobmff', video: { width: 320, height: 180 } },
      },
    });
    const origin = first?.result?.stages.find(({ stage }) => stage === 'origin')?.pipelines[0];
    expect(origin).toMatchObject({
      id: 'kuaishou.kling',
      rules: [{ id: 'kling.sei_text', weight: 70, evidence: 'seen', sources: ['R01', 'S1', 'S4'] }, {}],
    });
    const [id = ''] = origin?.rules[0]?.observations ?? [];
    const traced = first?.result?.observations.find((one) => one.id === id);
    expect([traced?.fact, traced?.offset]).toEqual(['sei.user_data', expect.any(Number)]);
    expect(second?.result).toMatchObject({ verdict: 'inconclusive', claim: { family: 'kling' } });
  });

  it('200 without a claim, or with one that nobody knows, compares nothing', async () => {
    for (const claim of [undefined, 'unknown', 'some cartoon']) {
      const { body } = await examine([['a.mp4', clips.kling]], claim);
      expect(body.results[0]?.result).toMatchObject({ verdict: 'inconclusive', reason: 'no_claim' });
    }
  });

  it('names label and credential beside the traces, as a verification reads them, and counts neither', async () => {
    const { body } = await examine(
      [
        ['a.mp4', clips.labelled],
        ['b.mp4', clips.planted],
        ['c.mp4', clips.hinted],
      ],
      'kling',
    );
    const [labelled, planted, hinted] = body.results.map(({ result }) => result);
    expect(labelled?.inspection?.china_aigc).toMatchObject({
      present: true,
      label: '1',
      company: expect.any(String) as unknown,
    });
    expect(labelled?.beside.map(({ kind, family }) => [kind, family])).toContainEqual(['label', 'kling']);
    expect(planted?.inspection?.china_aigc).toMatchObject({ present: false, label: null });
    const support = (result: typeof labelled) =>
      result?.stages
        .find(({ stage }) => stage === 'origin')
        ?.pipelines.map(({ id, rules }) => [id, rules.map((one) => one.id)]);
    expect(JSON.stringify(support(labelled))).not.toMatch(/label|aigc/);
    expect([labelled?.verdict, planted?.verdict]).toEqual(['consistent', 'consistent']);
    // A name of a signer that nothing signs.
    expect(hinted?.inspection?.credential).toMatchObject({ status: 'signature_invalid', signer: null });
    expect(hinted?.beside.map(({ kind }) => kind)).toContain('credential');
  });

  it('answers in the language of the caller', async () => {
    const { body, headers } = await examine(
      [
        ['a.mp4', clips.plain],
        ['b.bin', '\u0000'],
      ],
      'kling',
      {
        headers: { 'accept-language': 'zh-CN' },
      },
    );
    expect(headers['content-language']).toBe('zh-CN');
    expect(body.results[0]?.result?.text).toMatch(/\p{Script=Han}/u);
    expect(body.results[1]?.error?.message).toBe('不支持该文件类型。');
  });

  it('reads what is left of a clip that was cut off', async () => {
    const { body } = await examine([['a.mp4', clips.kling.slice(0, clips.kling.length * 0.6)]], 'kling');
    expect(body.results[0]).toMatchObject({ status: 'completed', result: { status: 'partial' } });
  });

  it('stores nothing: no job, no object, and without a key no unit', async () => {
    const before = [await countRows('job'), await countRows('blob'), await countRows('usage_records')];
    await examine(
      [
        ['a.mp4', clips.kling],
        ['b.bin', '\u0000'],
      ],
      'kling',
    );
    expect([await countRows('job'), await countRows('blob'), await countRows('usage_records')]).toEqual(before);
  });

  describe('with a key', () => {
    let live: TestKey;
    beforeEach(async () => {
      live = await server.createKey({ mode: 'live' });
    });
    const three = (): Named[] => [
      ['a.mp4', clips.kling],
      ['b.mp4', clips.plain],
      ['c.mp4', clips.plain],
    ];

    it('counts one unit a file, and charges only what could be examined', async () => {
      const jobs = await countRows('job');
      const { body } = await examine([...three(), ['d.bin', '\u0000'], ['e.jpg', jpeg()]], 'kling', { key: live.key });
      expect(codes(body)).toEqual(['ok', 'ok', 'ok', 'INVALID_FILE_TYPE', 'unsupported']);
      expect(await countedOf(server, live.organizationId)).toEqual(['3 lab live completed', '2 lab live failed']);
      expect(await countRows('job')).toEqual(jobs);
    });

    it('keeps to the plan: files beyond it are refused, and what was reserved is settled', async () => {
      await limitUsage(server, live.organizationId, 'lab', 2);
      const first = await examine([['x.bin', '\u0000'], ...three()], 'kling', { key: live.key });
      expect(codes(first.body)).toEqual(['INVALID_FILE_TYPE', 'ok', 'ok', 'QUOTA_EXCEEDED']);
      expect(first.headers).toMatchObject({ 'quota-limit': '2', 'quota-remaining': '0' });
      expect(await quotaOf(server, live.organizationId)).toEqual([{ operation: 'lab', used: 2, reserved: 0 }]);
    });

    it('gives back what was reserved for a request that is refused', async () => {
      await limitUsage(server, live.organizationId, 'lab', 5);
      expect((await server.call('POST', PATH, { form: form([]), key: live.key })).status).toBe(422);
      expect(await quotaOf(server, live.organizationId)).toEqual([{ operation: 'lab', used: 0, reserved: 0 }]);
    });

    it('a key of the sandbox is counted apart and bounded by nothing', async () => {
      const test = await server.createKey({ mode: 'test' });
      await limitUsage(server, test.organizationId, 'lab', 0);
      expect(codes((await examine(three(), 'kling', { key: test.key })).body)).toEqual(['ok', 'ok', 'ok']);
      expect(await countedOf(server, test.organizationId)).toEqual(['3 lab test completed']);
    });
  });
});

describe('POST /api/lab/generator', () => {
  it('429 QUOTA_EXCEEDED for a request whose first file is beyond the plan', async () => {
    const { key, organizationId } = await server.createKey({ mode: 'live' });
    await limitUsage(server, organizationId, 'lab', 0);
    const answer = await server.call('POST', PATH, { form: upload([['a.mp4', small()]]), key });
    expect([answer.status, answer.body]).toMatchObject([429, { error: { code: 'QUOTA_EXCEEDED' } }]);
  });

  it('200 keeps the order of the upload, and one bad file fails no other', async () => {
    const { status, body } = await examine([
      ['0.jpg', jpeg()],
      ['1.bin', '\u0000\u0001'],
      ['2.mp4', small()],
    ]);
    expect(status).toBe(200);
    expect(body.results.map(({ file, status: state }) => [file.name, state])).toEqual([
      ['0.jpg', 'completed'],
      ['1.bin', 'failed'],
      ['2.mp4', 'completed'],
    ]);
    expect(body.results[0]?.result).toMatchObject({ status: 'unsupported', reason: 'not_probed' });
    expect(body.results[1]?.error).toMatchObject({ code: 'INVALID_FILE_TYPE', request_id: body.id });
    expect(body.summary).toMatchObject({ files: 3, failed: 1, inconclusive: 2 });
  });

  it('shares the rate of an address with the analysis of a page, one token a file', async () => {
    const { call } = server.variant({ limits: { anonymousAnalysesPerHour: 3 } });
    const address = '192.0.2.61';
    const analyzed = await call('POST', '/api/analyze', { form: form([filePart(jpeg(), 'files', 'a.jpg')]), address });
    expect(analyzed.headers).toMatchObject({ 'ratelimit-limit': '3', 'ratelimit-remaining': '2' });
    const { body, headers } = await examine(
      Array.from({ length: 3 }, (): Named => ['a.mp4', small()]),
      'veo',
      { address },
      call,
    );
    expect(codes(body)).toEqual(['ok', 'ok', 'RATE_LIMITED']);
    expect(headers).toMatchObject({ 'ratelimit-remaining': '0' });
    const last = await call('POST', PATH, { form: upload([['a.mp4', small()]]), address });
    expect([last.status, Number(last.headers['retry-after']) > 600]).toEqual([429, true]);
    const { key } = await server.createKey();
    expect((await examine([['a.mp4', small()]], 'veo', { address, key }, call)).status).toBe(200);
  });

  it('413 for a file beyond the limit', async () => {
    const { call } = server.variant({ limits: { anonymousFileBytes: 20_000 } });
    const { status, body } = await call('POST', PATH, {
      form: upload([['a.jpg', Buffer.from(buildJpeg({ sizeBytes: 20_001 }))]]),
    });
    expect([status, body]).toMatchObject([413, { error: { code: 'FILE_TOO_LARGE' } }]);
  });

  it.each([
    ['no file', () => form([fieldPart('claim', 'kling')]), ['body', 'files']],
    ['the part name of the other route', () => form([filePart(jpeg(), 'file')]), ['body', 'files']],
    ['21 files', () => upload(Array.from({ length: 21 }, (): Named => ['a.jpg', jpeg()])), ['body', 'files']],
    ['a claim that is too long', () => upload([['a.jpg', jpeg()]], 'k'.repeat(65)), ['body', 'claim']],
    ['a claim that turns the writing round', () => upload([['a.jpg', jpeg()]], 'k\u202eling'), ['body', 'claim']],
    ['a claim with NUL', () => upload([['a.jpg', jpeg()]], 'k\u0000'), ['body', 'claim']],
  ])('422 for %s', async (_what, sent, loc) => {
    const { status, body } = await server.call('POST', PATH, { form: sent() });
    expect([status, body]).toMatchObject([422, { detail: [{ loc }] }]);
  });

  it('a presented key must be valid and have the scope', async () => {
    const { key } = await server.createKey({ scopes: ['jobs:read'] });
    const ask = (bearer: string) => server.call('POST', PATH, { form: upload([['a.mp4', small()]]), key: bearer });
    expect((await ask(key)).body).toMatchObject({ error: { code: 'SCOPE_DENIED' } });
    expect((await ask('rv_live_x')).status).toBe(401);
  });

  it('answers for each file that could not be begun in time', async () => {
    const late = server.variant({ limits: { analysisSynchronousMs: 1 } });
    const address = '192.0.2.62';
    const { body } = await examine(
      Array.from({ length: 20 }, (): Named => ['a.mp4', small()]),
      'veo',
      { address },
      late.call,
    );
    expect([codes(body)[0], codes(body).at(-1)]).toEqual(['ok', 'SERVICE_UNAVAILABLE']);
  });
});
