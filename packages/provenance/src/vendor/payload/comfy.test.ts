import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../limits.ts';
import { decodePrompt, decodeWorkflow, type Graph } from '../../media/comfy-graph.ts';
import { traceGraph } from './comfy-trace.ts';
import { parsePayload } from '../../media/loose-payload.ts';
import { readPayloads } from './read-payloads.ts';
import {
  exif,
  field,
  fieldsOf,
  firstEvidence,
  high,
  infotext,
  promptOf,
  samplingPrompt,
  type Row,
} from './test-fields.ts';

const WAI = 'waiIllustriousSDXL_v160';
const PROMPT = samplingPrompt(`folder/${WAI}.safetensors`);

/** An editor's graph: sampler 1 takes its model through a bypassed node from loader 3. */
function workflow(mode = 0): string {
  return JSON.stringify({
    nodes: [
      { id: 1, type: 'KSampler', mode, inputs: [{ name: 'model', link: 10 }], widgets_values: [1, 'euler'] },
      { id: 2, type: 'LoraLoader', mode: 4, inputs: [{ name: 'model', link: 11 }], widgets_values: ['l.safetensors'] },
      { id: 3, type: 'CheckpointLoaderSimple', mode, widgets_values: ['w.safetensors'] },
    ],
    links: [
      [10, 2, 0, 1, 0, 'MODEL'],
      [11, 3, 0, 2, 0, 'MODEL'],
    ],
  });
}

const UPSCALER = {
  '1': ['UpscaleModelLoader', { model_name: '4x-UltraSharp.pth' }],
  '2': ['ImageUpscaleWithModel', { upscale_model: ['1', 0], image: ['8', 0] }],
} as const;

const anima = promptOf({
  '1': ['UpscaleModelLoader', { model_name: '4x-UltraSharp.pth' }],
  '2': ['ImageUpscaleWithModel', { upscale_model: ['1', 0], image: ['8', 0] }],
  '5': ['KSampler', { model: ['6', 0], latent_image: ['2', 0] }],
  '6': ['LoraLoaderModelOnly', { lora_name: 'style.safetensors', model: ['7', 0] }],
  '7': ['UNETLoader', { unet_name: 'anima-preview.safetensors' }],
});

const switched = promptOf({
  '1': ['SamplerCustomAdvanced', { guider: ['2', 0], sampler: ['3', 0], noise: ['9', 0], latent_image: ['8', 0] }],
  '2': ['CFGGuider', { model: ['4', 0], positive: ['5', 0] }],
  '3': ['KSamplerSelect', { sampler_name: 'euler' }],
  '4': ['ComfySwitchNode', { on_true: ['6', 0], on_false: ['7', 0], switch: true }],
  '6': ['UNETLoader', { unet_name: 'krea2_turbo_int8_convrot.safetensors' }],
});

const efficient = promptOf({
  '1': ['KSampler (Efficient)', { model: ['2', 0] }],
  '2': ['Efficient Loader', { vae_name: 'v.safetensors', lora_name: 'l.safetensors', ckpt_name: 'c.safetensors' }],
});

/** A graph with what Civitai adds. */
function civitai(prompt: string, airs: string[]): string {
  return JSON.stringify({ ...parsePayload(prompt), extra: { airs }, extraMetadata: '{"prompt":"x"}' });
}

const CHECKPOINT = 'urn:air:sdxl:checkpoint:civitai:827184@2514310';
const wrapped = (prompt: unknown): string => JSON.stringify({ prompt, workflow: {} });

const ROWS: Row[] = [
  [
    'A10',
    'the sampler leads past LoRA and upscaler',
    fieldsOf('png', { prompt: anima }),
    high('ComfyUI', 'anima-preview'),
  ],
  ['A11', 'through a switch', fieldsOf('png', { prompt: switched }), high('ComfyUI', 'krea2_turbo_int8_convrot')],
  [
    'A12',
    'a graph counts before what was typed',
    fieldsOf('png', { parameters: infotext('Model: JANKUV5, Version: ComfyUI'), prompt: PROMPT }),
    high('ComfyUI', WAI),
  ],
  [
    'A12b',
    'alone, what was typed is all there is',
    fieldsOf('png', { parameters: infotext('Model: m, Version: ComfyUI') }),
    high('ComfyUI', 'm'),
  ],
  [
    'A13',
    'in Make and description',
    exif({ ImageDescription: `Workflow: ${workflow()}`, Make: `Prompt: ${PROMPT}` }),
    high('ComfyUI', WAI),
  ],
  [
    'A14',
    'in Make and Model',
    exif({ Make: `workflow:${workflow()}`, Model: `prompt:${PROMPT}` }),
    high('ComfyUI', WAI),
  ],
  ['A14x', 'a maker is no graph', exif({ Make: 'prompt: soon', Model: 'workflow:{}' }), null],
  ['A15', 'in UserComment', exif({ UserComment: wrapped(parsePayload(PROMPT)) }), high('ComfyUI', WAI)],
  [
    'A23',
    'Civitai, by its graph in UserComment',
    exif({ UserComment: civitai(promptOf({ '3': ['KSampler', {}] }), ['urn:air:sdxl:lora:civitai:1@2', CHECKPOINT]) }),
    high('Civitai', CHECKPOINT),
  ],
  [
    'A23b',
    'an upscaler is never the model, and its picture is edited',
    exif({
      UserComment: civitai(promptOf({ ...UPSCALER } as never), ['urn:air:other:upscaler:civitai:147759@164821']),
    }),
    'Civitai | null | edited high',
  ],
  [
    'B3',
    'a loader alone',
    fieldsOf('png', {
      prompt: promptOf({ '4': ['UNETLoader', { unet_name: 'flux1-dev.safetensors' }] }),
      workflow: workflow(),
    }),
    high('ComfyUI', 'flux1-dev'),
  ],
  ['B3b', 'the editor alone', fieldsOf('png', { workflow: workflow() }), 'ComfyUI | w | generated medium'],
  ['B3c', 'all of it muted', fieldsOf('png', { workflow: workflow(2) }), 'ComfyUI | null | software high'],
  [
    'B4',
    'nothing generates',
    fieldsOf('png', { workflow: JSON.stringify({ nodes: [{ id: 1, type: 'LoadImage' }], links: [] }) }),
    'ComfyUI | null | software high',
  ],
  [
    'B4b',
    'nothing generates, as executed',
    fieldsOf('png', { prompt: promptOf({ ...UPSCALER } as never), workflow: workflow() }),
    'ComfyUI | null | software high',
  ],
  ['B4x', 'JSON of something else', fieldsOf('png', { prompt: '{"a":{"inputs":{}}}', workflow: '{"nodes":[]}' }), null],
  ['loader', 'one node with several files', fieldsOf('png', { prompt: efficient }), high('ComfyUI', 'c')],
  [
    'partner',
    'a service does the work',
    fieldsOf('png', { prompt: promptOf({ '1': ['OpenAIGPTImage1', { prompt: 'x' }] }) }),
    high('ComfyUI', null),
  ],
  [
    'choice',
    'choosing a sampler is not sampling',
    fieldsOf('png', { prompt: promptOf({ '1': ['KSamplerSelect', {}], '2': ['SamplerEulerAncestral', {}] }) }),
    'ComfyUI | null | software high',
  ],
  [
    'V2',
    'a comment of MP4, its graph in a string',
    [field('quicktime', '\u00a9cmt', wrapped(samplingPrompt('wan2.1_t2v_14B.safetensors')))],
    high('ComfyUI', 'wan2.1_t2v_14B'),
  ],
  ['V2b', 'keys of MP4', [field('quicktime', 'prompt', PROMPT)], high('ComfyUI', WAI)],
  [
    'V3',
    'tags of WebM',
    fieldsOf('matroska', { PROMPT: samplingPrompt('wan2.2.gguf'), WORKFLOW: workflow() }),
    high('ComfyUI', 'wan2.2'),
  ],
  ['V3b', 'a comment of WebM', fieldsOf('matroska', { COMMENT: wrapped(parsePayload(PROMPT)) }), high('ComfyUI', WAI)],
  ['V3c', 'Vorbis comments', fieldsOf('vorbis', { prompt: PROMPT }), high('ComfyUI', WAI)],
  [
    'H9',
    'not a number',
    fieldsOf('png', { prompt: PROMPT.replace('"seed":1', '"seed":NaN,"x":[-Infinity,Infinity],"y":"NaN"') }),
    high('ComfyUI', WAI),
  ],
];

describe('findGraphs', () => {
  it.each(ROWS)('%s: %s', (_row, _why, fields, expected) => {
    expect(firstEvidence(fields)).toBe(expected);
  });

  it('reads subgraphs, and links that are objects', () => {
    const nodes = [
      { id: 1, type: 'KSampler', inputs: [{ name: 'model', link: 5 }] },
      { id: 2, type: 'UNETLoader', widgets_values: ['deep.safetensors'] },
    ];
    const links = [{ id: 5, origin_id: 2, target_id: 1 }];
    const graph = { nodes: [{ id: 1, type: 'a-uuid' }], links: [], definitions: { subgraphs: [{ nodes, links }] } };
    expect(firstEvidence(fieldsOf('png', { workflow: JSON.stringify(graph) }))).toBe(
      'ComfyUI | deep | generated medium',
    );
  });
});

describe('traceGraph', () => {
  it('visits no node twice in a circle (H9)', () => {
    const circle = promptOf({ '1': ['KSampler', { model: ['2', 0] }], '2': ['ModelPatch', { model: ['1', 0] }] });
    expect(firstEvidence(fieldsOf('png', { prompt: circle }))).toBe(high('ComfyUI', null));
    expect(traceGraph(decoded(circle))).toEqual({ isGenerating: true, model: null, steps: 2 });
  });

  it('ends after its steps, and reaches what is in front of them', () => {
    const chain = (length: number): Graph => {
      const nodes = Array.from({ length }, (_, i): [string, [string, Record<string, unknown>]] => [
        `n${i}`,
        [i === 0 ? 'KSampler' : 'ModelPatch', { model: [`n${i + 1}`, 0] }],
      ]);
      return decoded(
        promptOf({ ...Object.fromEntries(nodes), [`n${length}`]: ['UNETLoader', { unet_name: 'a.sft' }] }),
      );
    };
    expect(traceGraph(chain(LIMITS.vendorGraphSteps - 1))).toMatchObject({
      model: 'a',
      steps: LIMITS.vendorGraphSteps,
    });
    // The loader is a start of its own, and there is no step left for it.
    expect(traceGraph(chain(LIMITS.vendorGraphSteps))).toMatchObject({ model: null, steps: LIMITS.vendorGraphSteps });
  });

  it('bears a node with very many links, and keeps a number of nodes', () => {
    const links = Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`in${i}`, [String(i), 0]]));
    expect(traceGraph(decoded(promptOf({ x: ['KSampler', links] })))).toMatchObject({ model: null, steps: 1 });
    const many = Array.from({ length: LIMITS.vendorGraphNodes + 1 }, (_, id) => ({ id, type: 'KSampler' }));
    expect(decodeWorkflow({ nodes: many, links: [] })?.size).toBe(LIMITS.vendorGraphNodes);
  });

  it('does not take names of the prototype for nodes', () => {
    const hostile = '{"__proto__":{"class_type":"KSampler","inputs":{"model":["constructor",0]}},"constructor":null}';
    expect(traceGraph(decoded(hostile))).toMatchObject({ isGenerating: true, model: null });
    expect(
      readPayloads(fieldsOf('png', { prompt: '{"1":{"__proto__":{"class_type":"KSampler","inputs":{}}}}' })),
    ).toEqual([]);
  });
});

function decoded(prompt: string): Graph {
  const payload = parsePayload(prompt);
  const graph = payload === null ? null : decodePrompt(payload);
  if (graph === null) throw new Error('not a graph');
  return graph;
}
