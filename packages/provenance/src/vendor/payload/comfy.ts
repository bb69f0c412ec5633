import type { FieldContainer, TextField } from '../text-field.ts';
import { civitaiAdditions } from './civitai-model.ts';
import { decodePrompt, decodeWorkflow, type Graph } from '../../media/comfy-graph.ts';
import { traceGraph } from './comfy-trace.ts';
import { hitOf, type Hit, type PayloadRule } from './hit.ts';
import { memberOf, objectIn, type LoosePayload } from '../../media/loose-payload.ts';
import type { PayloadFields } from './payload-fields.ts';

const COMFYUI: PayloadRule = {
  id: 'comfyui-prompt',
  vendor: 'ComfyUI',
  kind: 'generated',
  strength: 'high',
  rank: 'graph',
  why: 'a graph of nodes with class_type and inputs, as executed, with a node that generates',
};
const WORKFLOW: PayloadRule = {
  ...COMFYUI,
  id: 'comfyui-workflow',
  strength: 'medium',
  why: 'the graph of the editor alone: it need not be what made this file',
};
const SOFTWARE: PayloadRule = {
  ...COMFYUI,
  id: 'comfyui-software',
  kind: 'software',
  rank: 'software',
  why: 'a graph without a node that generates: it converts, scales or saves',
};
const CIVITAI: PayloadRule = {
  ...COMFYUI,
  id: 'civitai-graph',
  vendor: 'Civitai',
  rank: 'structure',
  why: 'a graph with the resources (extra.airs) or the request (extraMetadata) of its services',
};
const CIVITAI_EDIT: PayloadRule = {
  ...CIVITAI,
  id: 'civitai-edit',
  kind: 'edited',
  rank: 'edit',
  why: 'as before, without a node that generates: its services enlarged a picture',
};

export const COMFY_RULES: readonly PayloadRule[] = [COMFYUI, WORKFLOW, SOFTWARE, CIVITAI, CIVITAI_EDIT];

interface StoredGraph {
  field: TextField;
  payload: LoosePayload;
}

/** A saver's prefix and the JSON after it, in fields that belong to a camera. */
const PREFIXED = /^(prompt|workflow|Prompt|Workflow):\s{0,4}(?=\{)/;
const TAGGED: readonly FieldContainer[] = ['quicktime', 'matroska', 'vorbis', 'id3'];
const COMMENTED: readonly FieldContainer[] = ['jpeg', 'gif', 'quicktime', 'matroska', 'vorbis', 'id3', 'riff'];

/** ComfyUI and what is built on it. The executed graph decides; the editor's is used when there is no other. */
export function findGraphs(fields: PayloadFields): Hit[] {
  const executed = decodeAll(storedAs(fields, 'prompt'), decodePrompt);
  if (executed.length > 0) return judge(executed, COMFYUI);
  return judge(decodeAll(storedAs(fields, 'workflow'), decodeWorkflow), WORKFLOW);
}

interface DecodedGraph extends StoredGraph {
  graph: Graph;
}

function decodeAll(stored: readonly StoredGraph[], decode: (payload: LoosePayload) => Graph | null): DecodedGraph[] {
  return stored.flatMap((one) => {
    const graph = decode(one.payload);
    return graph === null ? [] : [{ ...one, graph }];
  });
}

/** One piece of evidence from all graphs: writers repeat theirs in several fields. */
function judge(graphs: readonly DecodedGraph[], rule: PayloadRule): Hit[] {
  const hits = graphs.map(({ field, payload, graph }) => {
    const { isGenerating, model } = traceGraph(graph);
    const civitai = civitaiAdditions(payload);
    if (civitai === null) return hitOf(isGenerating ? rule : SOFTWARE, { field, model });
    if (!isGenerating) return hitOf(CIVITAI_EDIT, { field, model: null });
    return hitOf(CIVITAI, { field, model: model ?? civitai.checkpoint });
  });
  const generating = hits.filter(({ evidence }) => evidence.kind === 'generated');
  const best =
    generating.find(({ evidence }) => evidence.model !== null) ??
    generating[0] ??
    hits.find(({ evidence }) => evidence.kind === 'edited') ??
    hits[0];
  return best === undefined ? [] : [best];
}

/** Everything found where a graph of this name may be. */
function storedAs(fields: PayloadFields, name: 'prompt' | 'workflow'): StoredGraph[] {
  const tags = TAGGED.flatMap((container) => fields.at(container, name));
  const named = [...fields.at('png', name), ...tags].map((field) => ({ field, payload: fields.payload(field) }));
  const prefixed = fields.at('exif', 'Make', 'Model', 'ImageDescription').map((field) => {
    const prefix = PREFIXED.exec(field.text);
    const isNamed = prefix?.[1]?.toLowerCase() === name;
    return { field, payload: isNamed ? fields.parse(field.text.slice(prefix?.[0].length)) : null };
  });
  const wrapped = [...fields.at('exif', 'UserComment'), ...fields.comments(...COMMENTED)].map((field) => ({
    field,
    payload: unwrap(fields, field, name),
  }));
  return [...named, ...prefixed, ...wrapped].flatMap(({ field, payload }) =>
    payload === null ? [] : [{ field, payload }],
  );
}

/** `{"prompt": …, "workflow": …}`, each an object or JSON in a string; or the graph itself, as Civitai stores it. */
function unwrap(fields: PayloadFields, field: TextField, name: 'prompt' | 'workflow'): LoosePayload | null {
  const payload = fields.payload(field);
  if (payload === null) return null;
  const inner = memberOf(payload, name);
  if (typeof inner === 'string') return fields.parse(inner);
  return objectIn(payload, name) ?? (name === 'prompt' ? payload : null);
}
