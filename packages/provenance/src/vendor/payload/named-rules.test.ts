import { describe, expect, it } from 'vitest';
import {
  exif,
  field,
  fieldsOf,
  firstEvidence,
  high,
  infotext,
  parameters,
  samplingPrompt,
  type Row,
} from './test-fields.ts';

const WAI = 'waiIllustriousSDXL_v160';

const NAMED: Row[] = [
  [
    'A16',
    'InvokeAI 3',
    fieldsOf('png', {
      invokeai_metadata: JSON.stringify({ app_version: '5.6.0', model: { name: WAI } }),
      invokeai_graph: '{"nodes":{}}',
    }),
    high('InvokeAI', WAI),
  ],
  [
    'A16b',
    'its older name of the model',
    fieldsOf('png', { invokeai_metadata: '{"model":{"model_name":"sd15"}}' }),
    high('InvokeAI', 'sd15'),
  ],
  ['A16c', 'the graph alone', fieldsOf('png', { invokeai_graph: '{"nodes":{}}' }), high('InvokeAI', null)],
  ['A16x', 'its key with other data', fieldsOf('png', { invokeai_metadata: '{"a":1}', invokeai_graph: 'graph' }), null],
  [
    'A19',
    'SwarmUI in PNG, before its own ComfyUI graph',
    [
      ...parameters('{"sui_image_params":{"model":"folder/waiIllustriousSDXL_v160"}}'),
      field('png', 'prompt', samplingPrompt('x.safetensors')),
    ],
    high('SwarmUI', WAI),
  ],
  [
    'A19b',
    'in EXIF',
    exif({ UserComment: '{"sui_image_params":{"model":"waiIllustriousSDXL_v160.safetensors"}}' }),
    high('SwarmUI', WAI),
  ],
  [
    'A19c',
    'and, earlier, in EXIF Model',
    exif({ Model: '{"sui_image_params":{"prompt":"x"}}' }),
    high('SwarmUI', null),
  ],
  ['A19x', 'its name in a string', parameters('{"a":"sui_image_params"}'), null],
  [
    'A20',
    'Stability Matrix writes an infotext and a graph as well',
    [
      ...parameters(infotext('Clip skip: 1')),
      ...fieldsOf('png', {
        smproj: '{"v":1}',
        'parameters-json': `{"ModelName":"${WAI}.safetensors"}`,
        prompt: samplingPrompt('y.safetensors'),
      }),
    ],
    high('Stability Matrix', WAI),
  ],
  ['A20x', 'its key with prose', fieldsOf('png', { smproj: 'my project' }), null],
  [
    'A21',
    'TensorArt, with zeros behind',
    fieldsOf('png', { generation_data: '{"baseModel":{"modelFileName":"WAI-Nsfw-Illustrious-16"}}\0\0' }),
    high('TensorArt', 'WAI-Nsfw-Illustrious-16'),
  ],
  ['A21x', 'its key with other data', fieldsOf('png', { generation_data: '{"kilowatts":3}' }), null],
  [
    'A22',
    'RuinedFooocus',
    parameters('{"software":"RuinedFooocus","base_model_name":"waiNSFWIllustrious_v150.safetensors"}'),
    high('RuinedFooocus', 'waiNSFWIllustrious_v150'),
  ],
  ['A22x', 'another software', parameters('{"software":"Blender","base_model_name":"cube"}'), null],
  [
    'A22b',
    'a Hugging Face Space',
    parameters('{"Model":"WAI NSFW illustrious SDXL v16","resolution":"832 x 1216","sampler":"Euler a"}'),
    high('Hugging Face Space', 'WAI NSFW illustrious SDXL v16'),
  ],
  [
    'A22y',
    'a camera may have a model and a resolution',
    parameters('{"Model":"D750","resolution":"6016 x 4016"}'),
    null,
  ],
  [
    'job',
    'a job of Hugging Face',
    fieldsOf('png', { 'hf-job-id': '687f911eaea852de79c4a50a' }),
    'Hugging Face | null | generated medium',
  ],
  ['job x', 'its key with prose', fieldsOf('png', { 'hf-job-id': 'see my notes' }), null],
  [
    'B5',
    'InvokeAI 2',
    fieldsOf('png', {
      'sd-metadata': '{"app_id":"invoke-ai/InvokeAI","model_weights":"stable-diffusion-1.5"}',
      Dream: '"a boat" -s 50 -S 7 -W 512 -A k_lms',
    }),
    high('InvokeAI', 'stable-diffusion-1.5'),
  ],
  ['B5b', 'the command alone', fieldsOf('png', { Dream: '"a boat" -s50 -S7 -W512 -Ak_lms' }), high('InvokeAI', null)],
  ['B5x', 'a dream', fieldsOf('png', { Dream: 'I was on a -s 5 boat', 'sd-metadata': '{"app_id":"shop"}' }), null],
  [
    'B6',
    'Fooocus in PNG',
    [
      ...parameters('{"version":"Fooocus v2.5.5","base_model":"juggernautXL_v8Rundiffusion.safetensors"}'),
      field('png', 'fooocus_scheme', 'fooocus'),
    ],
    high('Fooocus', 'juggernautXL_v8Rundiffusion'),
  ],
  [
    'B6b',
    'its other scheme is an infotext',
    [...parameters(infotext('Model: jugg, Version: Fooocus v2.5.5')), field('png', 'fooocus_scheme', 'a1111')],
    high('Fooocus', 'jugg'),
  ],
  ['B6x', 'no scheme of its own', [field('png', 'fooocus_scheme', 'fooocus is nice')], null],
  [
    'B7',
    'Fooocus in EXIF',
    exif({ Software: 'Fooocus v2.5.5', UserComment: '{"version":"Fooocus v2.5.5","base_model":"juggernautXL_v8"}' }),
    high('Fooocus', 'juggernautXL_v8'),
  ],
  [
    'B8',
    'SwarmUI',
    parameters('{"sui_image_params":{"model":"OfficialStableDiffusion/sd_xl_base_1.0"}}'),
    high('SwarmUI', 'sd_xl_base_1.0'),
  ],
  [
    'B11',
    'Easy Diffusion',
    fieldsOf('png', { use_stable_diffusion_model: 'sd-v1-4' }),
    high('Easy Diffusion', 'sd-v1-4'),
  ],
  [
    'B11b',
    'its other name',
    fieldsOf('png', { 'Stable Diffusion model': 'sd-v1-4.ckpt' }),
    high('Easy Diffusion', 'sd-v1-4'),
  ],
  [
    'B11c',
    'in EXIF',
    exif({ UserComment: '{"use_stable_diffusion_model":"C:\\\\models\\\\sd-v1-4"}' }),
    high('Easy Diffusion', 'sd-v1-4'),
  ],
  ['B11x', 'nothing in it', fieldsOf('png', { use_stable_diffusion_model: ' \u200b' }), null],
  [
    'B15',
    'Draw Things',
    fieldsOf('xmp', {
      CreatorTool: 'Draw Things',
      UserComment: '{"c":"a boat","uc":"","model":"flux_1_schnell_q8p.ckpt","steps":4}',
    }),
    high('Draw Things', 'flux_1_schnell_q8p'),
  ],
  ['B15x', 'the members without the tool', fieldsOf('xmp', { UserComment: '{"c":"a boat","model":"x"}' }), null],
  [
    'B20',
    'ByteDance',
    exif({ UserComment: '{"product":"dreamina","exportType":"generation"}' }),
    high('ByteDance (Dreamina)', null),
  ],
  [
    'B20b',
    'its mark, one level down',
    exif({ UserComment: '{"data":{"product":"doubao","aigc_info":{"aigc_type":1}}}' }),
    high('ByteDance (Doubao)', null),
  ],
  [
    'B20c',
    'abroad',
    exif({ UserComment: '{"product":"dreamina_oversea","aigc_info":{"aigc_label_type":2}}' }),
    high('ByteDance (Dreamina)', null),
  ],
  [
    'B20d',
    'in the comment of a video',
    [field('quicktime', '\u00a9cmt', '{"product":"xinghui","exportType":"generation"}')],
    high('ByteDance (Xinghui)', null),
  ],
  [
    'B20x',
    'a mark of 0 says nothing',
    exif({ UserComment: '{"product":"dreamina","aigc_info":{"aigc_label_type":0}}' }),
    null,
  ],
  ['B20y', 'another product exports too', exif({ UserComment: '{"product":"lv","exportType":"generation"}' }), null],
];

describe('readPayloads: named payloads', () => {
  it.each(NAMED)('%s: %s', (_row, _why, fields, expected) => {
    expect(firstEvidence(fields)).toBe(expected);
  });
});
