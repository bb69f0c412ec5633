import type { ActionFacts, ManifestFacts, NamingAssertionFacts } from '../c2pa/facts.ts';
import { c2paOrigin } from './c2pa-origin.ts';
import { action, ingredient, manifest, store } from '@revera/testkit/report';

/** Histories as generators, editors and cameras write them, for the tests of who made the content. */

const IPTC = 'http://cv.iptc.org/newscodes/digitalsourcetype/';
export const TOOLKIT = 'c2pa-rs 0.78.4';
export const GOOGLE = {
  info: 'Google C2PA Core Generator Library',
  cn: 'Google Media Processing Services',
  o: 'Google LLC',
};

export interface Made {
  /** Names in `claim_generator_info`. */
  info?: string | string[];
  claim?: string;
  cn?: string;
  o?: string;
  ou?: string;
  actions?: ActionFacts[];
  assertions?: NamingAssertionFacts[];
  parent?: Made | 'unknown';
  input?: Made;
  parts?: (Made | 'unknown')[];
  changes?: Partial<ManifestFacts>;
}

/** An action by its name without `c2pa.`, its agent and its source type. */
export function did(
  name: string,
  agent: string | null,
  type: string | null,
  changes: Partial<ActionFacts> = {},
): ActionFacts {
  return action({
    action: `c2pa.${name}`,
    software_agent: agent,
    digital_source_type: type === null ? null : IPTC + type,
    ...changes,
  });
}

export const trained = (agent: string | null, changes: Partial<ActionFacts> = {}) =>
  did('created', agent, 'trainedAlgorithmicMedia', changes);
export const plain = (...names: string[]) => names.map((name) => did(name, null, null));
export const firefly = (value: string, key = 'com.adobe.firefly.version') => ({ model_parameters: [{ key, value }] });

/** The manifests of a history, the one given first. */
export function manifestsOf(made: Made, label = 'urn:c2pa:active'): ManifestFacts[] {
  const links = [
    ...(made.parent === undefined ? [] : [['parentOf', made.parent] as const]),
    ...(made.input === undefined ? [] : [['inputTo', made.input] as const]),
    ...(made.parts ?? []).map((part) => ['componentOf', part] as const),
  ];
  const names = made.info === undefined ? [] : [made.info].flat();
  const own = manifest({
    label,
    claim_generator: made.claim ?? null,
    generators: names.map((name) => ({ name, version: null, model: null })),
    actions: made.actions ?? [],
    naming_assertions: made.assertions ?? [],
    ingredients: links.map(([relationship, to], index) =>
      ingredient({ relationship, active_manifest: to === 'unknown' ? null : `${label}/${index}` }),
    ),
    signature: {
      algorithm: 'es256',
      signer: made.cn ?? null,
      signer_organization: made.o ?? null,
      signer_unit: made.ou ?? null,
      certificate: null,
      time_stamp: null,
    },
    ...made.changes,
  });
  return [own, ...links.flatMap(([, to], index) => (to === 'unknown' ? [] : manifestsOf(to, `${label}/${index}`)))];
}

export const originOf = (made: Made) => c2paOrigin(store({ manifests: manifestsOf(made) }));

export const CHATGPT_2025: Made = {
  info: 'ChatGPT',
  o: 'OpenAI',
  ou: 'Sora',
  actions: plain('opened'),
  parent: { info: 'ChatGPT', o: 'OpenAI', ou: 'ChatGPT', actions: [trained('GPT-4o'), ...plain('converted')] },
};
export const OPENAI_2026: Made = {
  info: 'OpenAI Media Service API',
  cn: 'OpenAI Media Service',
  o: 'OpenAI OpCo, LLC',
  actions: [trained('gpt-image', { software_agent_version: '2.0' }), ...plain('converted', 'watermarked.unbound')],
};
export const DALL_E_2024: Made = {
  claim: 'ChatGPT c2pa-rs/0.28.4',
  cn: 'Truepic Lens CLI in ChatGPT',
  o: 'OpenAI',
  ou: 'ChatGPT',
  actions: plain('opened'),
  parent: { claim: 'OpenAI-API c2pa-rs/0.28.4', o: 'OpenAI', ou: 'DALL·E', actions: [trained('DALL·E')] },
};
export const GOOGLE_2025: Made = {
  ...GOOGLE,
  ou: 'Google System 60032',
  actions: [
    trained(null, { description: 'Created by Google Generative AI' }),
    did('edited', null, 'trainedAlgorithmicMedia'),
  ],
};
export const FIREFLY_2025: Made = {
  info: 'Adobe_Firefly',
  cn: 'Adobe Firefly C2PA',
  o: 'Adobe Inc.',
  actions: [trained('Adobe Firefly', firefly('4.0.0-release-firefly_v4-main_69002.69992'))],
};
export const FIREFLY_2023: Made = {
  claim: 'Adobe_Firefly adobe_c2pa/0.5.0 c2pa-rs/0.20.0',
  cn: 'firefly-prod',
  o: 'Adobe Inc.',
  actions: [trained('Adobe Firefly Pipeline', firefly('1.0.5', 'firefly.version'))],
};
export const GENERATIVE_FILL: Made = {
  info: 'Adobe Photoshop',
  claim: 'Adobe_Photoshop/26.9.0 adobe_c2pa/0.14.2 c2pa-rs/0.43.0',
  cn: 'Adobe C2PA',
  o: 'Adobe Inc.',
  actions: [
    did('opened', null, 'compositeWithTrainedAlgorithmicMedia'),
    ...plain('cropped'),
    did('edited', 'Adobe Firefly', 'compositeWithTrainedAlgorithmicMedia'),
  ],
  parts: [FIREFLY_2025],
};
export const EXPRESS_PDF: Made = {
  claim: 'Adobe_Express/1.0.0 adobe_c2pa/0.7.11 c2pa-rs/0.28.1',
  cn: 'cai-prod',
  o: 'Adobe Inc.',
  actions: [did('edited', 'Adobe Firefly', 'trainedAlgorithmicMedia')],
  parts: [FIREFLY_2023, FIREFLY_2023],
};
export const BING: Made = {
  info: 'Microsoft Responsible AI Image Provenance',
  claim: 'Microsoft_Responsible_AI/1.0',
  o: 'Microsoft Corporation',
  actions: [did('created', 'Image Creator from Designer', null, { description: 'AI Generated Image' })],
};
export const FLUX: Made = {
  info: 'Black Forest Labs API',
  cn: 'info@blackforestlabs.ai',
  o: 'Black Forest Labs Inc.',
  actions: [trained('Flux.2')],
  assertions: [{ kind: 'ai_generated_content', model: 'Flux.2', ai_generated: true }],
};
export const TITAN: Made = {
  claim: 'Amazon_Bedrock c2pa-rs/0.32.7',
  o: 'Amazon Web Services, Inc.',
  ou: 'Amazon Bedrock',
  actions: [trained('Titan Image Generator G1')],
};
export const GALAXY_EDIT: Made = {
  claim: 'Galaxy S25 c2pa-rs/0.62.0',
  cn: 'Samsung Galaxy',
  o: 'Samsung Galaxy',
  actions: [did('edited', 'Photo assist', 'compositeWithTrainedAlgorithmicMedia')],
};
export const TRUEPIC: Made = {
  info: 'Truepic Lens SDK libc2pa C++ Library',
  claim: 'Truepic_Lens_SDK_libc2pa/2.5.1',
  cn: 'Truepic Lens SDK v1.1.3 in Vision Camera v3.1.5',
  o: 'Truepic',
  ou: 'Vision',
  assertions: [{ kind: 'device', make: 'Google', model: 'Pixel 5' }],
};
export const NIKON: Made = {
  claim: 'Nikon_Z_9_Sample_for_Adobe_MAX_2022 c2pa-rs/0.14.0',
  cn: 'NIKON CORPORATION',
  o: 'NIKON CORPORATION',
  assertions: [{ kind: 'device', make: 'NIKON CORPORATION', model: 'NIKON Z 9' }],
};
export const PHOTOSHOP: Made = {
  claim: 'Adobe_Photoshop/26.11.0 adobe_c2pa/0.14.2 c2pa-rs/0.43.0',
  cn: 'Adobe C2PA',
  o: 'Adobe Inc.',
  actions: plain('opened', 'cropped', 'resized'),
  parts: ['unknown'],
};
export const CONTENT_AUTHENTICITY: Made = {
  info: 'Adobe Content Authenticity',
  cn: 'Adobe Content Authenticity',
  o: 'Adobe Inc.',
  actions: plain('opened', 'watermarked'),
  parent: 'unknown',
};
export const DIGIMARC: Made = {
  claim: 'Digimarc Validate c2patool/0.7.0',
  o: 'Digimarc Corporation',
  actions: [trained('Adobe Firefly')],
};
export const LEICA: Made = {
  claim: 'M11-P/2.0.2 (Serial: 5671234) lc_c2pa/v1.6.1',
  o: 'Leica Camera AG',
  actions: [did('created', null, 'digitalCapture')],
};
export const TEST_CERTIFICATE = { cn: 'C2PA Signer', o: 'C2PA Test Signing Cert', ou: 'FOR TESTING_ONLY' };
export const TEST_IMAGE: Made = {
  ...TEST_CERTIFICATE,
  info: ['make_test_images', 'c2pa-rs'],
  claim: 'make_test_images/0.33.1 c2pa-rs/0.33.1',
  actions: [did('created', 'Make Test Images 0.33.1', 'algorithmicMedia')],
};
export const VOLCENGINE: Made = {
  info: TOOLKIT,
  o: '北京火山引擎科技有限公司',
  actions: [trained('Volcengine_Ark_CN', { model_parameters: [{ key: 'model_name', value: 'doubao-seedance-2-0' }] })],
};
export const SUNO: Made = {
  info: 'Suno',
  cn: 'Suno Content Credentials',
  assertions: [{ kind: 'suno_provenance', system: 'Suno', version: 'chirp-crow' }],
};
export const changed = (made: Made, changes: Partial<Made>): Made => ({ ...made, ...changes });

/** Why, the history, and the source and model that it names. */
export type HistoryRow = readonly [why: string, made: Made, source: string | null, model: string | null];
