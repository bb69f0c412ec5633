import { concat, type Part } from '@revera/testkit';
import { describe, expect, it } from 'vitest';
import type { ItemEncoding, MetadataItem } from '../media/metadata-item.ts';
import { generatorClues } from './generator-clues.ts';

const IMAGE = { width: 1024, height: 1536 };

function entry(key: string, text: Part, encoding: ItemEncoding = 'utf-8'): MetadataItem {
  const bytes = concat(text);
  const place = { path: 'tEXt', offset: 0, length: bytes.length };
  return { kind: 'entry', key, ...place, bytes, encoding, fields: null, intact: true };
}

const codesOf = (...items: MetadataItem[]): string =>
  generatorClues(items, IMAGE)
    .map(({ code }) => code)
    .join();
const settings = (more: string): string => `a lighthouse\nNegative prompt: grain\nSteps: 20, CFG scale: 7${more}`;

describe('settings of a generator', () => {
  it.each<[string, string, object | null]>([
    [
      'a smaller size',
      ', Size: 512x768',
      { code: 'generator_two_pass', size: { width: 512, height: 768 }, ratio: null },
    ],
    ['the size of the file', ', Size: 1024x1536', null],
    ['nearly the size of the file', ', Size: 1016x1520', null],
    ['a larger size', ', Size: 2048x3072', null],
    ['a size that is smaller on one side', ', Size: 1024x768', null],
    ['no size that is one', ', Size: 0x0', null],
    [
      'a second pass',
      ', Size: 512x768, Hires upscale: 2, Hires upscaler: Latent',
      { code: 'generator_two_pass', size: { width: 512, height: 768 }, ratio: 2 },
    ],
    ['a second pass without a size', ', Hires upscale: 1.5', { code: 'generator_two_pass', size: null, ratio: 1.5 }],
    ['a second pass of the same size', ', Size: 1024x1536, Hires upscale: 1', null],
    [
      'an enlargement afterwards',
      ', Size: 512x768, Postprocess upscale by: 2, Postprocess upscaler: Lanczos',
      { code: 'generator_upscale_factor', size: null, ratio: 2 },
    ],
    ['an enlargement afterwards by nothing', ', Size: 1024x1536, Postprocess upscale by: 1', null],
  ])('with %s', (_, more, clue) => {
    expect(generatorClues([entry('parameters', settings(more))], IMAGE)).toEqual(clue === null ? [] : [clue]);
  });

  it('in the comment of a JPEG count as in a PNG, and in several fields once', () => {
    const text = settings(', Size: 512x768');
    expect(codesOf(entry('UserComment', text, null))).toBe('generator_two_pass');
    expect(codesOf(entry('parameters', text), entry('UserComment', text))).toBe('generator_two_pass');
  });

  it('of an enlargement alone, without those of a generation, count', () => {
    expect(codesOf(entry('parameters', 'Postprocess upscale by: 4, Postprocess upscaler: R-ESRGAN 4x+'))).toBe(
      'generator_upscale_factor',
    );
  });

  it('are not what a person writes into a comment', () => {
    expect(codesOf(entry('UserComment', 'Scan of a poster, Size: 40x60'))).toBe('');
    expect(codesOf(entry('Comment', settings(', Size: 512x768')))).toBe('');
  });

  it('come last in a text of any length', () => {
    expect(codesOf(entry('parameters', `${'x'.repeat(200_000)}\n${settings(', Size: 512x768')}`))).toBe(
      'generator_two_pass',
    );
    expect(codesOf(entry('parameters', `${'x'.repeat(3_000_000)}\n${settings(', Size: 512x768')}`))).toBe('');
  });
});

type Node = readonly [type: string, inputs: Record<string, unknown>];
const prompt = (nodes: Record<string, Node>): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(nodes).map(([id, [class_type, inputs]]) => [id, { class_type, inputs }])),
  );

const DECODED: Record<string, Node> = {
  '1': ['CheckpointLoaderSimple', { ckpt_name: 'model.safetensors' }],
  '2': ['KSampler', { model: ['1', 0], seed: 7 }],
  '3': ['VAEDecode', { samples: ['2', 0], vae: ['1', 2] }],
};
const UPSCALE: Node = ['ImageUpscaleWithModel', { upscale_model: ['8', 0], image: ['3', 0] }];
const DECLARES = 'generator_declares_enlargement';

describe('a graph as it was executed', () => {
  it.each<[string, Record<string, Node>, string]>([
    ['saves what it enlarges', { ...DECODED, '4': UPSCALE, '5': ['SaveImage', { images: ['4', 0] }] }, DECLARES],
    [
      'enlarges several nodes before it saves',
      {
        ...DECODED,
        '4': UPSCALE,
        '5': ['ImageSharpen', { image: ['4', 0] }],
        '6': ['VAEEncode', { pixels: ['5', 0] }],
        '7': ['KSampler', { latent_image: ['6', 0] }],
        '9': ['VAEDecode', { samples: ['7', 0] }],
        '10': ['Image Save', { images: ['9', 0] }],
      },
      DECLARES,
    ],
    [
      'only shows what it enlarges',
      {
        ...DECODED,
        '4': UPSCALE,
        '5': ['PreviewImage', { images: ['4', 0] }],
        '6': ['SaveImage', { images: ['3', 0] }],
      },
      '',
    ],
    ['enlarges what nobody uses', { ...DECODED, '4': UPSCALE, '6': ['SaveImage', { images: ['3', 0] }] }, ''],
    ['enlarges nothing', { ...DECODED, '6': ['SaveImage', { images: ['3', 0] }] }, ''],
    ['ends with a node that enlarges', { ...DECODED, '4': UPSCALE }, DECLARES],
    [
      'ends with an unknown node, and shows the enlarged picture',
      {
        ...DECODED,
        '4': UPSCALE,
        '5': ['PreviewImage', { images: ['4', 0] }],
        '6': ['SendHttp', { images: ['3', 0] }],
      },
      '',
    ],
    [
      'only shows, the enlarged picture',
      { ...DECODED, '4': UPSCALE, '5': ['PreviewImage', { images: ['4', 0] }] },
      DECLARES,
    ],
    [
      'reduces',
      {
        ...DECODED,
        '4': ['ImageScaleBy', { scale_by: 0.5, image: ['3', 0] }],
        '5': ['SaveImage', { images: ['4', 0] }],
      },
      '',
    ],
    [
      'scales by two',
      { ...DECODED, '4': ['ImageScaleBy', { scale_by: 2, image: ['3', 0] }], '5': ['SaveImage', { images: ['4', 0] }] },
      DECLARES,
    ],
    [
      'scales by what another node says',
      { ...DECODED, '4': ['ImageScaleBy', { scale_by: ['3', 0] }], '5': ['SaveImage', { images: ['4', 0] }] },
      DECLARES,
    ],
    ['goes in circles', { '1': ['KSampler', { a: ['2', 0] }], '2': ['SaveImage', { a: ['1', 0] }] }, ''],
    ['has links to nowhere', { '1': ['SaveImage', { images: ['9', 0] }], '2': UPSCALE }, ''],
  ])('that %s', (_, nodes, expected) => {
    expect(codesOf(entry('prompt', prompt(nodes)))).toBe(expected);
  });

  it('decides over that of the editor', () => {
    const saved = prompt({ ...DECODED, '6': ['SaveImage', { images: ['3', 0] }] });
    const edited = editor(['LoadImage', 'ImageUpscaleWithModel', 'SaveImage']);
    expect(codesOf(entry('workflow', edited), entry('prompt', saved))).toBe('');
    expect(codesOf(entry('workflow', edited))).toBe(DECLARES);
  });

  it('stands behind its name in Exif', () => {
    const graph = prompt({ ...DECODED, '4': UPSCALE, '5': ['SaveImage', { images: ['4', 0] }] });
    expect(codesOf(entry('Model', `prompt:${graph}`))).toBe(DECLARES);
    expect(codesOf(entry('Make', `Prompt: ${graph}`))).toBe(DECLARES);
    expect(codesOf(entry('Make', graph))).toBe('');
  });

  it.each([
    ['no JSON', '{"1": '],
    ['no graph', '{"a": [1, 2]}'],
    ['a prompt in words', '"class_type": "ImageUpscaleWithModel"'],
    ['a list', '[{"class_type": "ImageUpscaleWithModel", "inputs": {}}]'],
    ['brackets without end', '['.repeat(100_000)],
  ])('is not %s', (_, text) => {
    expect(codesOf(entry('prompt', text))).toBe('');
  });
});

/** A graph as the editor shows it, each node linked to the one before. */
function editor(types: readonly string[], mode = 0): string {
  const nodes = types.map((type, at) => ({
    id: at + 1,
    type,
    mode: type.startsWith('Image') ? mode : 0,
    inputs: at === 0 ? [] : [{ name: 'image', link: at }],
  }));
  return JSON.stringify({ nodes, links: nodes.slice(1).map(({ id }, at) => [at + 1, id - 1, 0, id, 0, 'IMAGE']) });
}

describe('a graph of the editor', () => {
  it.each([
    ['saves what it enlarges', editor(['LoadImage', 'ImageUpscaleWithModel', 'SaveImage']), DECLARES],
    ['has the enlarging node switched off', editor(['LoadImage', 'ImageUpscaleWithModel', 'SaveImage'], 4), ''],
    ['enlarges after it has saved', editor(['LoadImage', 'SaveImage', 'ImageUpscaleWithModel', 'PreviewImage']), ''],
  ])('that %s', (_, text, expected) => {
    expect(codesOf(entry('workflow', text))).toBe(expected);
  });
});
