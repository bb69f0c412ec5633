import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { c2paOrigin } from './c2pa-origin.ts';
import { impliedDeclaration } from './c2pa-statement.ts';
import { ABSENT, ingredient, store } from '@revera/testkit/report';
import {
  BING,
  CHATGPT_2025,
  FIREFLY_2025,
  GENERATIVE_FILL,
  type HistoryRow,
  LEICA,
  type Made,
  NIKON,
  OPENAI_2026,
  PHOTOSHOP,
  SUNO,
  TEST_CERTIFICATE,
  TOOLKIT,
  did,
  firefly,
  manifestsOf,
  originOf,
  plain,
  trained,
} from './test-histories.ts';

describe('the history decides who is named', () => {
  it('the label and the field that named it are told', () => {
    expect(originOf(CHATGPT_2025)).toEqual({
      source: 'ChatGPT',
      source_model: 'GPT-4o',
      manifest: 'urn:c2pa:active/0',
      by: 'generator',
    });
    expect(originOf(BING)).toMatchObject({ by: 'agent', manifest: 'urn:c2pa:active' });
    expect(originOf(NIKON)).toMatchObject({ by: 'certificate' });
    const suno: Made = { info: TOOLKIT, assertions: SUNO.assertions ?? [] };
    expect(originOf(suno)).toMatchObject({ source: 'Suno', source_model: 'v5', by: 'assertion' });
    expect(c2paOrigin(ABSENT)).toEqual({ source: null, source_model: null, manifest: null, by: null });
  });

  it("a generated picture that is edited by hand is the generator's", () => {
    expect(originOf({ ...PHOTOSHOP, parts: [], parent: OPENAI_2026 })).toMatchObject({
      source: 'ChatGPT',
      source_model: 'gpt-image 2.0',
    });
  });

  it("a photograph that is edited by hand is the camera's, also without a statement of capture", () => {
    expect(originOf({ ...PHOTOSHOP, parts: [], parent: LEICA })).toMatchObject({ source: 'Leica' });
    expect(originOf({ ...PHOTOSHOP, parts: [], parent: NIKON })).toMatchObject({
      source: 'Nikon',
      source_model: 'Z 9',
    });
    expect(originOf({ ...PHOTOSHOP, parts: [], parent: 'unknown' })).toMatchObject({ source: 'Adobe Photoshop' });
  });

  it("a photograph that is edited with AI is the editor's, and has no device for a model", () => {
    const made = { ...GENERATIVE_FILL, parts: [], parent: NIKON };
    expect(originOf(made)).toMatchObject({ source: 'Adobe Photoshop', source_model: null });
  });

  it('a camera is never the source of an edit with AI by nobody known, nor of what was joined with what AI made', () => {
    const edit = did('edited', null, 'compositeWithTrainedAlgorithmicMedia');
    expect(originOf({ info: TOOLKIT, actions: [edit], parent: LEICA })).toMatchObject({ source: null, manifest: null });
    expect(originOf({ info: TOOLKIT, actions: [edit], parent: NIKON })).toMatchObject({ source: null });
    expect(
      originOf({ info: TOOLKIT, actions: plain('opened', 'placed'), parent: LEICA, parts: [OPENAI_2026] }),
    ).toMatchObject({ source: 'ChatGPT', source_model: 'gpt-image 2.0' });
  });

  it('generation by nobody known does not make the editor its source', () => {
    const unnamed: Made = { info: TOOLKIT, actions: [trained(null)] };
    expect(originOf({ ...PHOTOSHOP, parts: [], parent: unnamed })).toMatchObject({ source: null, manifest: null });
  });

  it('a part that AI made names the source only when nothing else does', () => {
    expect(originOf({ ...PHOTOSHOP, parts: [OPENAI_2026] })).toMatchObject({
      source: 'Adobe Photoshop',
      source_model: null,
    });
    expect(originOf({ info: TOOLKIT, actions: plain('placed'), parts: [LEICA, OPENAI_2026] })).toMatchObject({
      source: 'ChatGPT',
    });
    expect(originOf({ info: TOOLKIT, actions: plain('placed'), parts: [LEICA] })).toMatchObject({ source: null });
  });

  it('an update manifest is passed over, whoever wrote it', () => {
    const update: Made = { info: 'Updater', changes: { is_update_manifest: true }, parent: LEICA };
    expect(originOf(update)).toMatchObject({ source: 'Leica' });
  });

  it('the model of what was opened is not taken from one of several, nor from what a test signed', () => {
    expect(originOf({ ...GENERATIVE_FILL, parts: [FIREFLY_2025, FIREFLY_2025] }).source_model).toBe(null);
    expect(originOf({ ...GENERATIVE_FILL, parts: [{ ...FIREFLY_2025, ...TEST_CERTIFICATE }] }).source_model).toBe(null);
    expect(originOf({ ...GENERATIVE_FILL, parts: ['unknown'] }).source_model).toBe(null);
    const drawn = did('created', 'Adobe Firefly', 'digitalCreation', firefly('1.0.5'));
    expect(originOf({ ...GENERATIVE_FILL, parts: [{ ...FIREFLY_2025, actions: [drawn] }] }).source_model).toBe(null);
  });
});

describe('an issuer', () => {
  it.each([
    ['Google LLC', 'Google Media Processing Services', 'Google'],
    ['Adobe Inc.', 'Adobe Firefly C2PA', 'Adobe'],
    ['Microsoft Corporation', 'Microsoft', 'Microsoft'],
    ['OpenAI', 'ChatGPT', null],
    ['Black Forest Labs Inc.', 'info@blackforestlabs.ai', null],
  ])('alone decides no AI and names no generator: %s, %s', (o, cn, source) => {
    const [made] = manifestsOf({ info: TOOLKIT, o, cn, actions: [did('created', null, 'digitalCapture')] });
    expect(originOf({ info: TOOLKIT, o, cn, actions: [did('created', null, 'digitalCapture')] }).source).toBe(source);
    expect(made === undefined ? 'none' : impliedDeclaration(made)).toBe(null);
  });
});

describe('a name we do not know', () => {
  const rows: HistoryRow[] = [
    [
      'is the cleaned claim generator',
      { claim: 'New_Generator/2.0 c2pa-rs/0.78', actions: [trained(null)] },
      'New Generator',
      null,
    ],
    ['also without AI', { info: 'New Editor', actions: plain('edited') }, 'New Editor', null],
    [
      'is the agent when only a toolkit signs',
      { info: TOOLKIT, actions: [trained('New Model 3')] },
      'New Model 3',
      null,
    ],
    ['is not the agent of an edit without AI', { info: TOOLKIT, actions: [did('edited', 'Tool', null)] }, null, null],
    [
      'is the maker of a device that captured',
      {
        info: TOOLKIT,
        actions: [did('created', null, 'digitalCapture')],
        assertions: [{ kind: 'device', make: 'Acme', model: 'Acme X-1' }],
      },
      'Acme',
      'X-1',
    ],
    [
      'is not the maker of a device in a generated picture',
      { info: TOOLKIT, actions: [trained(null)], assertions: [{ kind: 'device', make: 'Acme', model: 'X-1' }] },
      null,
      null,
    ],
    [
      'is none when only toolkits are named',
      { info: ['c2patool', 'c2pa-rs'], claim: TOOLKIT, actions: [trained(null)] },
      null,
      null,
    ],
    [
      'is the first product: what it is built with is none',
      { info: ['New Editor', 'Adobe Photoshop'], actions: plain('edited') },
      'New Editor',
      null,
    ],
  ];

  it.each(rows)('%s', (_why, made, source, source_model) => {
    expect(originOf(made)).toMatchObject({ source, source_model });
  });

  it('is cut, on one line, and without what is not seen', () => {
    const hostile = `\u202Egpj\u0000.exe\n<script>${'x'.repeat(10_000)}`;
    const { source } = originOf({ info: hostile, actions: [trained(hostile)] });
    expect(source).toMatch(/^gpj \.exe <script>x+$/);
    expect(source).toHaveLength(LIMITS.sourceNameChars);
  });
});

describe('a hostile store', () => {
  it('with a loop names what stands in it once', () => {
    const [first, second] = manifestsOf({ ...PHOTOSHOP, parts: [], parent: LEICA });
    if (first === undefined || second === undefined) throw new Error('two manifests');
    const back = ingredient({ active_manifest: first.label });
    expect(c2paOrigin(store({ manifests: [first, { ...second, ingredients: [back] }] }))).toMatchObject({
      source: 'Leica',
    });
  });

  it('with ten thousand ingredients does not hide the parent that AI made', () => {
    const [active, parent] = manifestsOf({ info: TOOLKIT, actions: plain('edited'), parent: OPENAI_2026 });
    if (active === undefined || parent === undefined) throw new Error('two manifests');
    const crowd = Array.from({ length: 10_000 }, (_, index) =>
      ingredient({ relationship: 'componentOf', active_manifest: `urn:${index}` }),
    );
    const crowded = { ...active, ingredients: [...crowd, ...active.ingredients] };
    expect(c2paOrigin(store({ manifests: [crowded, parent] }))).toMatchObject({ source: 'ChatGPT' });
  });
});
