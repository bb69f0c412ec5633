/** Read by spreadsheets as a formula when a cell begins with it; also in full width. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/u;
const NEEDS_QUOTES = /[",\r\n]/;
const BYTE_ORDER_MARK = '\u{feff}';

/**
 * Lines as RFC 4180 has them, in UTF-8 with a byte order mark, without which spreadsheets take Chinese for something else. A cell
 * that would be a formula begins with an apostrophe, and is text.
 */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(text: string): string {
  const safe = FORMULA.test(text.trimStart()) || FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
