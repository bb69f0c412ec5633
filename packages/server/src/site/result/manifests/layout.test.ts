import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BOX_WIDTH, GAP, layOut, orderOf, type Box, type Layout, type LayoutEdge, type LayoutNode } from './layout.ts';

const node = (id: string, height = 100): LayoutNode => ({ id, height });
const edge = (from: string, to: string): LayoutEdge => ({ from, to });

/** Any graph at all: loops, edges to itself, edges that stand twice, parts that hang on nothing. */
const graphs = fc.integer({ min: 1, max: 40 }).chain((count) =>
  fc.record({
    nodes: fc
      .array(fc.constantFrom(40, 80, 124), { minLength: count, maxLength: count })
      .map((heights) => heights.map((height, at) => node(`n${at}`, height))),
    edges: fc.array(
      fc.tuple(fc.nat(count - 1), fc.nat(count - 1)).map(([from, to]) => edge(`n${from}`, `n${to}`)),
      { maxLength: 90 },
    ),
  }),
);

const overlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

function boxOf({ boxes }: Layout<LayoutEdge>, id: string): Box {
  const box = boxes.get(id);
  if (box === undefined) throw new Error(`${id} has no place`);
  return box;
}

describe('layOut, of any graph', () => {
  it('gives every node one place inside the picture, and no two the same room', () => {
    fc.assert(
      fc.property(graphs, ({ nodes, edges }) => {
        const layout = layOut(nodes, edges);
        expect([...layout.boxes.keys()].toSorted()).toEqual(nodes.map(({ id }) => id).toSorted());
        const boxes = nodes.map(({ id }) => boxOf(layout, id));
        for (const [at, box] of boxes.entries()) {
          expect(box.height).toBe(nodes[at]?.height);
          expect(box.x >= 0 && box.y >= 0).toBe(true);
          expect(box.x + box.width <= layout.width && box.y + box.height <= layout.height).toBe(true);
          for (const other of boxes.slice(at + 1)) expect(overlap(box, other)).toBe(false);
        }
      }),
    );
  });

  it('stays within what its nodes and edges need', () => {
    fc.assert(
      fc.property(graphs, ({ nodes, edges }) => {
        const { width, height } = layOut(nodes, edges);
        expect(width).toBeLessThanOrEqual(nodes.length * (BOX_WIDTH + GAP.x));
        const rows = nodes.reduce((sum, each) => sum + each.height + GAP.y, 0);
        expect(height).toBeLessThanOrEqual(rows + edges.length * 24);
      }),
    );
  });

  it('draws each edge to the right or names it as one that leads back, and forgets none', () => {
    fc.assert(
      fc.property(graphs, ({ nodes, edges }) => {
        const layout = layOut(nodes, edges);
        expect(layout.routes.length + layout.back.length).toBe(edges.length);
        for (const { edge: drawn, points } of layout.routes) {
          const [from, to] = [boxOf(layout, drawn.from), boxOf(layout, drawn.to)];
          expect(points.at(0)?.x).toBe(from.x + from.width);
          expect(points.at(-1)?.x).toBe(to.x);
          expect(to.x).toBeGreaterThan(from.x);
          const end = points.at(-1)?.y ?? 0;
          expect(end >= to.y && end <= to.y + to.height).toBe(true);
        }
      }),
    );
  });

  it('leads no edge through a box: where it passes a column it has room of its own', () => {
    fc.assert(
      fc.property(graphs, ({ nodes, edges }) => {
        const layout = layOut(nodes, edges);
        for (const { points } of layout.routes) {
          const [, first, second] = points;
          if (points.length !== 4 || first === undefined || second === undefined) continue;
          const passed = [...layout.boxes.values()].filter(({ x }) => x >= first.x && x < second.x);
          for (const { y, height } of passed) expect(first.y > y && first.y < y + height).toBe(false);
        }
      }),
    );
  });

  it('names an edge as one that leads back only in a loop', () => {
    fc.assert(
      fc.property(graphs, ({ nodes, edges }) => {
        const straight = edges.filter(({ from, to }) => Number(from.slice(1)) < Number(to.slice(1)));
        expect(layOut(nodes, straight).back).toEqual([]);
      }),
    );
  });

  it('answers for nothing at all, and passes over an edge to nowhere', () => {
    expect(layOut([], [])).toMatchObject({ width: 0, height: 0, routes: [], back: [] });
    expect(layOut([node('a')], [edge('a', 'b'), edge('c', 'a')]).routes).toEqual([]);
  });
});

describe('layOut', () => {
  it('puts what is used twice behind the last of its users, and a lane beside them', () => {
    const layout = layOut(
      [node('top'), node('left'), node('shared')],
      [edge('top', 'left'), edge('top', 'shared'), edge('left', 'shared')],
    );
    expect(['top', 'left', 'shared'].map((id) => boxOf(layout, id).x / (BOX_WIDTH + GAP.x))).toEqual([0, 1, 2]);
    const long = layout.routes.find(({ edge: { from, to } }) => from === 'top' && to === 'shared');
    expect(long?.points).toHaveLength(4);
  });

  it('breaks a loop where it closes', () => {
    const loop = [edge('a', 'b'), edge('b', 'c'), edge('c', 'a'), edge('b', 'b')];
    const layout = layOut([node('a'), node('b'), node('c')], loop);
    expect(layout.back).toEqual([edge('c', 'a'), edge('b', 'b')]);
    expect(boxOf(layout, 'a').x).toBe(0);
  });

  it('walks a very long history without running out of stack', () => {
    const nodes = Array.from({ length: 2_000 }, (_, at) => node(`n${at}`));
    const edges = nodes.slice(1).map(({ id }, at) => edge(`n${at}`, id));
    expect(orderOf(nodes, edges)).toEqual(nodes.map(({ id }) => id));
  });
});
