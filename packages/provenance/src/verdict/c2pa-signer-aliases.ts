import type { Alias, AliasField, AliasKind, AliasModel } from './c2pa-aliases.ts';

type Row = readonly [AliasField, Alias['match'], text: string, source: string | null, why: string, more?: More];

interface More {
  unit?: string;
  model?: AliasModel;
}

const GOOGLE = 'Google AI';

/** These name a source only where the manifest declares that AI took part: an issuer alone never decides that. */
const GENERATORS: readonly Row[] = [
  ['cn', 'exact', 'Google Media Processing Services', GOOGLE, 'Signs Gemini, and other processing too'],
  ['cn', 'exact', 'Google Flow', 'Google Flow', 'Conforming product'],
  ['cn', 'exact', 'Pixel Studio', 'Pixel Studio', 'Conforming product'],
  ['cn', 'exact', 'NotebookLM', 'NotebookLM', 'Conforming product'],
  ['cn', 'exact', 'Project Genie by Google', 'Project Genie', 'Conforming product'],
  ['cn', 'exact', 'Google Music AI Sandbox', 'Google Music AI Sandbox', 'Conforming product'],
  ['cn', 'exact', 'Pomelli by Google', 'Pomelli', 'Conforming product'],
  ['cn', 'exact', 'OpenAI Media Service', 'ChatGPT', 'Conforming product'],
  ['cn', 'prefix', 'Adobe Firefly', 'Adobe Firefly', 'Signer of the generator since 2024'],
  ['cn', 'exact', 'firefly-prod', 'Adobe Firefly', 'The same in 2023'],
  ['cn', 'exact', 'Amazon Bedrock', 'Amazon Bedrock', 'Conforming product'],
  ['cn', 'prefix', 'Getty Images AI', 'Getty Images', 'Generated and modified images have names of their own'],
  ['cn', 'prefix', 'iStock AI', 'iStock', 'The same of the other brand'],
  ['cn', 'exact', 'Jasper', 'Jasper', 'Conforming product; may not claim capture'],
  ['organization', 'exact', 'OpenAI', 'Sora', 'Also on stills, where the agent tells more', { unit: 'Sora' }],
  ['organization', 'exact', 'OpenAI', 'ChatGPT', 'Certificates until 2025'],
  ['organization', 'exact', 'OpenAI OpCo, LLC', 'ChatGPT', 'Certificates of 2026'],
  ['organization', 'exact', 'Black Forest Labs Inc.', 'Black Forest Labs', 'Interim list'],
  ['organization', 'exact', 'Amazon Web Services, Inc.', 'Amazon Bedrock', 'Interim list', { unit: 'Amazon Bedrock' }],
  ['organization', 'exact', 'Stability AI Ltd', 'Stability AI', 'Interim list; Stability Solutions Inc. is another'],
  ['organization', 'exact', 'Eleven Labs Inc.', 'ElevenLabs', 'Interim list'],
  ['organization', 'exact', '北京火山引擎科技有限公司', 'Volcengine Ark', 'ByteDance in China'],
  ['organization', 'exact', 'Byteplus Pte. Ltd.', 'BytePlus ModelArk', 'ByteDance abroad'],
  ['organization', 'exact', 'Bria Artificial Intelligence', 'Bria', 'Interim list'],
  ['organization', 'prefix', 'Suno', 'Suno', 'Own certificate authority'],
  ['organization', 'exact', 'Typeface Inc', 'Typeface', 'Interim list'],
];

const CAMERAS: readonly Row[] = [
  ['cn', 'exact', 'Pixel Camera', 'Pixel Camera', 'Conforming product'],
  ['cn', 'exact', 'Video Boost by Pixel Camera', 'Pixel Camera', 'Conforming product'],
  ['cn', 'exact', 'Pixel Recorder', 'Pixel Recorder', 'Conforming product'],
  ['cn', 'exact', 'Xiaomi Camera', 'Xiaomi Camera', 'Conforming product'],
  ['cn', 'exact', 'vivo Camera', 'vivo Camera', 'Conforming product'],
  ['cn', 'exact', 'JOVI Camera', 'JOVI Camera', 'Conforming product'],
  [
    'organization',
    'exact',
    'Truepic',
    'Truepic camera',
    'Its camera app; its CA also signs for others',
    { unit: 'Vision' },
  ],
  ['organization', 'exact', 'NIKON CORPORATION', 'Nikon', 'Interim list'],
  ['organization', 'exact', 'Leica Camera AG', 'Leica', 'The camera is the claim generator', { model: 'generator' }],
  ['organization', 'exact', 'Sony Corporation', 'Sony', 'Interim list, in either case'],
  ['organization', 'exact', 'Canon Inc.', 'Canon', 'Interim list'],
  ['organization', 'exact', 'FUJIFILM Corporation', 'Fujifilm', 'Interim list'],
  ['organization', 'prefix', 'Panasonic', 'Panasonic', 'Interim list'],
  ['organization', 'prefix', 'Samsung', 'Samsung', 'The phone is the claim generator', { model: 'generator' }],
];

const PUBLISHERS: readonly Row[] = [
  ['organization', 'prefix', 'British Broadcasting Corporation', null, 'Broadcaster'],
  ['organization', 'prefix', 'BBC', null, 'Broadcaster'],
  ['organization', 'exact', 'AGENCE FRANCE-PRESSE', null, 'Agency'],
  ['organization', 'exact', 'AGENCE FRANCE PRESSE', null, 'Agency'],
  ['organization', 'exact', 'Canadian Broadcasting Corporation', null, 'Broadcaster'],
  ['organization', 'exact', 'Westdeutscher Rundfunk', null, 'Broadcaster'],
  ['organization', 'prefix', 'Deutsche Welle', null, 'Broadcaster'],
  ['organization', 'prefix', 'France Televisions', null, 'Broadcaster'],
  ['organization', 'exact', 'European Broadcasting Union', null, 'Broadcaster'],
  ['organization', 'exact', 'SRG SSR', null, 'Broadcaster'],
  ['organization', 'exact', 'DVIDS', null, 'Media service of an army'],
];

const TRANSFORMS: readonly Row[] = [
  ['cn', 'prefix', 'YouTube', null, 'Transcodes what is uploaded'],
  ['cn', 'exact', 'Adobe Content Authenticity', null, 'Attaches a name to finished work'],
  ['organization', 'prefix', 'Digimarc', null, 'Watermarks'],
  ['organization', 'prefix', 'Cloudinary', null, 'Delivery network'],
  ['organization', 'prefix', 'Cloudflare', null, 'Delivery network'],
  ['organization', 'prefix', 'Fastly', null, 'Delivery network'],
  ['organization', 'exact', 'TikTok Inc.', null, 'Platform'],
];

/** Companies of many products: named when nothing else names one. */
const COMPANIES: readonly Row[] = [
  ['cn', 'exact', 'Google Photos', 'Google Photos', 'Conforming product'],
  ['cn', 'exact', 'Snapseed', 'Snapseed', 'Conforming product; may not claim capture'],
  ['cn', 'exact', 'Xiaomi MediaEditor', 'Xiaomi MediaEditor', 'Conforming product'],
  ['cn', 'exact', 'vivo Albums', 'vivo Albums', 'Conforming product'],
  ['organization', 'exact', 'Google LLC', 'Google', 'Signs cameras, editors and generators'],
  ['organization', 'prefix', 'Adobe', 'Adobe', 'Signs editors and the generator'],
  ['organization', 'exact', 'Microsoft Corporation', 'Microsoft', 'Signs editors and generators'],
  ['organization', 'exact', 'Bytedance Pte. Ltd.', 'ByteDance', 'Signs editors and generators'],
  ['organization', 'exact', 'Amazon Web Services, Inc.', 'Amazon Web Services', 'Without the unit: any service'],
];

/** Certificates that anyone can get hold of. */
const TESTS: readonly Row[] = [
  ['cn', 'exact', 'C2PA Signer', null, 'c2pa-rs'],
  ['cn', 'exact', 'Test Signer', null, 'c2pa-ts'],
  ['organization', 'prefix', 'C2PA Test Signing Cert', null, 'c2pa-rs'],
  ['organization', 'exact', 'Media Publisher Company', null, 'Invented company of early test files'],
  ['unit', 'prefix', 'FOR TESTING ONLY', null, 'c2pa-rs'],
  ['unit', 'prefix', 'TEST USE ONLY', null, 'Test certificates of authorities'],
];

/** Names in the subject of signing certificates. For one organization the row with a unit comes first. */
export const SIGNER_ALIASES: readonly Alias[] = [
  ...signers('test', TESTS),
  ...signers('generator', GENERATORS),
  ...signers('camera', CAMERAS),
  ...signers('publisher', PUBLISHERS),
  ...signers('transform', TRANSFORMS),
  ...signers('editor', COMPANIES),
];

function signers(kind: AliasKind, rows: readonly Row[]): Alias[] {
  return rows.map(([field, match, text, source, why, more]) => ({
    field,
    match,
    text,
    source,
    kind,
    model: more?.model ?? 'none',
    why,
    ...(more?.unit === undefined ? {} : { unit: more.unit }),
  }));
}
