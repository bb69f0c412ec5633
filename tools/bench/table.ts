/** A number is shown with three digits that count; null is shown as a dash. */
export type Cell = string | number | null;

/** One table of results, as printed and as written to the JSON. */
export interface Table {
  title: string;
  /** Heads, with the unit where there is one. */
  columns: string[];
  rows: Cell[][];
}

/** Text with aligned columns: numbers to the right, words to the left. */
export function alignTable(table: Table): string {
  return [table.title, ...lay(table).map(({ cells }) => `  ${cells.join('  ')}`.trimEnd())].join('\n');
}

/** The same table in Markdown, to be pasted into a document. */
export function markdownTable(table: Table): string {
  const [head, ...rows] = lay(table).map(({ cells }) => `| ${cells.join(' | ')} |`);
  const rule = table.columns.map((_, column) => (isNumeric(table, column) ? '---:' : '---'));
  return [`**${table.title}**`, '', head, `| ${rule.join(' | ')} |`, ...rows].join('\n');
}

/** Three digits that count: 1.23, 12.3, 123, 1234. */
export function formatNumber(value: number): string {
  const size = Math.abs(value);
  return value.toFixed(size < 10 ? 2 : size < 100 ? 1 : 0);
}

function lay(table: Table): { cells: string[] }[] {
  const lines = [table.columns, ...table.rows.map((row) => row.map(formatCell))];
  const widths = table.columns.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines.map((line) => ({
    cells: widths.map((width, column) => {
      const text = line[column] ?? '';
      return isNumeric(table, column) ? text.padStart(width) : text.padEnd(width);
    }),
  }));
}

function isNumeric(table: Table, column: number): boolean {
  return table.rows.some((row) => typeof row[column] === 'number');
}

function formatCell(cell: Cell): string {
  if (cell === null) return '–';
  if (typeof cell === 'string') return cell;
  return Number.isInteger(cell) ? String(cell) : formatNumber(cell);
}
