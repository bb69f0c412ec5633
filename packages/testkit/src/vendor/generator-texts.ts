/** Texts in the forms that generators write, with prompts of our own. */

const PROMPT = 'a lighthouse at dusk, oil on canvas';

/** An infotext: prompt, negative prompt, and the settings with these changes; null leaves a setting out. */
export function infotext(changes: Readonly<Record<string, string | null>> = {}): string {
  const settings: Record<string, string | null> = {
    Steps: '22',
    Sampler: 'DPM++ 2M',
    'CFG scale': '6',
    Seed: '7',
    Size: '64x64',
    'Model hash': '6ce0161689',
    ...changes,
  };
  const line = Object.entries(settings).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]));
  return `${PROMPT}\nNegative prompt: grain, frame\n${line.join(', ')}`;
}

/** The infotext of the WebUI that the row `B1` and others are about. */
export const INFO: string = infotext({ Model: 'v1-5-pruned-emaonly', Version: 'v1.9.4' });

interface ComfyNode {
  class_type: string;
  inputs: Record<string, unknown>;
}

/** A node of a ComfyUI graph. */
export function node(classType: string, inputs: Record<string, unknown> = {}): ComfyNode {
  return { class_type: classType, inputs };
}

/** A graph that loads, samples, decodes and saves; `extra` comes first, where a naive reader looks first. */
export function comfyPrompt(
  loader: ComfyNode,
  extra: Readonly<Record<string, ComfyNode>> = {},
  sampler: Readonly<Record<string, unknown>> = {},
): string {
  const graph: Record<string, ComfyNode> = {
    ...extra,
    '10': loader,
    '11': node('CLIPLoader', { clip_name: 'text_encoder_large.safetensors' }),
    '12': node('CLIPTextEncode', { text: PROMPT, clip: ['11', 0] }),
    '13': node('EmptyLatentImage', { width: 64, height: 64 }),
    '14': node('KSampler', {
      seed: 7,
      steps: 22,
      sampler_name: 'euler',
      model: ['10', 0],
      positive: ['12', 0],
      negative: ['12', 0],
      latent_image: ['13', 0],
      ...sampler,
    }),
    '15': node('VAELoader', { vae_name: 'small_vae.safetensors' }),
    '16': node('VAEDecode', { samples: ['14', 0], vae: ['15', 0] }),
    '17': node('SaveImage', { images: ['16', 0], filename_prefix: 'out' }),
  };
  return JSON.stringify(graph);
}

export function checkpoint(name: string): ComfyNode {
  return node('CheckpointLoaderSimple', { ckpt_name: `${name}.safetensors` });
}

/** The graph as the editor shows it; the nodes are in a row, each linked to the one before. */
export function comfyWorkflow(...types: readonly string[]): string {
  const nodes = types.map((type, index) => ({
    id: index + 1,
    type,
    pos: [0, 0],
    mode: 0,
    inputs: index === 0 ? [] : [{ name: 'images', type: 'IMAGE', link: index }],
    outputs: [],
    widgets_values: [],
  }));
  const links = nodes.slice(1).map(({ id }, index) => [index + 1, id - 1, 0, id, 0, 'IMAGE']);
  return JSON.stringify({ last_node_id: nodes.length, last_link_id: links.length, nodes, links, version: 0.4 });
}

export const ILLUSTRIOUS = 'waiIllustriousSDXL_v160';
export const UUID = '3f0d6a52-1c7e-4b8a-9d43-5e2f7a90b1c6';
/** As long as a real signature, and none. */
export const SIGNATURE_TEXT = `Signature: ${'QUJDREVGR0hJSktM'.repeat(6)}`;
export const MIDJOURNEY_TEXT = `${PROMPT} --ar 16:9 --v 6.1 Job ID: ${UUID}`;
export const SUNO_TEXT = `made with suno; created=2026-08-01T10:00:00.000Z; id=${UUID}`;
export const NOVELAI_SOURCE = 'NovelAI Diffusion V4.5 4BDE2A90';

/** Settings of NovelAI as its pictures keep them. */
export function novelAiComment(signature?: string): string {
  const settings = { prompt: PROMPT, steps: 28, sampler: 'k_euler', seed: 7, version: 1 };
  return JSON.stringify(signature === undefined ? settings : { ...settings, signed_hash: signature });
}

export const swarmParams: string = JSON.stringify({
  sui_image_params: { prompt: PROMPT, model: ILLUSTRIOUS, seed: 7, steps: 22, swarm_version: '0.9.7.0' },
  sui_extra_data: { date: '2026-08-01' },
});
