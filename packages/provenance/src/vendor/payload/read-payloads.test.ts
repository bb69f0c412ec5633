import { seededRandom } from '@revera/testkit';
import { describe, expect, it } from 'vitest';
import { PAYLOAD_RULES, readPayloads } from './read-payloads.ts';
import {
  exif,
  field,
  fieldsOf,
  firstEvidence,
  high,
  infotext,
  MIDJOURNEY,
  parameters,
  promptOf,
  samplingPrompt,
  type Row,
} from './test-fields.ts';

const NOVELAI = {
  Title: 'NovelAI generated image',
  Software: 'NovelAI',
  Source: 'NovelAI Diffusion V4.5 4BDE2A90',
  Comment: '{"steps":28}',
};

const NOVELAIS: Row[] = [
  [
    'A17',
    'NovelAI in PNG, without the hash of its state',
    fieldsOf('png', NOVELAI),
    high('NovelAI', 'NovelAI Diffusion V4.5'),
  ],
  [
    'A17b',
    'its first pictures',
    fieldsOf('png', { Title: 'AI generated image', Software: 'NovelAI', Source: 'Stable Diffusion 81274D13' }),
    high('NovelAI', 'Stable Diffusion'),
  ],
  ['A17x', 'the name alone is for the rules of tools', fieldsOf('png', { Software: 'NovelAI' }), null],
  [
    'A18',
    'in EXIF of WebP',
    exif({ Software: 'NovelAI Diffusion V4.5 4BDE2A90' }),
    high('NovelAI', 'NovelAI Diffusion V4.5'),
  ],
  ['A18x', 'no hash', exif({ Software: 'NovelAI Diffusion fan club' }), null],
];

const FALSE_POSITIVES: Row[] = [
  ['O1', 'plain prose', fieldsOf('png', { prompt: 'a red boat', workflow: 'first I drew it' }), null],
  [
    'O3',
    'words of a manual',
    fieldsOf('png', { Description: 'Run the tool with --v 2 --ar wide and see Job ID: 12' }),
    null,
  ],
  ['O5', 'an essay', exif({ ImageDescription: 'essay about Midjourney, Stable Diffusion and DALL-E' }), null],
  ['O6', 'a person', exif({ Artist: 'Midjourney' }), null],
  [
    'O7',
    'anybody may say so',
    [field('jpeg', 'COM', 'made with Midjourney'), field('jpeg', 'COM', 'made with suno')],
    null,
  ],
  ['O8', 'a program for screens', exif({ Software: 'f.lux 4' }), null],
  ['O9', 'a person who signs', exif({ ImageDescription: 'Signature: John', Artist: 'John Doe' }), null],
  ['O10', 'a maker of cameras', exif({ Make: 'Flux Cameras', Model: 'Imagen 1' }), null],
  ['O15', 'a screenshot', exif({ UserComment: 'Screenshot', Software: '17.3' }), null],
  [
    'D16',
    "a phone's own JSON",
    exif({ Make: 'Xiaomi', Model: 'MI 9', UserComment: '{"mirror":false,"sensor_type":"rear"}' }),
    null,
  ],
  [
    'O17',
    'a key in a container that it does not belong to',
    [field('riff', 'prompt', samplingPrompt('x.ckpt')), field('pdf', 'parameters', infotext())],
    null,
  ],
];

describe('readPayloads: NovelAI', () => {
  it.each(NOVELAIS)('%s: %s', (_row, _why, fields, expected) => {
    expect(firstEvidence(fields)).toBe(expected);
  });
});
describe('readPayloads: what is no evidence', () => {
  it.each(FALSE_POSITIVES)('%s: %s', (_row, _why, fields, expected) => {
    expect(firstEvidence(fields)).toBe(expected);
  });
});

describe('readPayloads', () => {
  it('finds nothing in names of generators where people write (O18)', () => {
    const words =
      'Midjourney, DALL-E 3, ChatGPT, Sora, Stable Diffusion, ComfyUI, NovelAI, Fooocus v2, reve.com, Luma AI, Suno, Ideogram AI'.split(
        ', ',
      );
    const places = [
      ...exif({ ImageDescription: '', Artist: '', UserComment: '' }),
      ...fieldsOf('xmp', { description: '' }),
      ...fieldsOf('png', { Description: '', Comment: '', Title: '', Author: '' }),
      field('jpeg', 'COM', ''),
      field('quicktime', '\u00a9cmt', ''),
      field('exif', 'LensModel', '', 'lens'),
    ];
    const found = words.flatMap((text) => places.flatMap((place) => readPayloads([{ ...place, text }])));
    expect(found).toEqual([]);
  });

  it('names the field and nothing of its text', () => {
    expect(readPayloads(exif({ UserComment: infotext() }))).toEqual([
      {
        rule: 'a1111-infotext',
        kind: 'generated',
        strength: 'high',
        vendor: 'Stable Diffusion WebUI (AUTOMATIC1111)',
        model: 'v1-5-pruned-emaonly',
        field: 'exif UserComment',
        location: 'exif',
        offset: 7,
        attested: null,
      },
    ]);
  });

  it('orders keys, structures, graphs, shared forms, services, edits, software', () => {
    const fields = [
      field('trailer', 'PEg_Info', '{"genAIType":8}'),
      ...fieldsOf('png', {
        Description: MIDJOURNEY,
        prompt: samplingPrompt('a.ckpt'),
        smproj: '{}',
        parameters: infotext('x: y'),
      }),
      ...exif({ UserComment: infotext() }),
    ];
    expect(readPayloads(fields).map(({ rule }) => rule)).toEqual([
      'stability-matrix',
      'a1111-infotext',
      'comfyui-prompt',
      'infotext',
      'midjourney',
      'samsung-ai',
    ]);
    const scaling = promptOf({ '1': ['ImageScale', { image: ['2', 0] }], '2': ['LoadImage', { image: 'x.png' }] });
    expect(
      readPayloads([field('png', 'prompt', scaling), ...fieldsOf('png', { Description: MIDJOURNEY })]).map(
        ({ rule }) => rule,
      ),
    ).toEqual(['midjourney', 'comfyui-software']);
  });

  it('prefers, of equal rules, the one that names a model', () => {
    const graph = fieldsOf('png', { invokeai_graph: '{"nodes":{}}', invokeai_metadata: '{"model":{"name":"m"}}' });
    expect(readPayloads(graph).map(({ rule }) => rule)).toEqual(['invokeai-metadata', 'invokeai-graph']);
    const twice = exif({ UserComment: infotext('Version: v1.9.4') });
    expect(readPayloads([...twice, ...parameters(infotext())])).toMatchObject([{ field: 'png parameters' }]);
  });

  it('bears texts that are damaged in any way', () => {
    const random = seededRandom(5);
    const signs = [
      '{',
      '}',
      '[',
      ']',
      '"',
      '\\',
      ',',
      ':',
      '\0',
      '\n',
      '\u202E',
      '\uD83D',
      '9',
      'NaN',
      'null',
      '__proto__',
    ];
    const whole = [
      ...fieldsOf('png', {
        ...NOVELAI,
        parameters: infotext('Civitai resources: [{"type":"checkpoint","modelName":"m"}]'),
      }),
      ...fieldsOf('png', {
        prompt: samplingPrompt('a.ckpt'),
        Description: MIDJOURNEY,
        generation_data: '{"baseModel":{}}',
      }),
      ...exif({ UserComment: '{"data":{"product":"dreamina","aigc_info":{"aigc_type":1}},"sui_image_params":{}}' }),
      field('trailer', 'PEg_Info', '{"genAIType":8}'),
    ];
    expect(readPayloads(whole)).toHaveLength(8);
    for (let round = 0; round < 2_000; round += 1) {
      const damaged = whole.map((one) => {
        const at = random.below(one.text.length);
        const sign = signs[random.below(signs.length)] ?? '';
        return { ...one, text: one.text.slice(0, at) + sign + one.text.slice(at + random.below(9)) };
      });
      for (const { model } of readPayloads(damaged)) expect(model?.length ?? 0).toBeLessThanOrEqual(64);
    }
  });

  it('has rules with names of their own and reasons', () => {
    const ids = PAYLOAD_RULES.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, vendor, why } of PAYLOAD_RULES)
      expect([id, vendor, why].every((text) => text.length > 2)).toBe(true);
  });
});
