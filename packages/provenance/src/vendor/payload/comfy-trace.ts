import { LIMITS } from '../../limits.ts';
import { isCheckpointAir } from './civitai-model.ts';
import type { Graph, GraphNode } from '../../media/comfy-graph.ts';
import { isGenerator, isHelper, isModelLoader, isSampler } from './comfy-nodes.ts';
import { isWeightFile, modelName, modelOfPath } from './model-name.ts';

/** What a graph does: whether it makes pictures, sound or film, and with which model. */
export interface GraphTrace {
  isGenerating: boolean;
  model: string | null;
  /** Nodes that were looked at on the way; at most `LIMITS.vendorGraphSteps`. */
  steps: number;
}

const HELPER_INPUT = /lora|vae|clip|text_encoder|upscale|control|embedding/i;
const TOWARDS_MODEL = /model|guider|pipe|unet/;
const AWAY_FROM_MODEL = /^(?:positive|negative|latent(?:_image)?|images?|samples|mask|pixels)$/;

/** Follows a graph from its samplers against its links to the file of weights that they run. */
export function traceGraph(graph: Graph): GraphTrace {
  const nodes = [...graph];
  const starts = [isSampler, isGenerator, isModelLoader].flatMap((is) =>
    nodes.filter(([, { className }]) => is(className)),
  );
  // A hostile graph may have cycles: no node is visited twice.
  const seen = new Set<string>();
  for (const [start] of starts) {
    const open = [start];
    for (let id = open.pop(); id !== undefined && seen.size < LIMITS.vendorGraphSteps; id = open.pop()) {
      const node = graph.get(id);
      if (node === undefined || seen.has(id)) continue;
      seen.add(id);
      const model = modelOf(node);
      if (model !== null) return { isGenerating: true, model, steps: seen.size };
      for (const from of sourcesOf(node).toReversed()) open.push(from);
    }
  }
  return { isGenerating: starts.length > 0, model: null, steps: seen.size };
}

function modelOf({ className, texts }: GraphNode): string | null {
  if (isHelper(className)) return null;
  for (const { name, text } of texts) {
    if (HELPER_INPUT.test(name)) continue;
    if (isWeightFile(text)) return modelOfPath(text);
    if (isCheckpointAir(text)) return modelName(text);
  }
  return null;
}

/** Inputs that lead to a model; for switches and other nodes without one, all that do not lead elsewhere. */
function sourcesOf({ links }: GraphNode): string[] {
  const towards = links.filter(({ name }) => TOWARDS_MODEL.test(name) && !HELPER_INPUT.test(name));
  const followed =
    towards.length > 0 ? towards : links.filter(({ name }) => !AWAY_FROM_MODEL.test(name) && !HELPER_INPUT.test(name));
  return followed.map(({ from }) => from);
}
