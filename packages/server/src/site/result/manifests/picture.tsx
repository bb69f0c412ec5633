import type { Language } from '../../../shared/language.ts';
import { MANIFESTS } from './words.ts';
import { fitText } from './fit-text.ts';
import type { History, HistoryEdge } from './history.ts';
import { GAP, layOut, type Layout, type Point, type Route } from './layout.ts';
import { relationshipIn } from './names.ts';
import { heightOf, PictureNode } from './picture-node.tsx';
import type { ManifestsProps } from './props.ts';

/** Room for frames and the mark of the keyboard around the outermost boxes. */
const MARGIN = 6;
/** With more lines than these into one box their words would lie over one another; the list has them. */
const WORDED_ARRIVALS = 4;
const WORD_SIZE = 12;

export function layOutHistory({ nodes, edges }: History): Layout<HistoryEdge> {
  const sized = nodes.map((node) => ({ id: node.id, height: heightOf(node) }));
  return layOut(sized, edges);
}

interface Props extends Pick<ManifestsProps, 'store' | 'trustLists' | 'language'> {
  history: History;
  layout: Layout<HistoryEdge>;
}

/** The picture: lines first, boxes over them. */
export function Picture({ history, layout, ...given }: Props) {
  const width = layout.width + 2 * MARGIN;
  const height = layout.height + 2 * MARGIN;
  const arrivals = new Map<string, number>();
  for (const { edge } of layout.routes) arrivals.set(edge.to, (arrivals.get(edge.to) ?? 0) + 1);
  return (
    <svg
      class="graph-svg"
      viewBox={`${-MARGIN} ${-MARGIN} ${width} ${height}`}
      width={width}
      height={height}
      role="group"
      aria-label={MANIFESTS[given.language].headings.graph}
    >
      <g aria-hidden="true">
        {layout.routes.map((route, at) => (
          <Line
            route={route}
            isWorded={(arrivals.get(route.edge.to) ?? 0) <= WORDED_ARRIVALS}
            language={given.language}
            key={at}
          />
        ))}
      </g>
      {history.nodes.map((node) => {
        const box = layout.boxes.get(node.id);
        return box === undefined ? null : <PictureNode node={node} box={box} {...given} key={node.id} />;
      })}
    </svg>
  );
}

interface LineProps {
  route: Route<HistoryEdge>;
  isWorded: boolean;
  language: Language;
}

function Line({ route: { edge, points }, isWorded, language }: LineProps) {
  const words = MANIFESTS[language];
  const end = points.at(-1);
  const isMore = edge.to.endsWith('-more');
  return (
    <g class={edge.isBroken ? 'edge edge-broken' : `edge edge-${kindOf(edge)}`}>
      <path d={pathOf(points)} />
      {end === undefined ? null : <circle class="edge-end" cx={end.x} cy={end.y} r={3.5} />}
      {end === undefined || isMore || !isWorded ? null : (
        <text class="edge-word" x={end.x - 8} y={end.y - 5} text-anchor="end">
          {fitText(edge.isBroken ? words.graph.mismatch : relationshipIn(words, edge.relationship), {
            width: GAP.x - BEND - 8,
            size: WORD_SIZE,
          })}
        </text>
      )}
    </g>
  );
}

function kindOf({ relationship }: HistoryEdge): string {
  if (relationship === 'parentOf') return 'parent';
  return relationship === 'inputTo' ? 'input' : 'component';
}

/** An edge bends behind the box that it leaves, and is level where a box could be and where its word stands. */
const BEND = 48;

function pathOf([start, ...rest]: readonly Point[]): string {
  if (start === undefined) return '';
  const steps = rest.map((point, at) => {
    const before = rest[at - 1] ?? start;
    if (before.y === point.y) return `L${point.x} ${point.y}`;
    const bent = before.x + BEND;
    const middle = before.x + BEND / 2;
    return `C${middle} ${before.y} ${middle} ${point.y} ${bent} ${point.y} L${point.x} ${point.y}`;
  });
  return `M${start.x} ${start.y} ${steps.join(' ')}`;
}
