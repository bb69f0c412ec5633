/** Where in a manifest a name is found; `cn`, `organization` and `unit` belong to the signing certificate's subject. */
export type AliasField = 'agent' | 'generator' | 'cn' | 'organization' | 'unit';

/**
 * What bears the name. Only the first three name a source: a publisher vouches, a transform passes on, a toolkit is what
 * products are built with, and a test signature says nothing about the content.
 */
export type AliasKind = 'generator' | 'editor' | 'camera' | 'publisher' | 'transform' | 'toolkit' | 'test';

/**
 * What a name says about the model: nothing, the name is a model's, the model follows the name, or (in a certificate) the
 * claim generator is named after the device.
 */
export type AliasModel = 'none' | 'name' | 'rest' | 'generator';

export interface Alias {
  field: AliasField;
  /** `prefix`: the text begins with these words. */
  match: 'exact' | 'prefix';
  text: string;
  /** Organizational unit that an organization's row also needs. */
  unit?: string;
  /** Beginning of the signer's organization that a row for a common word also needs. */
  signedBy?: string;
  /** The product's name as published; null for a row that names no source. */
  source: string | null;
  kind: AliasKind;
  model: AliasModel;
  why: string;
}

type Row = readonly [Alias['match'], text: string, source: string, model: AliasModel, why: string];

const CHATGPT = 'ChatGPT';
const GOOGLE = 'Google AI';
const BFL = 'Black Forest Labs';
const BEDROCK = 'Amazon Bedrock';
const OPEN_MODEL = 'Open-weight family: a product that is known beside it names the source';

/** Software agents of actions. */
const AGENT_GENERATORS: readonly Row[] = [
  ['prefix', 'DALL·E', CHATGPT, 'name', 'OpenAI until 2025, with the middle dot'],
  ['prefix', 'DALL-E', CHATGPT, 'name', 'The same in ASCII'],
  ['prefix', 'GPT-4o', CHATGPT, 'name', 'OpenAI 2025'],
  ['prefix', 'gpt-image', CHATGPT, 'name', 'OpenAI 2026, version beside it'],
  ['exact', 'ChatGPT', CHATGPT, 'none', 'Product as agent'],
  ['exact', 'Sora', 'Sora', 'none', 'Product as agent; versions are not stated'],
  ['prefix', 'Image Creator from Designer', 'Bing Image Creator', 'none', 'Microsoft 2023-24, without a source type'],
  ['prefix', 'Bing Image Creator', 'Bing Image Creator', 'none', 'Microsoft, the product itself'],
  ['prefix', 'Microsoft Designer', 'Microsoft Designer', 'none', 'Microsoft, the product itself'],
  ['exact', 'Azure OpenAI ImageGen', 'Azure OpenAI', 'none', 'Names the service, no model'],
  ['prefix', 'Azure OpenAI', 'Azure OpenAI', 'rest', 'As documented: service, then model'],
  ['prefix', 'Adobe Firefly', 'Adobe Firefly', 'none', 'Also "Adobe Firefly Pipeline"; the version is a parameter'],
  ['prefix', 'Flux.1', BFL, 'name', OPEN_MODEL],
  ['prefix', 'Flux.2', BFL, 'name', OPEN_MODEL],
  ['prefix', 'flux-2', BFL, 'name', OPEN_MODEL],
  ['prefix', 'flux-pro', BFL, 'name', OPEN_MODEL],
  ['prefix', 'flux-dev', BFL, 'name', OPEN_MODEL],
  ['prefix', 'flux-kontext', BFL, 'name', OPEN_MODEL],
  ['prefix', 'Titan Image Generator', BEDROCK, 'name', 'Amazon 2024'],
  ['prefix', 'Amazon Titan', BEDROCK, 'name', 'The same with the maker'],
  ['prefix', 'Amazon Nova', BEDROCK, 'name', 'Successor of Titan'],
  ['prefix', 'Volcengine Ark', 'Volcengine Ark', 'none', 'ByteDance in China; the model is a parameter'],
  ['prefix', 'BytePlus ModelArk', 'BytePlus ModelArk', 'none', 'ByteDance abroad; the model is a parameter'],
  ['prefix', 'fal-ai', 'fal.ai', 'rest', 'Host of models: fal-ai/<model>'],
  ['prefix', 'Higgsfield', 'Higgsfield', 'rest', 'Host of models'],
  ['prefix', 'Typeface', 'Typeface', 'rest', 'Host of models'],
  ['prefix', 'Bria', 'Bria', 'rest', 'Maker of models'],
  ['prefix', 'Google Generative AI', GOOGLE, 'none', 'As in the descriptions that Google writes'],
  ['prefix', 'Imagen', GOOGLE, 'name', 'Model of Google'],
  ['prefix', 'Veo', GOOGLE, 'name', 'Model of Google'],
  ['prefix', 'Lyria', GOOGLE, 'name', 'Model of Google'],
  ['prefix', 'Stable Diffusion', 'Stability AI', 'name', OPEN_MODEL],
  ['prefix', 'Stable Image', 'Stability AI', 'name', 'Hosted models of Stability AI'],
  ['prefix', 'Midjourney', 'Midjourney', 'none', 'Product as agent'],
  ['prefix', 'Magic Media', 'Canva', 'none', 'Generator inside Canva'],
  ['prefix', 'Seedream', 'Volcengine Ark', 'name', 'Model of ByteDance'],
  ['prefix', 'Seedance', 'Volcengine Ark', 'name', 'Model of ByteDance'],
  ['prefix', 'ElevenLabs', 'ElevenLabs', 'none', 'Product as agent'],
  ['exact', 'Suno', 'Suno', 'none', 'Product as agent; the version is in its assertion'],
];

/** `claim_generator_info` names and `claim_generator` products. */
const GENERATORS: readonly Row[] = [
  ['exact', 'ChatGPT', CHATGPT, 'none', 'OpenAI'],
  ['exact', 'OpenAI-API', CHATGPT, 'none', 'OpenAI 2024: wrapped by a manifest of ChatGPT'],
  ['prefix', 'OpenAI Media Service', CHATGPT, 'none', 'OpenAI 2026'],
  ['exact', 'Sora', 'Sora', 'none', 'OpenAI video'],
  ['prefix', 'Adobe Firefly', 'Adobe Firefly', 'none', 'Written with underscore by versions of 2023'],
  ['prefix', 'Microsoft Responsible AI', 'Microsoft AI', 'none', 'Signs for several products; the agent tells which'],
  ['prefix', 'Black Forest Labs', BFL, 'none', 'Their API'],
  ['prefix', 'Amazon Bedrock', BEDROCK, 'none', 'Host of models'],
  ['prefix', 'Dreamina', 'Dreamina', 'none', 'ByteDance; no source type, so it implies nothing'],
  ['prefix', 'Ad Creative Toolbox', 'TikTok', 'none', 'The one generator of a signer that else passes on'],
  ['prefix', 'Suno', 'Suno', 'none', 'Version beside it is a codename'],
  ['prefix', 'ElevenLabs', 'ElevenLabs', 'none', 'Maker of models for speech'],
  ['prefix', 'Typeface', 'Typeface', 'none', 'Host of models'],
];

const EDITORS: readonly Row[] = [
  ['prefix', 'Adobe Photoshop Lightroom', 'Adobe Lightroom', 'none', 'Old name; begins like Photoshop'],
  ['prefix', 'Adobe Lightroom', 'Adobe Lightroom', 'none', 'Editor with generative removal'],
  ['prefix', 'Adobe Photoshop', 'Adobe Photoshop', 'none', 'Firefly is its agent, not the source'],
  ['prefix', 'Adobe Express', 'Adobe Express', 'none', 'Firefly is its agent, not the source'],
  ['prefix', 'Adobe Illustrator', 'Adobe Illustrator', 'none', 'Editor'],
  ['prefix', 'Adobe Premiere', 'Adobe Premiere', 'none', 'Editor'],
  ['prefix', 'Canva', 'Canva', 'none', 'Editor with a generator inside'],
  ['prefix', 'Topaz', 'Topaz', 'none', 'Enhancer'],
];

type Silent = readonly [Alias['match'], text: string, kind: AliasKind, why: string];

/** Claim generators that name no source. */
const SILENT: readonly Silent[] = [
  ['prefix', 'make test images', 'test', 'Test files of c2pa-rs'],
  ['prefix', 'c2pa test', 'test', 'Test files of c2pa-rs'],
  ['prefix', 'c2pa cawg test', 'test', 'Test files of c2pa-rs'],
  ['exact', 'cai-helper-test', 'test', 'Test of an early toolkit'],
  ['exact', 'TestApp', 'test', 'Sample definition of c2patool'],
  ['exact', 'revera', 'toolkit', 'This product signs what others declare'],
  ['prefix', 'c2pa-rs', 'toolkit', 'Library; also the default of bindings'],
  ['prefix', 'adobe c2pa', 'toolkit', 'Library'],
  ['prefix', 'c2patool', 'toolkit', 'Command line tool'],
  ['prefix', 'c2pa-ts', 'toolkit', 'Library'],
  ['prefix', 'c2pa-node', 'toolkit', 'Library'],
  ['prefix', 'c2pa-python', 'toolkit', 'Library'],
  ['prefix', 'cai-helper', 'toolkit', 'Library'],
  ['prefix', 'lc c2pa', 'toolkit', 'Library in Leica cameras'],
  ['prefix', 'Truepic Lens', 'toolkit', 'SDK and its command line in apps of others'],
  ['prefix', 'Google C2PA Core Generator Library', 'toolkit', 'In cameras, editors and generators alike'],
  ['prefix', 'Adobe Content Authenticity', 'transform', 'Attaches a name to finished work'],
  ['prefix', 'Digimarc', 'transform', 'Watermarks, and copies the actions of others'],
  ['prefix', 'Cloudinary', 'transform', 'Delivery network'],
  ['prefix', 'Cloudflare', 'transform', 'Delivery network'],
  ['prefix', 'AWS Elemental MediaConvert', 'transform', 'Transcoder'],
];

/** Names that manifests give: the first match within a field wins, so the longer of two prefixes comes first. */
export const NAME_ALIASES: readonly Alias[] = [
  // A common word that means Samsung's suite in a manifest that Samsung signed.
  {
    field: 'agent',
    match: 'exact',
    text: 'Photo assist',
    signedBy: 'Samsung',
    source: 'Samsung Galaxy AI',
    kind: 'generator',
    model: 'none',
    why: 'Galaxy phones since 2025',
  },
  {
    field: 'agent',
    match: 'prefix',
    text: 'make test images',
    source: null,
    kind: 'test',
    model: 'none',
    why: 'c2pa-rs',
  },
  ...AGENT_GENERATORS.map((row) => named('agent', 'generator', row)),
  ...GENERATORS.map((row) => named('generator', 'generator', row)),
  ...EDITORS.map((row) => named('generator', 'editor', row)),
  ...SILENT.map(([match, text, kind, why]): Alias => ({
    field: 'generator',
    match,
    text,
    source: null,
    kind,
    model: 'none',
    why,
  })),
];

function named(field: AliasField, kind: AliasKind, [match, text, source, model, why]: Row): Alias {
  return { field, match, text, source, kind, model, why };
}
