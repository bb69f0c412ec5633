import type { TraceMap } from '@revera/provenance';
import { fill } from '../../shared/fill.ts';
import type { View } from './view.ts';

const CELL = 16;
/** A dot that fills its cell as far as dots do not touch. */
const LARGEST = CELL / 2 - 1;
const SMALLEST = 1;
const STRONGEST = 100;
/** From here on a trace is counted as strong. */
const STRONG = 50;

/** Where traces are, as dots whose size says how strong: readable without colour. */
export function TracePicture({ map, view }: { map: TraceMap; view: View }) {
  const { columns, rows, cells } = map;
  return (
    <figure class="traces">
      <svg
        viewBox={`0 0 ${columns * CELL} ${rows * CELL}`}
        width={columns * CELL}
        height={rows * CELL}
        role="img"
        aria-label={`${view.terms.resolution.map}. ${mapSentence(view, map)}`}
      >
        {cells.map((cell, at) => (
          <Trace strength={cell} x={at % columns} y={Math.floor(at / columns)} key={at} />
        ))}
      </svg>
      <figcaption>{view.terms.resolution.map}</figcaption>
    </figure>
  );
}

/** The same in figures, with how the dots are to be read. */
export function mapSentence({ terms }: View, { cells }: TraceMap): string {
  const strong = cells.filter((cell) => cell !== null && cell >= STRONG).length;
  return fill(terms.resolution.mapCells, { strong, cells: cells.length });
}

function Trace({ strength, x, y }: { strength: number | null; x: number; y: number }) {
  const [cx, cy] = [(x + 0.5) * CELL, (y + 0.5) * CELL];
  if (strength === null) return <path class="trace-even" d={`M${cx - 2} ${cy}h4`} />;
  const r = SMALLEST + (strength / STRONGEST) * (LARGEST - SMALLEST);
  return <circle class={strength >= STRONG ? 'trace trace-strong' : 'trace'} cx={cx} cy={cy} r={r.toFixed(1)} />;
}
