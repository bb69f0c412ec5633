import type { Violation } from '../source/violation.ts';
import type { CodeFile, Edge } from './graph.ts';

/**
 * Finds import cycles; each file that lies on a cycle is named by at least one of them. Type imports count: two files that need each
 * other's types are one thought in two places.
 */
export function findCycles(files: readonly CodeFile[]): Violation[] {
  const edges = new Map(files.map((file) => [file.path, file.edges] as const));
  const settled = new Set<string>();
  const violations: Violation[] = [];
  for (const { path } of files) {
    const cycle = settled.has(path) ? null : shortestCycle(path, edges);
    if (cycle === null) continue;
    for (const edge of cycle) settled.add(edge.from);
    const [first] = cycle;
    if (first === undefined) continue;
    const round = [...cycle.map((edge) => edge.from), first.from].join(' -> ');
    violations.push({ rule: 'no-cycles', path: first.from, line: first.line, message: `import cycle ${round}` });
  }
  return violations;
}

/** Breadth first from a file's imports back to the file. */
function shortestCycle(start: string, edges: ReadonlyMap<string, readonly Edge[]>): Edge[] | null {
  const cameBy = new Map<string, Edge>();
  const queue = [start];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    for (const edge of edges.get(path) ?? []) {
      if (edge.target.kind !== 'file') continue;
      const next = edge.target.path;
      if (next === start) return [...trail(path, start, cameBy), edge];
      if (cameBy.has(next)) continue;
      cameBy.set(next, edge);
      queue.push(next);
    }
  }
  return null;
}

function trail(path: string, start: string, cameBy: ReadonlyMap<string, Edge>): Edge[] {
  const edges: Edge[] = [];
  for (let at = path; at !== start;) {
    const edge = cameBy.get(at);
    if (edge === undefined) break;
    edges.unshift(edge);
    at = edge.from;
  }
  return edges;
}
