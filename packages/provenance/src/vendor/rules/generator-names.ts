/** A generator by its name in a field for tools. */
export interface GeneratorName {
  rule: string;
  /** The whole field in any case, or followed by a version, a terminating character, or one of `followers`. */
  names: readonly string[];
  vendor: string;
  /** Its own models, editions and makers: what may follow its name. Other words make it another program's name. */
  followers: readonly string[];
}

/** May follow the name of any generator that is not a common word: for companies, services, sites. */
const OF_SERVICES = ['AI', 'API', 'com', 'Inc', 'Labs', 'Studio', 'web', 'app', 'beta'];
const OF_MODELS = ['pro', 'turbo', 'fast', 'lite', 'image', 'images', 'video', 'model'];

/**
 * Names that count only where a field says which program wrote the file (vendor-metadata rule of names: 0 of 624 real
 * files without a generator match). In captions, keywords and author fields the same words mean nothing. Many are common
 * words, so that `Runway Planner` and `Flux HDR` are other programs.
 */
export const GENERATOR_NAMES: readonly GeneratorName[] = [
  row(
    'tool-adobe-firefly',
    'Adobe Firefly',
    ['Adobe Firefly', 'Adobe_Firefly'],
    [...OF_SERVICES, ...OF_MODELS, 'vector', 'audio', 'pipeline', 'services', 'boards', 'text to', 'generative'],
  ),
  row(
    'tool-midjourney',
    'Midjourney',
    ['Midjourney'],
    [...OF_SERVICES, ...OF_MODELS, 'niji', 'bot', 'alpha', 'discord'],
  ),
  row(
    'tool-openai',
    'OpenAI',
    ['DALL·E', 'DALL-E', 'DALLE', 'ChatGPT', 'OpenAI', 'gpt-image', 'GPT-4o', 'Sora'],
    [...OF_SERVICES, ...OF_MODELS, 'DALL·E', 'DALL-E', 'DALLE', 'ChatGPT', 'GPT', 'Sora', 'OpenAI', 'by OpenAI', 'HD'],
  ),
  row(
    'tool-bing',
    'Bing Image Creator',
    ['Bing Image Creator', 'Image Creator from Designer'],
    ['from Microsoft', 'from Designer', 'by Microsoft', 'DALL-E'],
  ),
  row('tool-microsoft-designer', 'Microsoft Designer', ['Microsoft Designer'], [...OF_SERVICES, 'image creator']),
  row(
    'tool-stable-diffusion',
    'Stable Diffusion',
    ['Stable Diffusion', 'StableDiffusion'],
    [
      ...OF_SERVICES,
      ...OF_MODELS,
      ...(
        'XL, SDXL, WebUI, UI, Forge, reForge, AUTOMATIC1111, large, medium, base, refiner, inpainting, txt2img, ' +
        'img2img, checkpoint, online, ComfyUI'
      ).split(', '),
    ],
  ),
  row(
    'tool-stability',
    'Stability AI',
    ['Stability AI', 'Stability.ai'],
    [...OF_SERVICES, ...OF_MODELS, 'Ltd', 'Stable Diffusion', 'Stable Image', 'SDXL', 'SD3', 'DreamStudio'],
  ),
  row(
    'tool-leonardo',
    'Leonardo.Ai',
    ['Leonardo.Ai', 'Leonardo AI'],
    [...OF_SERVICES, ...OF_MODELS, 'Phoenix', 'Kino', 'Lucid', 'Lightning', 'Vision', 'Diffusion', 'Alchemy'],
  ),
  row('tool-ideogram', 'Ideogram', ['Ideogram'], ['AI', 'API', 'Inc', 'turbo', 'quality', 'Character']),
  row('tool-recraft', 'Recraft', ['Recraft'], ['AI', 'API', 'Inc', 'raw', 'SVG']),
  row(
    'tool-runway',
    'Runway',
    ['Runway', 'RunwayML'],
    ['AI', 'ML', 'API', 'com', 'Inc', 'Gen', 'Aleph', 'Frames', 'Act'],
  ),
  row('tool-pika', 'Pika', ['Pika', 'Pika Labs'], ['AI', 'Labs', 'art', 'API', 'turbo']),
  row(
    'tool-luma',
    'Luma AI',
    ['Luma AI', 'Luma Dream Machine'],
    ['Inc', 'API', 'Dream Machine', 'Ray', 'Photon', 'Genie', 'Uni'],
  ),
  row(
    'tool-kling',
    'Kuaishou (Kling)',
    ['Kling', 'KlingAI'],
    ['AI', 'API', 'com', 'Kolors', 'Omni', 'O1', 'Master', ...OF_MODELS],
  ),
  row(
    'tool-bytedance',
    'ByteDance',
    ['Jimeng', 'Dreamina', 'Seedream', 'Seedance', 'Doubao', '即梦', '豆包'],
    [...OF_SERVICES, ...OF_MODELS, 'CapCut', 'Seed', 'Seedream', 'Seedance', '视频', '图片', '大模型', '网页版'],
  ),
  row(
    'tool-minimax',
    'MiniMax (Hailuo)',
    ['Hailuo', 'MiniMax', '海螺'],
    ['AI', 'API', 'com', 'Hailuo', 'speech', 'music', 'Live', '视频', ...OF_MODELS],
  ),
  row('tool-vidu', 'Vidu', ['Vidu'], ['AI', 'API', 'com', 'Studio', 'Q1', 'Q2', 'Q3']),
  row('tool-suno', 'Suno', ['Suno'], ['AI', 'API', 'com', 'Inc', 'Studio', 'Chirp', 'Bark']),
  row('tool-udio', 'Udio', ['Udio'], ['AI', 'API', 'com', 'beta', 'Music']),
  row(
    'tool-elevenlabs',
    'ElevenLabs',
    ['ElevenLabs', 'Eleven Labs'],
    [
      ...OF_SERVICES,
      ...OF_MODELS,
      'music',
      'speech',
      'TTS',
      'text to',
      'voice',
      'sound',
      'multilingual',
      'Eleven',
      'flash',
    ],
  ),
  row('tool-image-playground', 'Apple Image Playground', ['Apple Image Playground', 'Image Playground'], ['app']),
  row(
    'tool-meta-ai',
    'Meta AI',
    ['Meta AI', 'Imagine with Meta AI'],
    ['app', 'API', 'Imagine', 'Emu', 'Vibes', 'Movie Gen'],
  ),
  row(
    'tool-flux',
    'Black Forest Labs',
    ['Black Forest Labs', 'FLUX.1', 'FLUX.2', 'FLUX1', 'FLUX2', 'FLUX'],
    (
      'dev, schnell, pro, max, flex, klein, kontext, fill, redux, canny, depth, krea, ultra, turbo, tools, ' +
      'lora, FLUX, API, Inc, GmbH'
    ).split(', '),
  ),
  row('tool-comfyui', 'ComfyUI', ['ComfyUI'], [...OF_SERVICES, 'desktop', 'portable', 'cloud', 'workflow', 'server']),
  row('tool-invokeai', 'InvokeAI', ['InvokeAI', 'Invoke AI'], [...OF_SERVICES, 'community edition']),
  row('tool-fooocus', 'Fooocus', ['Fooocus'], [...OF_SERVICES, 'MRE', 'Plus']),
  row('tool-swarmui', 'SwarmUI', ['SwarmUI', 'StableSwarmUI'], OF_SERVICES),
  row('tool-draw-things', 'Draw Things', ['Draw Things'], [...OF_SERVICES, 'community', 'iOS', 'macOS']),
  row('tool-novelai', 'NovelAI', ['NovelAI'], [...OF_SERVICES, 'Diffusion', 'Anime', 'Furry', 'image']),
  row('tool-aphrodite', 'Aphrodite AI', ['Aphrodite AI'], OF_SERVICES),
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

function row(rule: string, vendor: string, names: readonly string[], followers: readonly string[]): GeneratorName {
  return { rule, names, vendor, followers };
}
