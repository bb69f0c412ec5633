import { buildJpeg, buildPng, buildSvg, mediaKinds } from '@revera/testkit/media';
import { hostileTexts } from '@revera/testkit/sign';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdSigningThreads } from '../../testing/test-held-threads.ts';
import { openTestServer, type TestKey, type TestServer } from '../../testing/test-services.ts';
import {
  askToSign,
  download,
  lastJob,
  sha256,
  SIGN_PATHS,
  signOne,
  sweptTracesOf,
  tracesOf,
  verify,
} from '../../testing/test-signing.ts';

const ADDRESS = 'http://127.0.0.1:8080';
const IPTC = 'http://cv.iptc.org/newscodes/digitalsourcetype/';

let server: TestServer;
let mine: TestKey;

beforeAll(async () => {
  server = await openTestServer({ signing: true });
  mine = await server.createKey();
});
afterAll(() => server.close());

describe.each(SIGN_PATHS)('POST /v1/content/sign and POST /api/sign: at %s', (path) => {
  it.each([
    ['image/png', buildPng()],
    ['image/jpeg', buildJpeg()],
  ])('200 signs %s: the answer, the file and its record agree', async (mediaType, file) => {
    const answer = await askToSign(server.call, { path, key: mine.key, file });
    const signed = answer.body as Awaited<ReturnType<typeof signOne>>;
    const { id, credential_id, sha256: digest } = signed;
    expect([answer.status, signed]).toEqual([
      200,
      {
        id: expect.stringMatching(/^job_\w{22}$/) as string,
        credential_id: expect.stringMatching(/^cred_\w{22}$/) as string,
        status: 'completed',
        trust_status: 'service_trusted',
        verify_url: `${ADDRESS}/v/${credential_id}`,
        asset_url: `${ADDRESS}/v1/content/credentials/${credential_id}/asset`,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        timestamp_present: false,
        remote_manifest_discarded: null,
        sandbox: true,
        china_aigc: null,
      },
    ]);
    expect(answer.headers['idempotent-replayed']).toBeUndefined();
    const bytes = await download(server.call, mine.key, credential_id);
    expect(sha256(bytes)).toBe(digest);
    expect(await verify(server.call, mine.key, bytes)).toMatchObject({
      media_type: mediaType,
      provenance_status: 'strong_evidence',
      credential_integrity_status: 'valid_and_bound',
      c2pa: { trust_status: 'service_trusted', manifest_count: 1, ingredient_count: 0, timestamp: { present: false } },
      service_credential: {
        credential_id,
        status: 'active',
        verify_url: `${ADDRESS}/v/${credential_id}`,
        sandbox: true,
      },
    });
    expect(await lastJob(server)).toMatchObject({ kind: 'verification' });
    const { rows } = await server.services.database.pool.query('select * from audit_log where target_id = $1', [
      credential_id,
    ]);
    expect(rows).toMatchObject([
      {
        action: 'credential.issued',
        organization_id: mine.organizationId,
        actor_kind: 'api_key',
        actor_id: mine.id,
        request_id: answer.headers['x-request-id'],
        address: '127.0.0.1',
        details: { job_id: id },
      },
    ]);
  });

  it.each([
    ['ai_generated', 'trainedAlgorithmicMedia', 'ai_generated'],
    ['ai_edited', 'compositeWithTrainedAlgorithmicMedia', 'ai_edited'],
    ['composite', 'composite', 'composite'],
    ['captured', 'digitalCapture', 'captured'],
    ['digital_creation', 'digitalCreation', 'digital_creation'],
    ['human_edited', 'humanEdits', 'human_edited'],
  ])('200 declares %s', async (content_type, source, declaration) => {
    const fields = { content_type, generator_name: 'Painter', generator_version: '2', organization: 'Verlag' };
    const { credential_id } = await signOne(server.call, { path, key: mine.key, fields });
    const bytes = await download(server.call, mine.key, credential_id);
    expect(await verify(server.call, mine.key, bytes)).toMatchObject({
      summary: { content_declaration: declaration },
      c2pa: { digital_source_type: IPTC + source, content_declaration: declaration },
    });
    const { body } = await server.call('GET', '/v/{cid}', { params: { cid: credential_id } });
    expect(body).toMatchObject({ content_type, generator: 'Painter 2', declared_organization: 'Verlag', model: null });
  });

  it('200 without any field: made by AI, nothing else declared', async () => {
    const { credential_id } = await signOne(server.call, { path, key: mine.key });
    const { body } = await server.call('GET', '/v/{cid}', { params: { cid: credential_id } });
    expect(body).toMatchObject({
      content_type: 'ai_generated',
      generator: null,
      model: null,
      declared_organization: null,
    });
  });

  it('422 for another content type names those that there are', async () => {
    const before = await tracesOf(server);
    const answer = await askToSign(server.call, { path, key: mine.key, fields: { content_type: 'AI_GENERATED' } });
    expect([answer.status, answer.body]).toMatchObject([
      422,
      { detail: [{ loc: ['body', 'content_type'], type: 'enum' }] },
    ]);
    const names = ['ai_generated', 'ai_edited', 'composite', 'captured', 'digital_creation', 'human_edited'];
    for (const name of names) expect(JSON.stringify(answer.body)).toContain(name);
    expect(await tracesOf(server)).toEqual(before);
  });

  it.each(['generator_name', 'generator_version', 'model', 'organization'])(
    '200 and 422 for %s: 200 characters of any script, and no longer, and nothing that deceives',
    async (name) => {
      const ask = (text: string) => askToSign(server.call, { path, key: mine.key, fields: { [name]: text } });
      expect((await ask('字'.repeat(200))).status).toBe(200);
      const { bidi, control, newlines, long } = hostileTexts;
      for (const text of ['x'.repeat(201), bidi, control, newlines, long]) {
        const answer = await ask(text);
        expect([answer.status, answer.body]).toMatchObject([422, { detail: [{ loc: ['body', name] }] }]);
      }
    },
  );

  it.each([
    ['china_aigc', '{"Label":"1"}'],
    ['china_aigc', 'auto'],
    ['ingredient_policy', 'ignore'],
    ['ingredient_policy', ''],
    ['timestamp', 'never'],
  ])('422 for %s "%s"', async (name, value) => {
    const answer = await askToSign(server.call, { path, key: mine.key, fields: { [name]: value } });
    expect([answer.status, answer.body]).toMatchObject([422, { detail: [{ loc: ['body', name] }] }]);
  });

  it('200 for an empty china_aigc: no label', async () => {
    const { credential_id } = await signOne(server.call, { path, key: mine.key, fields: { china_aigc: '' } });
    const bytes = await download(server.call, mine.key, credential_id);
    expect(await verify(server.call, mine.key, bytes)).toMatchObject({ china_aigc: { present: false } });
  });

  it.each(['', 'with space', 'ä', 'x'.repeat(256)])('422 for the Idempotency-Key "%s"', async (text) => {
    const headers = { 'idempotency-key': text };
    const answer = await askToSign(server.call, { path, key: mine.key, headers });
    expect([answer.status, answer.body]).toMatchObject([422, { detail: [{ loc: ['header', 'idempotency-key'] }] }]);
  });

  it.each([
    ['PDF', mediaKinds.pdf.build(), 'application/pdf'],
    ['Matroska', mediaKinds.matroska.build(), 'video/x-matroska'],
    ['text', Buffer.from('plain text'), 'text/plain'],
    ['bytes of no known type', Buffer.from('\u0000\u0001'), null],
    ['nothing', Buffer.from(''), null],
  ])(
    '415 INVALID_FILE_TYPE for %s, whatever its name says, naming what can be signed',
    async (_what, file, media_type) => {
      const before = await tracesOf(server);
      for (const headers of [{}, { prefer: 'respond-async' }]) {
        const answer = await askToSign(server.call, { path, key: mine.key, file, filename: 'a.jpg', headers });
        const { error } = answer.body as { error: { details: { signable_media_types: string[] } } };
        expect([answer.status, error]).toMatchObject([415, { code: 'INVALID_FILE_TYPE', details: { media_type } }]);
        const { signable_media_types } = error.details;
        expect(signable_media_types).toEqual(expect.arrayContaining(['image/png', 'image/svg+xml', 'video/mp4']));
        expect(signable_media_types).not.toContain('application/pdf');
      }
      expect(await tracesOf(server)).toEqual(before);
    },
  );

  it('400 MEDIA_PARSE_FAILED for a file of which only the type can be told', async () => {
    const before = await sweptTracesOf(server);
    const file = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
    const answer = await askToSign(server.call, { path, key: mine.key, file });
    expect([answer.status, answer.body]).toMatchObject([400, { error: { code: 'MEDIA_PARSE_FAILED' } }]);
    expect(await lastJob(server)).toMatchObject({
      kind: 'signing',
      status: 'failed',
      error_code: 'MEDIA_PARSE_FAILED',
    });
    expect(await sweptTracesOf(server)).toEqual(before);
  });

  it('413 FILE_TOO_LARGE names the limit, which is the same for a video', async () => {
    const { call } = server.variant({ limits: { signFileBytes: 20_000 } });
    const before = await tracesOf(server);
    for (const file of [buildJpeg({ sizeBytes: 20_001 }), mediaKinds.mp4.build({ sizeBytes: 20_001 })]) {
      const answer = await askToSign(call, { path, key: mine.key, file });
      expect([answer.status, answer.body]).toMatchObject([
        413,
        { error: { code: 'FILE_TOO_LARGE', details: { limit_bytes: 20_000 } } },
      ]);
    }
    expect(await tracesOf(server)).toEqual(before);
    expect((await askToSign(call, { path, key: mine.key, file: buildJpeg({ sizeBytes: 20_000 }) })).status).toBe(200);
  });

  it('504 JOB_TIMEOUT when signing takes longer than allowed, and the next one is served', async () => {
    const before = await sweptTracesOf(server);
    const { call } = server.variant({ limits: { signingMs: 1 } });
    const file = mediaKinds.png.build({ sizeBytes: 5_000_000 });
    const answer = await askToSign(call, { path, key: mine.key, file });
    expect([answer.status, answer.body]).toMatchObject([504, { error: { code: 'JOB_TIMEOUT' } }]);
    expect(await lastJob(server)).toMatchObject({ kind: 'signing', status: 'failed', error_code: 'JOB_TIMEOUT' });
    expect(await sweptTracesOf(server)).toEqual(before);
    await signOne(server.call, { path, key: mine.key });
  });

  it('503 SERVICE_UNAVAILABLE when its turn does not come, and nothing is left of it', async () => {
    const before = await sweptTracesOf(server);
    const { call } = server.variant({ limits: { signingMs: 20 } });
    const held = await holdSigningThreads(server.services);
    const answer = await askToSign(call, { path, key: mine.key });
    await held.release();
    expect([answer.status, answer.body]).toMatchObject([503, { error: { code: 'SERVICE_UNAVAILABLE' } }]);
    expect(answer.headers['retry-after']).toBe('5');
    expect(await lastJob(server)).toMatchObject({ status: 'failed', error_code: 'SERVICE_UNAVAILABLE' });
    expect(await sweptTracesOf(server)).toEqual(before);
  });
});

describe('a signed file', () => {
  const signable = Object.entries(mediaKinds).filter(([name, { engineSigns }]) => engineSigns && name !== 'pdf');

  it.each(signable)('200 of kind %s is valid, bound and trusted', async (_name, { build, mediaType, extension }) => {
    const { credential_id, sha256: digest } = await signOne(server.call, { key: mine.key, file: build() });
    const bytes = await download(server.call, mine.key, credential_id);
    expect(sha256(bytes)).toBe(digest);
    const type = mediaType === 'video/avi' ? 'video/x-msvideo' : mediaType;
    expect([extension, await verify(server.call, mine.key, bytes)]).toMatchObject([
      extension,
      { media_type: type, credential_integrity_status: 'valid_and_bound', service_credential: { credential_id } },
    ]);
  });

  it('200 keeps hostile markup as text', async () => {
    const { script, sql, template, formula } = hostileTexts;
    const fields = { generator_name: script, generator_version: template, model: formula, organization: sql };
    const { credential_id } = await signOne(server.call, { key: mine.key, file: buildSvg(), fields });
    const { body } = await server.call('GET', '/v/{cid}', { params: { cid: credential_id } });
    expect(body).toMatchObject({
      generator: `${script} ${template}`,
      model: formula,
      declared_organization: sql,
      media_type: 'image/svg+xml',
    });
  });
});
