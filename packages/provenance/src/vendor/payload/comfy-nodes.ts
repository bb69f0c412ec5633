/** Classes of ComfyUI nodes that make content without being named a sampler, by how they begin. */
const GENERATORS: Readonly<Record<string, readonly string[]>> = {
  // They redraw a part of a picture, with a model of their own.
  local: ['FaceDetailer', 'DetailerForEach', 'UltimateSDUpscale'],
  // Partner nodes: a service does the work. Nodes of these makers that only prepare or scale are not named here.
  openai: ['OpenAIDalle', 'OpenAIGPTImage', 'OpenAIVideoSora'],
  google: ['GeminiImage', 'GeminiNanoBanana', 'VeoVideo', 'Veo3Video'],
  black_forest_labs: ['FluxPro', 'FluxKontextPro', 'FluxKontextMax', 'Flux2Pro', 'Flux2Max', 'Flux2Image'],
  ideogram: ['Ideogram'],
  kling: ['KlingText', 'KlingImage', 'KlingOmni', 'KlingStart', 'KlingVirtual'],
  recraft: ['RecraftTextTo', 'RecraftImageTo', 'RecraftImageInpainting'],
  stability: ['StabilityStableImage', 'StabilityStableDiffusion', 'StabilityTextToAudio'],
  luma: ['LumaImage', 'LumaVideo'],
  minimax: ['Minimax'],
  pika: ['Pika'],
  pixverse: ['PixverseText', 'PixverseImage', 'PixverseTransition'],
  runway: ['Runway'],
  moonvalley: ['MoonvalleyTxt', 'MoonvalleyImg', 'MoonvalleyVideo'],
  vidu: ['Vidu'],
  bytedance: ['ByteDance'],
  alibaba: ['WanTextToVideoApi', 'WanTextToImageApi', 'WanImageToVideoApi', 'WanImageToImageApi'],
  lightricks: ['LtxvApi'],
  xai: ['GrokImage', 'GrokVideo'],
};
const PREFIXES = Object.values(GENERATORS).flat();
/** `KSamplerSelect` and `SamplerEuler` only choose how to sample. */
const SAMPLER_CHOICE = /SamplerSelect|^Sampler(?!Custom)/;
/** Weights of helpers: they change a picture or steer it, and are not what made it. */
const HELPER = /Lora|Upscale|ControlNet|VAELoader|CLIPLoader|CLIPVision|IPAdapter|StyleModel|Embedding/i;

export function isSampler(className: string): boolean {
  return className.includes('Sampler') && !SAMPLER_CHOICE.test(className);
}

export function isGenerator(className: string): boolean {
  return PREFIXES.some((prefix) => className.startsWith(prefix));
}

/** Nodes that load what makes pictures: a graph that loads it runs it. */
export function isModelLoader(className: string): boolean {
  return /CheckpointLoader|UNETLoader|UnetLoader|DiffusionModelLoader/.test(className) && !isHelper(className);
}

export function isHelper(className: string): boolean {
  return HELPER.test(className);
}
