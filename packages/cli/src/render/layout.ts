import { LIMITS } from '../limits.ts';
import type { Output } from '../context.ts';
import type { Paint } from './color.ts';
import { safeValue } from './safe-text.ts';
import { displayWidth, padToWidth } from './width.ts';
import { wrap } from './wrap.ts';

/** How text is laid out on one output. */
export interface Layout {
  columns: number;
  paint: Paint;
}

export function layoutFor(output: Output, paint: Paint): Layout {
  const columns = Math.max(LIMITS.minTextColumns, Math.min(output.columns ?? LIMITS.textColumns, LIMITS.textColumns));
  return { columns, paint };
}

/** Text of ours with values from a file in it, wrapped and indented. */
export function paragraph(text: string, indent: number, { columns }: Layout): string[] {
  return wrap(safeValue(text, LIMITS.noteColumns), columns - indent).map((line) => ' '.repeat(indent) + line);
}

/** A label and its value, aligned with the other rows; the value wraps below itself. */
export type Row = readonly [label: string, value: string];

const INDENT = 2;
const GAP = 2;

export function rows(list: readonly Row[], { columns, paint }: Layout): string[] {
  const labelColumns = Math.max(0, ...list.map(([label]) => displayWidth(label)));
  const valueAt = INDENT + labelColumns + GAP;
  return list.flatMap(([label, value]) =>
    wrap(safeValue(value, LIMITS.valueColumns), Math.max(columns - valueAt, LIMITS.minTextColumns / 2)).map(
      (line, index) => {
        const head =
          index === 0 ? paint('faint', padToWidth(label, labelColumns + GAP)) : ' '.repeat(labelColumns + GAP);
        return ' '.repeat(INDENT) + head + line;
      },
    ),
  );
}

/** At most `LIMITS.detailLines` of the lines, with a last line that says how many are omitted. */
export function bounded(lines: readonly string[], more: (left: number) => string): string[] {
  if (lines.length <= LIMITS.detailLines) return [...lines];
  return [...lines.slice(0, LIMITS.detailLines), more(lines.length - LIMITS.detailLines)];
}
