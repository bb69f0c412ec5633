import { LIMITS } from '../limits.ts';
import { asObject, listIn, memberOf, objectIn, textIn, type LoosePayload } from './loose-payload.ts';

/** A node of a ComfyUI graph: what it is, its own texts and numbers, and the nodes that its inputs come from. */
export interface GraphNode {
  className: string;
  texts: readonly { name: string; text: string }[];
  /** Of a graph as it was executed; the editor's does not say which is which. */
  numbers: readonly { name: string; value: number }[];
  links: readonly { name: string; from: string }[];
}

export type Graph = ReadonlyMap<string, GraphNode>;

/** Nodes that were switched off stay in a workflow: 2 is muted, 4 bypassed. Links lead through them, but they do nothing. */
const MODES_OFF = new Set<unknown>([2, 4]);
const OFF = { className: '', texts: [], numbers: [] };

/** A graph as it was executed (`prompt`): nodes by id, with `class_type` and `inputs`. Null when it is not one. */
export function decodePrompt(payload: LoosePayload): Graph | null {
  const graph = new Map<string, GraphNode>();
  for (const [id, value] of Object.entries(payload)) {
    const node = asObject(value);
    const className = textIn(node, 'class_type');
    const inputs = objectIn(node, 'inputs');
    if (className === null || inputs === null) continue;
    if (graph.size >= LIMITS.vendorGraphNodes) break;
    graph.set(id, { className, ...decodeInputs(inputs) });
  }
  return graph.size === 0 ? null : graph;
}

function decodeInputs(inputs: LoosePayload): Omit<GraphNode, 'className'> {
  const texts: { name: string; text: string }[] = [];
  const numbers: { name: string; value: number }[] = [];
  const links: { name: string; from: string }[] = [];
  for (const [name, value] of Object.entries(inputs)) {
    if (typeof value === 'string') texts.push({ name, text: value });
    else if (typeof value === 'number') numbers.push({ name, value });
    else if (Array.isArray(value) && value.length === 2) {
      const from = idOf(value[0]);
      if (from !== null && typeof value[1] === 'number') links.push({ name, from });
    }
  }
  return { texts, numbers, links };
}

/** A graph as the editor shows it (`workflow`): lists of nodes and links, with subgraphs beside them. Null when it is not one. */
export function decodeWorkflow(payload: LoosePayload): Graph | null {
  if (!Array.isArray(memberOf(payload, 'nodes')) || !Array.isArray(memberOf(payload, 'links'))) return null;
  const graph = new Map<string, GraphNode>();
  addWorkflow(graph, payload, '');
  for (const [index, part] of listIn(objectIn(payload, 'definitions'), 'subgraphs').entries()) {
    const subgraph = asObject(part);
    if (subgraph !== null) addWorkflow(graph, subgraph, `${index}:`);
  }
  return graph;
}

function addWorkflow(graph: Map<string, GraphNode>, payload: LoosePayload, prefix: string): void {
  const sources = linkSources(listIn(payload, 'links'));
  for (const entry of listIn(payload, 'nodes')) {
    const node = asObject(entry);
    const className = textIn(node, 'type');
    const id = idOf(memberOf(node, 'id'));
    if (className === null || id === null) continue;
    if (graph.size >= LIMITS.vendorGraphNodes) return;
    const texts = listIn(node, 'widgets_values').flatMap((text) =>
      typeof text === 'string' ? [{ name: '', text }] : [],
    );
    const links = listIn(node, 'inputs').flatMap((value) => {
      const input = asObject(value);
      const from = sources.get(memberOf(input, 'link'));
      return from === undefined ? [] : [{ name: textIn(input, 'name') ?? '', from: prefix + from }];
    });
    graph.set(
      prefix + id,
      MODES_OFF.has(memberOf(node, 'mode')) ? { ...OFF, links } : { className, texts, numbers: [], links },
    );
  }
}

/** The node that each link comes from: `[id, from, slot, to, slot, type]`, or an object in subgraphs. */
function linkSources(links: readonly unknown[]): Map<unknown, string> {
  const sources = new Map<unknown, string>();
  for (const link of links) {
    const parts: readonly unknown[] = Array.isArray(link) ? link : [];
    const named = asObject(link);
    const from = idOf(parts[1] ?? memberOf(named, 'origin_id'));
    if (from !== null) sources.set(parts[0] ?? memberOf(named, 'id'), from);
  }
  return sources;
}

function idOf(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}
