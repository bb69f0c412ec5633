import { describe, expect, it } from 'vitest';
import { exif, field, firstEvidence, high, infotext, parameters, UUID, type Row } from './test-fields.ts';

const WAI = 'waiIllustriousSDXL_v160';
const A1111 = 'Stable Diffusion WebUI (AUTOMATIC1111)';

const version = (text: string): string => infotext(`Model: ${WAI}, Version: ${text}`);

const INFOTEXTS: Row[] = [
  ['A1', 'a version of the WebUI', parameters(version('v1.10.1')), high(A1111, WAI)],
  ['A2/B27', 'the same in EXIF', exif({ UserComment: version('v1.10.1') }), high(A1111, WAI)],
  [
    'A4',
    'Forge begins with f',
    parameters(version('f2.0.1v1.10.1-previous-665-gae278f79')),
    high('Stable Diffusion WebUI Forge', WAI),
  ],
  [
    'A5',
    "an extension's model is another name",
    parameters(
      infotext('Model: waiNSFW_v140, ADetailer model: face_yolov8n.pt, ADetailer version: 25.3.0, Version: classic'),
    ),
    high('Stable Diffusion WebUI Forge Classic', 'waiNSFW_v140'),
  ],
  [
    'A6',
    "an extension's version is another name",
    parameters(infotext('Model: waiNSFW_v140, ADetailer Version: Neo, Version: neo-2.28')),
    high('Stable Diffusion WebUI Forge Neo', 'waiNSFW_v140'),
  ],
  ['A6b', 'neo alone', parameters(version('neo')), high('Stable Diffusion WebUI Forge Neo', WAI)],
  [
    'A7',
    'reForge has two versions and a number',
    parameters(version('f1.0.0v2-v1.10.1RC-latest')),
    high('Stable Diffusion WebUI reForge', WAI),
  ],
  ['A8', 'EasyReforge has two versions', parameters(version('f1.3.0-v1.10.1RC-latest')), high('EasyReforge', WAI)],
  [
    'A9',
    'App before the version, which is a commit',
    exif({ UserComment: infotext(`App: SD.Next, Version: f1a2b3c, Model: ${WAI}`) }),
    high('SD.Next', WAI),
  ],
  [
    'A23',
    'resources of the site; a LoRA is no model',
    exif({
      UserComment: infotext(
        'Civitai resources: [{"type":"lora","modelName":"x, y","weight":0.8},{"type":"checkpoint","modelVersionId":1,"modelName":"WAI-illustrious-SDXL","modelVersionName":"v16.0"}], Civitai metadata: {}',
      ),
      Artist: 'ai',
      Software: UUID,
    }),
    high('Civitai', 'WAI-illustrious-SDXL v16.0'),
  ],
  [
    'A29',
    'no version: many tools write the form',
    parameters(infotext('Clip skip: 2')),
    high('Stable Diffusion (A1111-style)', null),
  ],
  ['B1', 'the plain case', parameters(infotext()), high(A1111, 'v1-5-pruned-emaonly')],
  ['B2', 'PNG keys in any case', [field('png', 'Parameters', infotext())], high(A1111, 'v1-5-pruned-emaonly')],
  [
    'B26',
    'beside a camera',
    exif({ Make: 'Apple', Model: 'iPhone 15', UserComment: infotext() }),
    high(A1111, 'v1-5-pruned-emaonly'),
  ],
  ['B28', 'a JPEG comment', [field('jpeg', 'COM', infotext())], high(A1111, 'v1-5-pruned-emaonly')],
  ['B28b', 'a GIF comment', [field('gif', '', infotext(), 'comment')], high(A1111, 'v1-5-pruned-emaonly')],
  [
    'quoted',
    'a value with a comma is a JSON string',
    parameters(infotext('Model: "one, two", Version: v1.9.4')),
    high(A1111, 'one, two'),
  ],
  [
    'bracket',
    'a bracket inside of a value hides nothing',
    parameters(infotext('Note: a [b, Model: m1, Version: v1.9.4')),
    high(A1111, 'm1'),
  ],
  [
    'folder',
    'folders are not told',
    parameters(infotext('Model: C:\\models\\mine.safetensors, Version: v1.9.4')),
    high(A1111, 'mine'),
  ],
  ['O2', 'prose with the words', parameters('exposure parameters: f/2, Steps: stairs'), null],
  ['O2b', 'steps without settings', parameters('Steps: 20, then rest, Seed potatoes'), null],
  [
    'place',
    'settings in a description are a quotation',
    [...exif({ ImageDescription: infotext() }), field('png', 'Description', infotext())],
    null,
  ],
  ['role', 'a credit is for people', [field('png', 'parameters', infotext(), 'credit')], null],
];

describe('readPayloads: infotexts', () => {
  it.each(INFOTEXTS)('%s: %s', (_row, _why, fields, expected) => {
    expect(firstEvidence(fields)).toBe(expected);
  });
});
