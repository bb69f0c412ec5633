import { infotextFields } from './infotext-rules.ts';
import { bestFind, hitOf, type Find, type Hit, type PayloadRule } from './hit.ts';
import { readSettings } from './infotext.ts';
import { memberOf, objectIn, textIn, type LoosePayload } from '../../media/loose-payload.ts';
import { modelName, modelOfPath } from './model-name.ts';
import type { PayloadFields } from './payload-fields.ts';

interface NamedRule extends PayloadRule {
  find(fields: PayloadFields): Find[];
}

type Traits = Pick<PayloadRule, 'id' | 'vendor' | 'why'> & Partial<PayloadRule>;

/** Payloads under a key or with members that one generator uses. */
const RULES: readonly NamedRule[] = [
  rule(
    { id: 'invokeai-metadata', vendor: 'InvokeAI', rank: 'key', why: 'its own key, and its own members' },
    (fields) =>
      objectsAt(fields, 'invokeai_metadata', (data) => {
        const model = objectIn(data, 'model');
        const isOwn = model !== null || ['app_version', 'generation_mode'].some((key) => textIn(data, key) !== null);
        return isOwn ? modelOfPath(textIn(model, 'name') ?? textIn(model, 'model_name')) : undefined;
      }),
  ),
  rule({ id: 'invokeai-graph', vendor: 'InvokeAI', rank: 'key', why: 'its own key, and nodes' }, (fields) =>
    objectsAt(fields, 'invokeai_graph', (data) => (objectIn(data, 'nodes') === null ? undefined : null)),
  ),
  rule({ id: 'invokeai-2', vendor: 'InvokeAI', rank: 'key', why: 'its own key, and its name in app_id' }, (fields) =>
    objectsAt(fields, 'sd-metadata', (data) => {
      const isOwn = ['invoke-ai/invokeai', 'lstein/stable-diffusion'].includes(
        textIn(data, 'app_id')?.toLowerCase() ?? '',
      );
      return isOwn ? modelOfPath(textIn(data, 'model_weights')) : undefined;
    }),
  ),
  rule(
    { id: 'invokeai-dream', vendor: 'InvokeAI', rank: 'key', why: 'its own key, and steps, seed and sampler' },
    (fields) =>
      fields.at('png', 'Dream').flatMap((field) => {
        const options = field.text.slice(-1024);
        const isCommand = [/ -s ?\d/, / -S ?\d/, / -A ?[a-z]/].every((option) => option.test(options));
        return isCommand ? [{ field, model: null }] : [];
      }),
  ),
  rule({ id: 'swarmui', vendor: 'SwarmUI', why: 'sui_image_params is its own name' }, (fields) =>
    objectsIn(fields, (data) => {
      const params = objectIn(data, 'sui_image_params');
      return params === null ? undefined : modelOfPath(textIn(params, 'model'));
    }),
  ),
  rule(
    { id: 'fooocus-scheme', vendor: 'Fooocus', rank: 'key', why: 'its own key with one of its two values' },
    (fields) =>
      fields.at('png', 'fooocus_scheme').flatMap((field) => {
        if (!['fooocus', 'a1111'].includes(field.text.trim())) return [];
        const models = fields.at('png', 'parameters').map(({ text }) => fooocusModel(fields, text));
        return [{ field, model: models.find((model) => model !== null) ?? null }];
      }),
  ),
  rule({ id: 'fooocus', vendor: 'Fooocus', why: 'states its name as version, beside a base model' }, (fields) =>
    objectsIn(fields, (data) => {
      const isOwn = /^Fooocus v\d/.test(textIn(data, 'version') ?? '') && textIn(data, 'base_model') !== null;
      return isOwn ? modelOfPath(textIn(data, 'base_model')) : undefined;
    }),
  ),
  rule({ id: 'ruined-fooocus', vendor: 'RuinedFooocus', why: 'states its name as software' }, (fields) =>
    objectsIn(fields, (data) =>
      textIn(data, 'software') === 'RuinedFooocus' ? modelOfPath(textIn(data, 'base_model_name')) : undefined,
    ),
  ),
  rule(
    { id: 'stability-matrix', vendor: 'Stability Matrix', rank: 'key', why: 'the key of its projects' },
    (fields) => {
      const [model = null] = objectsAt(fields, 'parameters-json', (data) => modelOfPath(textIn(data, 'ModelName')));
      return objectsAt(fields, 'smproj', () => model?.model ?? null);
    },
  ),
  rule({ id: 'tensorart', vendor: 'TensorArt', rank: 'key', why: 'its key, and a base model' }, (fields) =>
    objectsAt(fields, 'generation_data', (data) => {
      const base = objectIn(data, 'baseModel');
      return base === null ? undefined : modelOfPath(textIn(base, 'modelFileName'));
    }),
  ),
  rule(
    { id: 'hugging-face-space', vendor: 'Hugging Face Space', why: 'the members of its template, Model in capitals' },
    (fields) =>
      objectsIn(fields, (data) =>
        ['Model', 'resolution', 'sampler'].every((key) => textIn(data, key) !== null)
          ? modelOfPath(textIn(data, 'Model'))
          : undefined,
      ),
  ),
  rule(
    {
      id: 'hugging-face-job',
      vendor: 'Hugging Face',
      rank: 'service',
      strength: 'medium',
      why: 'the key of its jobs; which model ran is not stated',
    },
    (fields) =>
      fields
        .at('png', 'hf-job-id')
        .flatMap((field) => (/^[\w-]{8,64}$/.test(field.text.trim()) ? [{ field, model: null }] : [])),
  ),
  rule(
    { id: 'easy-diffusion', vendor: 'Easy Diffusion', rank: 'key', why: 'its names of the setting for the model' },
    (fields) => [
      ...fields.at('png', ...EASY_DIFFUSION_KEYS).flatMap((field) => {
        const model = modelOfPath(field.text);
        return model === null ? [] : [{ field, model }];
      }),
      ...objectsIn(fields, (data) => {
        const model = EASY_DIFFUSION_KEYS.map((key) => textIn(data, key)).find((value) => value !== null);
        return model === undefined ? undefined : modelOfPath(model);
      }),
    ],
  ),
  rule(
    { id: 'draw-things', vendor: 'Draw Things', why: 'its name as tool, and its short names for prompt and model' },
    (fields) =>
      fields.at('xmp', 'UserComment').flatMap((field) => {
        const isTool = fields.at('xmp', 'CreatorTool').some(({ text }) => /^Draw Things\b/.test(text));
        const data = isTool ? fields.payload(field) : null;
        const isOwn = textIn(data, 'c') !== null && textIn(data, 'model') !== null;
        return isOwn ? [{ field, model: modelOfPath(textIn(data, 'model')) }] : [];
      }),
  ),
  bytedance('doubao', 'ByteDance (Doubao)'),
  bytedance('xinghui', 'ByteDance (Xinghui)'),
  bytedance('dreamina', 'ByteDance (Dreamina)'),
];

const EASY_DIFFUSION_KEYS = ['use_stable_diffusion_model', 'Stable Diffusion model'];

export const NAMED_RULES: readonly PayloadRule[] = RULES;

export function findNamed(fields: PayloadFields): Hit[] {
  return RULES.flatMap((row) => {
    const best = bestFind(row.find(fields));
    return best === null ? [] : [hitOf(row, best)];
  });
}

function rule(traits: Traits, find: NamedRule['find']): NamedRule {
  return { kind: 'generated', strength: 'high', rank: 'structure', ...traits, find };
}

/** Undefined when the object is not the generator's; null when it is but states no model. */
type ReadModel = (data: LoosePayload) => string | null | undefined;

/** PNG texts under a generator's own key. */
function objectsAt(fields: PayloadFields, key: string, read: ReadModel): Find[] {
  return findIn(fields, fields.at('png', key), read);
}

/** The places that generators share: PNG `parameters`, EXIF UserComment, comments; SwarmUI wrote EXIF Model too. */
function objectsIn(fields: PayloadFields, read: ReadModel): Find[] {
  return findIn(fields, [...infotextFields(fields), ...fields.at('exif', 'Model')], read);
}

function findIn(fields: PayloadFields, places: ReturnType<PayloadFields['at']>, read: ReadModel): Find[] {
  return places.flatMap((field) => {
    const data = fields.payload(field);
    const model = data === null ? undefined : read(data);
    return model === undefined ? [] : [{ field, model }];
  });
}

function fooocusModel(fields: PayloadFields, parameters: string): string | null {
  const data = fields.parse(parameters);
  return data === null
    ? modelName(readSettings(parameters)?.get('Model') ?? null)
    : modelOfPath(textIn(data, 'base_model'));
}

/** ByteDance marks exports; only these values say that a model made the content, and 0 says nothing. */
function bytedance(product: string, vendor: string): NamedRule {
  const id = `bytedance-${product}`;
  return rule({ id, vendor, why: 'its product, and an export of a generation or its AIGC mark' }, (fields) => {
    const places = [
      ...fields.at('exif', 'UserComment', 'ImageDescription'),
      ...fields.comments('jpeg', 'png', 'quicktime', 'matroska'),
    ];
    return findIn(fields, places, (stored) => {
      const data = objectIn(stored, 'data') ?? stored;
      const named = textIn(data, 'product')?.replace(/_oversea$/, '');
      const info = objectIn(data, 'aigc_info') ?? objectIn(stored, 'aigc_info');
      const isMarked =
        memberOf(info, 'aigc_type') === 1 || [1, 2].some((type) => memberOf(info, 'aigc_label_type') === type);
      return named === product && (isMarked || textIn(data, 'exportType') === 'generation') ? null : undefined;
    });
  });
}
