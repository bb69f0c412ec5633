import type { Graph, GraphNode } from '../media/comfy-graph.ts';

/** Classes of ComfyUI nodes that enlarge a picture, and the input that says how many times, where there is one. */
const ENLARGING: ReadonlyMap<string, string | null> = new Map([
  ['ImageUpscaleWithModel', null],
  ['UltimateSDUpscale', 'upscale_by'],
  ['ImageScaleBy', 'scale_by'],
]);
const SAVES = /save/i;
const SHOWS = /preview/i;

/**
 * Whether what a graph saves comes from a node that enlarges. A node that leads elsewhere says nothing: graphs are built from
 * others, and parts that are no longer used stay in them.
 */
export function graphEnlarges(graph: Graph): boolean {
  const seen = new Set<string>();
  const open = outputsOf(graph);
  // A hostile graph may have cycles: no node is visited twice, and the number of nodes is bounded.
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const node = graph.get(id);
    if (node === undefined || seen.has(id)) continue;
    seen.add(id);
    if (enlarges(node)) return true;
    for (const { from } of node.links) open.push(from);
  }
  return false;
}

/** Nodes that save; without one that says so, the ends of the graph, and those that only show a picture last of all. */
function outputsOf(graph: Graph): string[] {
  const used = new Set([...graph.values()].flatMap(({ links }) => links.map(({ from }) => from)));
  const ends = [...graph].filter(([id, { className }]) => className !== '' && !used.has(id));
  const saving = [...graph].filter(([, { className }]) => SAVES.test(className));
  const others = ends.filter(([, { className }]) => !SHOWS.test(className));
  const outputs = [saving, others, ends].find((nodes) => nodes.length > 0) ?? [];
  return outputs.map(([id]) => id);
}

/** By a number of times that is written down and is no more than one, it does not. */
function enlarges({ className, numbers }: GraphNode): boolean {
  const times = ENLARGING.get(className);
  if (times === undefined) return false;
  const stated = numbers.find(({ name }) => name === times);
  return stated === undefined || stated.value > 1;
}
