/** What is to be placed: a node with the height of its box. All boxes are equally wide. */
export interface LayoutNode {
  readonly id: string;
  readonly height: number;
}

/** From a manifest to what went into it. */
export interface LayoutEdge {
  readonly from: string;
  readonly to: string;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** An edge as it is drawn: level lines across the columns that it passes, bends between them. */
export interface Route<Edge extends LayoutEdge> {
  readonly edge: Edge;
  readonly points: readonly Point[];
}

export interface Layout<Edge extends LayoutEdge> {
  readonly width: number;
  readonly height: number;
  readonly boxes: ReadonlyMap<string, Box>;
  readonly routes: readonly Route<Edge>[];
  /** Edges that close a loop: they have no place in a picture that reads from left to right. */
  readonly back: readonly Edge[];
}

export const BOX_WIDTH = 240;
export const GAP = { x: 124, y: 20 } as const;
/** Room that an edge takes where it passes a column. */
const LANE_HEIGHT = 22;
/** Edges arrive one below the other. */
const PORT_STEP = 18;

/**
 * Columns by the longest way from the first node, so that every edge leads to the right. Below its node each subtree has a
 * strip to itself, edges that pass a column have one too: nothing lies over anything else.
 */
export function layOut<Edge extends LayoutEdge>(nodes: readonly LayoutNode[], edges: readonly Edge[]): Layout<Edge> {
  const { forward, back, order } = untangle(nodes, edges);
  const columns = longestWays(order, forward);
  const strips = plant(nodes, order, forward, columns);
  const height = place(strips.roots, 0);
  const boxes = new Map<string, Box>();
  for (const [id, strip] of strips.ofNode) {
    const x = (columns.get(id) ?? 0) * (BOX_WIDTH + GAP.x);
    boxes.set(id, { x, y: strip.middle - strip.height / 2, width: BOX_WIDTH, height: strip.height });
  }
  return {
    width: Math.max(0, ...[...boxes.values()].map(({ x, width }) => x + width)),
    height: Math.max(0, height - GAP.y),
    boxes,
    routes: drawRoutes(forward, boxes, strips.ofEdge),
    back,
  };
}

/** Every node before those that its edges lead to, loops aside. */
export function orderOf(nodes: readonly Pick<LayoutNode, 'id'>[], edges: readonly LayoutEdge[]): string[] {
  return untangle(nodes, edges).order;
}

interface Untangled<Edge> {
  forward: Edge[];
  back: Edge[];
  /** Every node before those that its edges lead to. */
  order: string[];
}

/** Walks from each node in turn, without recursion; an edge into the way that is being walked closes a loop. */
function untangle<Edge extends LayoutEdge>(
  nodes: readonly Pick<LayoutNode, 'id'>[],
  edges: readonly Edge[],
): Untangled<Edge> {
  const known = new Set(nodes.map(({ id }) => id));
  const outgoing = new Map<string, Edge[]>(nodes.map(({ id }) => [id, []]));
  for (const edge of edges) if (known.has(edge.to)) outgoing.get(edge.from)?.push(edge);
  const state = new Map<string, 'open' | 'done'>();
  const back = new Set<Edge>();
  const finished: string[] = [];
  for (const { id: start } of nodes) {
    const way = state.has(start) ? [] : [{ id: start, next: 0 }];
    if (way.length > 0) state.set(start, 'open');
    for (let top = way.at(-1); top !== undefined; top = way.at(-1)) {
      const edge = outgoing.get(top.id)?.[top.next];
      top.next += 1;
      if (edge === undefined) {
        state.set(top.id, 'done');
        finished.push(top.id);
        way.pop();
      } else if (state.get(edge.to) === 'open') back.add(edge);
      else if (!state.has(edge.to)) {
        state.set(edge.to, 'open');
        way.push({ id: edge.to, next: 0 });
      }
    }
  }
  const all = [...outgoing.values()].flat();
  return { forward: all.filter((edge) => !back.has(edge)), back: [...back], order: finished.toReversed() };
}

function groupedBy<Edge extends LayoutEdge>(edges: readonly Edge[], end: 'from' | 'to'): Map<string, Edge[]> {
  const groups = new Map<string, Edge[]>();
  for (const edge of edges) {
    const group = groups.get(edge[end]);
    if (group === undefined) groups.set(edge[end], [edge]);
    else group.push(edge);
  }
  return groups;
}

function longestWays(order: readonly string[], edges: readonly LayoutEdge[]): Map<string, number> {
  const columns = new Map(order.map((id) => [id, 0]));
  const outgoing = groupedBy(edges, 'from');
  for (const id of order) {
    for (const { to } of outgoing.get(id) ?? []) {
      columns.set(to, Math.max(columns.get(to) ?? 0, (columns.get(id) ?? 0) + 1));
    }
  }
  return columns;
}

/** A level piece of the picture that belongs to one node, or to one edge that passes. */
interface Strip {
  readonly height: number;
  readonly children: Strip[];
  middle: number;
}

interface Planted {
  roots: Strip[];
  ofNode: Map<string, Strip>;
  ofEdge: Map<LayoutEdge, Strip>;
}

/** Each node hangs on one of those before it, in the next column; what leads to it from further away gets a lane. */
function plant(
  nodes: readonly LayoutNode[],
  order: readonly string[],
  edges: readonly LayoutEdge[],
  columns: ReadonlyMap<string, number>,
): Planted {
  const ofNode = new Map<string, Strip>(nodes.map(({ id, height }) => [id, { height, children: [], middle: 0 }]));
  const ofEdge = new Map<LayoutEdge, Strip>();
  const hung = new Set<string>();
  const outgoing = groupedBy(edges, 'from');
  for (const id of order) {
    for (const edge of outgoing.get(id) ?? []) {
      const [parent, child] = [ofNode.get(id), ofNode.get(edge.to)];
      if (parent === undefined || child === undefined) continue;
      const isNext = (columns.get(edge.to) ?? 0) === (columns.get(id) ?? 0) + 1;
      if (isNext && !hung.has(edge.to)) {
        hung.add(edge.to);
        parent.children.push(child);
      } else if (!isNext) {
        const lane: Strip = { height: LANE_HEIGHT - GAP.y, children: [], middle: 0 };
        ofEdge.set(edge, lane);
        parent.children.push(lane);
      }
    }
  }
  for (const [edge, lane] of ofEdge) moveTowards(ofNode.get(edge.to), lane, ofNode.get(edge.from));
  const roots = nodes.flatMap(({ id }) => (hung.has(id) ? [] : (ofNode.get(id) ?? [])));
  return { roots, ofNode, ofEdge };
}

/** Puts a lane beside the part of its parent that it leads into, so that it crosses as little as possible. */
function moveTowards(target: Strip | undefined, lane: Strip, parent: Strip | undefined): void {
  if (target === undefined || parent === undefined) return;
  const others = parent.children.filter((child) => child !== lane);
  const at = others.findIndex((child) => holds(child, target));
  if (at === -1) return;
  parent.children.splice(0, parent.children.length, ...others.slice(0, at), lane, ...others.slice(at));
}

function holds(strip: Strip, wanted: Strip): boolean {
  return strip === wanted || strip.children.some((child) => holds(child, wanted));
}

/** Height of what stands below one another from `top` on. */
function place(strips: readonly Strip[], top: number): number {
  return strips.reduce((sum, strip) => sum + placeOne(strip, top + sum), 0);
}

function placeOne(strip: Strip, top: number): number {
  const own = strip.height + GAP.y;
  const needed = strip.children.reduce((sum, child) => sum + extentOf(child), 0);
  const extent = Math.max(own, needed);
  place(strip.children, top + (extent - needed) / 2);
  strip.middle = top + extent / 2 - GAP.y / 2;
  return extent;
}

function extentOf(strip: Strip): number {
  const children = strip.children.reduce((sum, child) => sum + extentOf(child), 0);
  return Math.max(strip.height + GAP.y, children);
}

function drawRoutes<Edge extends LayoutEdge>(
  edges: readonly Edge[],
  boxes: ReadonlyMap<string, Box>,
  lanes: ReadonlyMap<LayoutEdge, Strip>,
): Route<Edge>[] {
  const arriving = groupedBy(edges, 'to');
  return edges.flatMap((edge) => {
    const [from, to] = [boxes.get(edge.from), boxes.get(edge.to)];
    if (from === undefined || to === undefined) return [];
    const start = { x: from.x + from.width, y: from.y + from.height / 2 };
    const end = { x: to.x, y: portOf(to, arriving.get(edge.to) ?? [], edge) };
    const lane = lanes.get(edge);
    const passing =
      lane === undefined
        ? []
        : [
            { x: start.x + GAP.x, y: lane.middle },
            { x: end.x - GAP.x, y: lane.middle },
          ];
    return [{ edge, points: [start, ...passing, end] }];
  });
}

function portOf(box: Box, arriving: readonly LayoutEdge[], edge: LayoutEdge): number {
  const step = Math.min(PORT_STEP, box.height / arriving.length);
  return box.y + box.height / 2 + (arriving.indexOf(edge) - (arriving.length - 1) / 2) * step;
}
