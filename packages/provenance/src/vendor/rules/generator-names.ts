/** A generator by its name in a field for tools. */
export interface GeneratorName {
  rule: string;
  /** At the start of the field, in any case, and not followed by a letter or digit. */
  names: readonly string[];
  vendor: string;
}

/**
 * Names that count only where a field says which program wrote the file (vendor-metadata rule of names: 0 of 624 real
 * files without a generator match). In captions, keywords and author fields the same words mean nothing.
 */
export const GENERATOR_NAMES: readonly GeneratorName[] = [
  row('tool-adobe-firefly', 'Adobe Firefly', 'Adobe Firefly', 'Adobe_Firefly'),
  row('tool-midjourney', 'Midjourney', 'Midjourney'),
  row('tool-openai', 'OpenAI', 'DALL·E', 'DALL-E', 'DALLE', 'ChatGPT', 'OpenAI', 'gpt-image', 'GPT-4o', 'Sora'),
  row('tool-bing', 'Bing Image Creator', 'Bing Image Creator', 'Image Creator from Designer'),
  row('tool-microsoft-designer', 'Microsoft Designer', 'Microsoft Designer'),
  row('tool-stable-diffusion', 'Stable Diffusion', 'Stable Diffusion', 'StableDiffusion'),
  row('tool-stability', 'Stability AI', 'Stability AI', 'Stability.ai'),
  row('tool-leonardo', 'Leonardo.Ai', 'Leonardo.Ai', 'Leonardo AI'),
  row('tool-ideogram', 'Ideogram', 'Ideogram'),
  row('tool-recraft', 'Recraft', 'Recraft'),
  row('tool-runway', 'Runway', 'Runway', 'RunwayML'),
  row('tool-pika', 'Pika', 'Pika', 'Pika Labs'),
  row('tool-luma', 'Luma AI', 'Luma AI', 'Luma Dream Machine'),
  row('tool-kling', 'Kuaishou (Kling)', 'Kling', 'KlingAI'),
  row('tool-bytedance', 'ByteDance', 'Jimeng', 'Dreamina', 'Seedream', 'Seedance', 'Doubao', '即梦', '豆包'),
  row('tool-minimax', 'MiniMax (Hailuo)', 'Hailuo', 'MiniMax', '海螺'),
  row('tool-vidu', 'Vidu', 'Vidu'),
  row('tool-suno', 'Suno', 'Suno'),
  row('tool-udio', 'Udio', 'Udio'),
  row('tool-elevenlabs', 'ElevenLabs', 'ElevenLabs', 'Eleven Labs'),
  row('tool-image-playground', 'Apple Image Playground', 'Apple Image Playground', 'Image Playground'),
  row('tool-meta-ai', 'Meta AI', 'Meta AI', 'Imagine with Meta AI'),
  row('tool-flux', 'Black Forest Labs', 'Black Forest Labs', 'FLUX.1', 'FLUX.2', 'FLUX1', 'FLUX2', 'FLUX'),
  row('tool-comfyui', 'ComfyUI', 'ComfyUI'),
  row('tool-invokeai', 'InvokeAI', 'InvokeAI', 'Invoke AI'),
  row('tool-fooocus', 'Fooocus', 'Fooocus'),
  row('tool-swarmui', 'SwarmUI', 'SwarmUI', 'StableSwarmUI'),
  row('tool-draw-things', 'Draw Things', 'Draw Things'),
  row('tool-novelai', 'NovelAI', 'NovelAI'),
  row('tool-aphrodite', 'Aphrodite AI', 'Aphrodite AI'),
];

/** Values of `photoshop:Credit` and IPTC 2:110 that products write, whole and in any case. */
export const CREDITS: readonly {
  rule: string;
  values: readonly string[];
  kind: 'generated' | 'edited';
  vendor: string;
}[] = [
  {
    rule: 'credit-google-made',
    values: ['made with google ai', 'made by google ai'],
    kind: 'generated',
    vendor: 'Google AI',
  },
  { rule: 'credit-google-edited', values: ['edited with google ai'], kind: 'edited', vendor: 'Google AI' },
  { rule: 'credit-apple-clean-up', values: ['apple photos clean up'], kind: 'edited', vendor: 'Apple' },
];

function row(rule: string, vendor: string, ...names: string[]): GeneratorName {
  return { rule, names, vendor };
}
