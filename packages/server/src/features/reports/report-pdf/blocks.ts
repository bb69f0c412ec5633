import { FACES, type Face } from './faces.ts';
import { WIDTH, type Part, type Sheet } from './sheet.ts';

export const NAME_WIDTH = 132;
const GAP = 12;
export const VALUE_X = NAME_WIDTH + GAP;
/** The indent of text after a bullet. */
const INDENT = 10;
/** Between rows. */
const SLACK = 2;
/** A table of facts up to this height is not split across pages. */
const WHOLE = 160;

/** A name and its value. A null value omits the row. */
export interface Fact {
  readonly name: string;
  readonly value: string | readonly string[] | null;
  readonly face?: Face;
}

/** Begins a section. */
export function section(sheet: Sheet, title: string, work: () => void): void {
  sheet.tagged('Sect', () => {
    sheet.heading({ part: { text: title, face: FACES.section, tag: 'H2' }, before: 26, after: 14, ruled: true });
    work();
  });
}

export function subsection(sheet: Sheet, title: string): void {
  sheet.heading({ part: { text: title, face: FACES.subsection, tag: 'H3' }, before: 12, after: 3 });
}

export function paragraph(sheet: Sheet, text: string, face: Face = FACES.body): void {
  sheet.row([{ text, face, tag: 'P' }]);
}

/** Texts one below the other, each with a bullet. */
export function bullets(sheet: Sheet, texts: readonly string[]): void {
  sheet.tagged('L', () => {
    for (const text of texts) {
      sheet.tagged('LI', () =>
        sheet.row([
          { text: '•', face: FACES.body, width: INDENT, tag: 'Lbl' },
          { text, face: FACES.body, x: INDENT, tag: 'LBody' },
        ]),
      );
      sheet.space(SLACK);
    }
  });
}

/** Names on the left, values on the right. */
export function facts(sheet: Sheet, rows: readonly Fact[]): void {
  const shown = rows.filter(({ value }) => value !== null && value.length > 0);
  if (shown.length === 0) return;
  const rowsOfParts = shown.map(({ name, value, face = FACES.body }): Part[] => [
    { text: name, face: FACES.label, width: NAME_WIDTH, tag: 'TH' },
    { text: value ?? '', face, x: VALUE_X, tag: 'TD' },
  ]);
  const height = rowsOfParts.reduce((sum, parts) => sum + sheet.heightOf(parts) + SLACK, 0);
  if (height <= WHOLE) sheet.keep(height);
  sheet.tagged('Table', () => {
    for (const parts of rowsOfParts) {
      sheet.tagged('TR', () => sheet.row(parts));
      sheet.space(SLACK);
    }
  });
}

export interface Column {
  readonly title: string;
  /** Share of the page's width. */
  readonly share: number;
  readonly face?: Face;
}

/** Rows below a line of titles; the first row is on the same page as the titles. Empty cells show a dash. */
export function table(sheet: Sheet, columns: readonly Column[], rows: Iterable<readonly (string | null)[]>): void {
  const places = placesOf(columns);
  const titles = columns.map(({ title }, i): Part => ({ text: title, face: FACES.head, tag: 'TH', ...places[i] }));
  let room = sheet.heightOf(titles);
  sheet.tagged('Table', () => {
    for (const row of rows) {
      const cells = columns.map(({ face = FACES.cell }, i): Part => ({
        text: row[i] || '–',
        face,
        tag: 'TD',
        ...places[i],
      }));
      if (room > 0) {
        sheet.keep(room + sheet.heightOf(cells));
        sheet.tagged('TR', () => sheet.row(titles));
        room = 0;
      }
      sheet.tagged('TR', () => sheet.row(cells));
      sheet.space(SLACK);
    }
  });
}

function placesOf(columns: readonly Column[]): { x: number; width: number }[] {
  let x = 0;
  return columns.map(({ share }) => {
    const place = { x, width: WIDTH * share - GAP };
    x += WIDTH * share;
    return place;
  });
}
