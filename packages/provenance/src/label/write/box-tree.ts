import { boxesIn, type Box } from '../../media/bmff/boxes.ts';
import { metaContentStart } from '../../media/bmff/meta.ts';
import type { MediaSource } from '../../media/media-source.ts';

/** A box that knows its parents, because they grow with it. */
export interface BoxNode extends Box {
  parent: BoxNode | null;
}

/** Boxes whose children a label may be in. */
const HOLDERS = new Set(['moov', 'trak', 'udta', 'meta', 'ilst']);

/** @throws {DecodeError} the boxes of the file do not fit into it */
export function topBoxes(source: MediaSource): BoxNode[] {
  const boxes = boxesIn(source, { start: 0, end: source.size, what: 'file', isSparse: true });
  return Array.from(boxes, (box) => ({ ...box, parent: null }));
}

/** The children of a box; `skip` bytes of its own fields come first; for `meta` their number is detected. */
export function childNodes(source: MediaSource, parent: BoxNode, skip = 0): BoxNode[] {
  const start = Math.min(
    parent.type === 'meta' ? metaContentStart(source, parent) : parent.contentStart + skip,
    parent.end,
  );
  return Array.from(boxesIn(source, { start, end: parent.end, what: parent.type }), (box) => ({ ...box, parent }));
}

/** All boxes of a path below a box: `['mdia', 'minf']`. */
export function nodesAt(source: MediaSource, parent: BoxNode, path: readonly string[]): BoxNode[] {
  const [type, ...rest] = path;
  if (type === undefined) return [parent];
  const children = childNodes(source, parent).filter((child) => child.type === type);
  return children.flatMap((child) => nodesAt(source, child, rest));
}

/** Where a further child goes: after the last one, and before the zeros that may end the list. */
export function childrenEnd(source: MediaSource, parent: BoxNode, skip = 0): number {
  const start = parent.type === 'meta' ? metaContentStart(source, parent) : parent.contentStart + skip;
  return childNodes(source, parent, skip).at(-1)?.end ?? start;
}

/** The innermost box around an offset, of those that hold metadata; the items of a list and their parts count. */
export function boxAround(source: MediaSource, top: readonly BoxNode[], offset: number): BoxNode | null {
  const holds = ({ start, end }: Box): boolean => start <= offset && offset < end;
  let found = top.find(holds) ?? null;
  while (found !== null && (HOLDERS.has(found.type) || found.parent?.type === 'ilst')) {
    const inner = childNodes(source, found).find(holds);
    if (inner === undefined) break;
    found = inner;
  }
  return found;
}
