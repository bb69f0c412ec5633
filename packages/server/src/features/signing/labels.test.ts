import { flipBit, indexOfBytes } from '@revera/testkit';
import { aigcCarrier, aigcFields, aigcText, mirrored } from '@revera/testkit/label';
import { buildJpeg, buildPng, mediaKinds } from '@revera/testkit/media';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type TestKey, type TestServer } from '../../testing/test-services.ts';
import { askToSign, download, SIGN_PATHS, signOne, verify } from '../../testing/test-signing.ts';

const CODE = '001191110102MACQD9K64010000';
const PLATFORM = '001191110102MACQD9K64020000';
const FIELDS = mirrored(aigcFields());
const LABEL = aigcText(FIELDS);
const labelled = (text = LABEL): Uint8Array => aigcCarrier('png-text').build(text);

let server: TestServer;
let mine: TestKey;

beforeAll(async () => {
  server = await openTestServer({ signing: true });
  mine = await server.createKey();
});
afterAll(() => server.close());

function storeCode(code: string | null): Promise<unknown> {
  const { pool } = server.services.database;
  return pool.query('update organization set provider_code = $1 where id = $2', [code, mine.organizationId]);
}

async function auditedLabel(credentialId: string): Promise<unknown> {
  const { pool } = server.services.database;
  const { rows } = await pool.query<{ details: { label?: unknown } }>(
    'select details from audit_log where target_id = $1',
    [credentialId],
  );
  return rows[0]?.details.label;
}

const [path = ''] = SIGN_PATHS;
const sign = (fields: Record<string, string>, file: Uint8Array = buildPng()) =>
  signOne(server.call, { path, key: mine.key, file, fields });
const refused = async (fields: Record<string, string>, file: Uint8Array = buildPng()) => {
  const { status, body } = await askToSign(server.call, { path, key: mine.key, file, fields });
  return { status, body };
};

describe('POST /v1/content/sign and POST /api/sign: china_aigc', () => {
  const signable = Object.entries(mediaKinds).filter(
    ([name, kind]) => kind.engineSigns && !['pdf', 'jxl'].includes(name),
  );

  it.each(signable)('200 writes the label into %s before the credential, which covers it', async (_name, kind) => {
    const answer = await sign({ china_aigc: LABEL }, kind.build());
    expect(answer).toMatchObject({ china_aigc: { status: 'written', label: FIELDS } });
    const bytes = await download(server.call, mine.key, answer.credential_id);
    expect(await verify(server.call, mine.key, bytes)).toMatchObject({
      provenance_status: 'strong_evidence',
      credential_integrity_status: 'valid_and_bound',
      summary: { ai_generated: true, content_declaration: 'ai_generated' },
      china_aigc: {
        present: true,
        complete: true,
        items: [
          { state: 'decoded', placement: 'standard', content_producer: CODE, producer: { company: 'ByteDance' } },
        ],
      },
    });
    const at = indexOfBytes(bytes, 'cc75f5e99aae4210960acb722f10974e');
    const changed = await verify(server.call, mine.key, flipBit(bytes, at));
    expect(changed).toMatchObject({ credential_integrity_status: 'valid_signature_binding_failed' });
  });

  it('200 "auto" uses the stored code, and the name of the credential as the number', async () => {
    await storeCode(CODE);
    const { credential_id } = await sign({ china_aigc: 'auto' });
    const bytes = await download(server.call, mine.key, credential_id);
    expect(await verify(server.call, mine.key, bytes)).toMatchObject({
      china_aigc: {
        items: [
          {
            label: '1',
            content_producer: CODE,
            produce_id: credential_id,
            content_propagator: CODE,
            propagate_id: credential_id,
            reserved_code_1: '',
            findings: expect.not.arrayContaining([expect.objectContaining({ severity: 'warning' })]) as unknown,
          },
        ],
      },
    });
    expect(await auditedLabel(credential_id)).toEqual({
      status: 'written',
      content_producer: CODE,
      produce_id: credential_id,
    });
  });

  it('422 "auto" without a stored code: none is made up', async () => {
    await storeCode(null);
    const { status, body } = await refused({ china_aigc: 'auto' });
    expect([status, body]).toMatchObject([422, { detail: [{ loc: ['body', 'china_aigc'], type: 'label_no_code' }] }]);
  });

  it.each([
    ['no JSON', 'x', 'label_invalid'],
    ['a list', '[1]', 'label_invalid'],
    ['an unknown member', LABEL.replace('{', '{"Vendor":"x",'), 'label_invalid'],
    ['a number for a text', LABEL.replace('"Label":"1"', '"Label":1'), 'label_invalid'],
    ['the same member twice', LABEL.replace('{', '{"Label":"2",'), 'label_invalid'],
    ['no producer', '{"Label":"1","ProduceID":"1"}', 'label_rules'],
    ['no attribute', '{"ContentProducer":"x","ProduceID":"1"}', 'label_rules'],
    ['a code with a wrong check character', LABEL.replaceAll('K64010000', 'K64110000'), 'label_rules'],
    ['blanks and Chinese in a value', '{"Label":"1","ContentProducer":"某 公司","ProduceID":"1"}', 'label_rules'],
    ['a stand-in', '{"Label":"1","ContentProducer":"value1","ProduceID":"1"}', 'label_rules'],
    ['9 KB', `{"Label":"1","ContentProducer":"x","ProduceID":"${'1'.repeat(9000)}"}`, 'label_invalid'],
  ])('422 for %s, and nothing is signed', async (_what, china_aigc, type) => {
    const { status, body } = await refused({ china_aigc });
    expect([status, body]).toMatchObject([422, { detail: [{ loc: ['body', 'china_aigc'], type }] }]);
  });

  it.each(['captured', 'digital_creation', 'human_edited'])(
    '422 for an AI label beside the content type %s',
    async (content_type) => {
      const { status, body } = await refused({ china_aigc: LABEL, content_type });
      expect([status, body]).toMatchObject([422, { detail: [{ type: 'label_contradicts_content_type' }] }]);
    },
  );

  it('200 takes the wrapped form, and fills the propagation elements in', async () => {
    const china_aigc = `{"AIGC":{"Label":"2","ContentProducer":"Example","ProduceID":"7"}}`;
    const answer = await sign({ china_aigc, content_type: 'captured' });
    expect(answer).toMatchObject({
      china_aigc: { label: { Label: '2', ContentPropagator: 'Example', PropagateID: '7', ReservedCode1: '' } },
    });
  });

  it('409 CONFLICT for a labelled file, unless a policy says what to do', async () => {
    const { status, body } = await refused({ china_aigc: LABEL }, labelled());
    expect([status, body]).toMatchObject([409, { error: { code: 'CONFLICT', details: { rule: 'AIGC-080' } } }]);
  });

  it('200 keep: the label that is there stays', async () => {
    const other = LABEL.replaceAll('cc75f5e99aae4210960acb722f10974e', 'mine');
    const answer = await sign({ china_aigc: other, china_aigc_policy: 'keep' }, labelled());
    expect(answer).toMatchObject({ china_aigc: { status: 'kept', label: FIELDS } });
  });

  it('200 replace: exactly the new one is there, and the audit log says whose was replaced', async () => {
    const other = LABEL.replaceAll('cc75f5e99aae4210960acb722f10974e', 'mine');
    const answer = await sign({ china_aigc: other, china_aigc_policy: 'replace' }, labelled());
    expect(answer).toMatchObject({ china_aigc: { status: 'replaced', carrier: 'xmp', label: { ProduceID: 'mine' } } });
    const bytes = await download(server.call, mine.key, answer.credential_id);
    expect(Buffer.from(bytes).includes('cc75f5e99aae4210960acb722f10974e')).toBe(false);
    expect(await auditedLabel(answer.credential_id)).toMatchObject({
      status: 'replaced',
      produce_id: 'mine',
      replaced_content_producer: CODE,
      replaced_produce_id: 'cc75f5e99aae4210960acb722f10974e',
    });
  });

  it('200 replace_propagation: the producer stays, also with "auto"', async () => {
    const given = JSON.stringify({ ContentPropagator: PLATFORM, PropagateID: '77' });
    const answer = await sign({ china_aigc: given, china_aigc_policy: 'replace_propagation' }, labelled());
    expect(answer).toMatchObject({
      china_aigc: { status: 'replaced', label: { ...FIELDS, ContentPropagator: PLATFORM, PropagateID: '77' } },
    });
    await storeCode(CODE);
    const auto = await sign({ china_aigc: 'auto', china_aigc_policy: 'replace_propagation' }, labelled());
    expect(auto).toMatchObject({
      china_aigc: { label: { ...FIELDS, ContentPropagator: CODE, PropagateID: auto.credential_id } },
    });
  });

  it.each([
    [
      'the producer would change',
      LABEL.replaceAll('cc75f5e99aae4210960acb722f10974e', 'mine'),
      labelled(),
      'label_not_kept',
    ],
    ['the label cannot be read', LABEL, labelled('{"Label":"1","ContentProducer":"x"'), 'label_not_kept'],
    [
      'there is none and the request is not complete',
      '{"ContentPropagator":"x","PropagateID":"1"}',
      buildPng(),
      'label_incomplete',
    ],
  ])('409 CONFLICT for replace_propagation when %s', async (_what, china_aigc, file, reason) => {
    const { status, body } = await refused({ china_aigc, china_aigc_policy: 'replace_propagation' }, file);
    expect([status, body]).toMatchObject([409, { error: { code: 'CONFLICT', details: { reason } } }]);
  });

  it('409 CONFLICT for a content type that the label of the file contradicts', async () => {
    const { status, body } = await refused({ content_type: 'captured' }, labelled());
    expect([status, body]).toMatchObject([409, { error: { details: { rule: 'AIGC-072' } } }]);
  });

  it('200 without china_aigc: a label that is there is kept and covered', async () => {
    const answer = await sign({}, labelled());
    expect(answer).toMatchObject({ china_aigc: { status: 'kept', carrier: 'png_text' } });
    expect(await sign({}, buildJpeg())).toMatchObject({ china_aigc: null });
  });

  it('200 with a parent: the earlier credential stays valid, the label is the new one', async () => {
    const first = await sign({});
    const parent = await download(server.call, mine.key, first.credential_id);
    const answer = await sign({ china_aigc: LABEL }, parent);
    const bytes = await download(server.call, mine.key, answer.credential_id);
    expect(await verify(server.call, mine.key, bytes)).toMatchObject({
      provenance_status: 'strong_evidence',
      c2pa: { manifest_count: 2, ingredient_count: 1 },
      china_aigc: { items: [{ produce_id: 'cc75f5e99aae4210960acb722f10974e' }] },
    });
  });

  it('415 INVALID_FILE_TYPE for a JPEG XL codestream, which has no place for a label', async () => {
    const codestream = Uint8Array.of(0xff, 0x0a, 0, 0, 0, 0);
    expect((await refused({ china_aigc: LABEL }, codestream)).status).toBeGreaterThanOrEqual(400);
  });
});

describe('POST /v1/content/verify: labels', () => {
  it('200 conflicting: the credential declares capture, the label AI generation', async () => {
    const signed = await sign({ content_type: 'captured', china_aigc: LABEL.replace('"Label":"1"', '"Label":"2"') });
    const bytes = Buffer.from(await download(server.call, mine.key, signed.credential_id));
    expect(await verify(server.call, mine.key, bytes)).toMatchObject({
      provenance_status: 'strong_evidence',
      summary: { content_declaration: 'captured', ai_generated: null },
    });
  });

  it('200 text of a label that no database takes comes out as U+FFFD', async () => {
    const file = labelled(LABEL.replaceAll('cc75f5e99aae4210960acb722f10974e', 'a\\u0000b\\ud800'));
    expect(await verify(server.call, mine.key, file)).toMatchObject({
      provenance_status: 'partial_evidence',
      china_aigc: { items: [{ produce_id: 'a\uFFFDb\uFFFD' }] },
    });
  });
});
