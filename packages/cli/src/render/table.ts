import { LIMITS } from '../limits.ts';
import { safeValue } from './safe-text.ts';
import { displayWidth, padToWidth } from './width.ts';

/** Columns under their headings, as wide as their widest cell. */
export function table(headings: readonly string[], cells: readonly (readonly string[])[]): string[] {
  const lines = [headings, ...cells.map((row) => row.map((cell) => safeValue(cell, LIMITS.valueColumns)))];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => displayWidth(line[column] ?? ''))));
  return lines.map((line) =>
    line
      .map((cell, column) => padToWidth(cell, widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
