import { COLORS, FACES, type Face } from './faces.ts';
import type { Pen } from './pen.ts';

type Document = PDFKit.PDFDocument;
type Element = PDFKit.PDFStructureElement;

/** A4, in points. */
export const PAPER = { width: 595.28, height: 841.89, side: 56, top: 56, bottom: 64 } as const;
export const WIDTH = PAPER.width - 2 * PAPER.side;
const END = PAPER.height - PAPER.bottom;
/** Rows up to this height are not split across pages. */
const WHOLE = 120;
/** When a row is split, at least this much stays on the first page. */
const AT_LEAST = 56;
/** From the middle of a line to the baseline, in font sizes: the middle of a line is the middle of its capitals. */
const DROP = 0.36;

/** A text in a row: where it starts, how wide it may be, and what it is in the structure of the document. */
export interface Part {
  readonly text: string | readonly string[];
  readonly face: Face;
  readonly x?: number;
  readonly width?: number;
  readonly tag: 'H1' | 'H2' | 'H3' | 'P' | 'TH' | 'TD' | 'Lbl' | 'LBody';
}

/** A title that is drawn with what follows it, so that it never ends a page. */
export interface Heading {
  readonly part: Part;
  /** Space above it, except at the top of a page. */
  readonly before: number;
  readonly after: number;
  /** Whether a line is drawn below it. */
  readonly ruled?: true;
}

interface Waiting extends Heading {
  before: number;
  readonly element: Element;
  readonly lines: readonly string[];
}

/** A section has reached its last page and it is full. */
class PagesFullError extends Error {
  override readonly name = 'PagesFullError';
}

/** The pages from top to bottom. Rows of text are broken into lines, lines onto pages, and all of it is tagged. */
export class Sheet {
  readonly document: Document;
  readonly pen: Pen;
  readonly #open: Element[];
  #waiting: Waiting[] = [];
  #untilPage: number;
  #pages = 0;
  #y = END;

  constructor(document: Document, pen: Pen, options: { pages: number }) {
    this.document = document;
    this.pen = pen;
    this.#untilPage = options.pages;
    const root = document.struct('Document');
    document.addStructure(root);
    this.#open = [root];
  }

  get y(): number {
    return this.#y;
  }

  /** Runs a part of the report that may fill the pages up to `page`; false when it was cut there. */
  upTo(page: number, work: () => void): boolean {
    const outer = this.#untilPage;
    this.#untilPage = Math.min(outer, page);
    try {
      work();
      return true;
    } catch (error) {
      if (!(error instanceof PagesFullError)) throw error;
      // Titles of what did not fit.
      for (const { element } of this.#waiting.splice(0)) element.end();
      return false;
    } finally {
      this.#untilPage = outer;
    }
  }

  /** Whatever `work` draws becomes children of one element. */
  tagged(tag: string, work: () => void): void {
    const element = this.#add(tag);
    this.#open.push(element);
    try {
      work();
    } finally {
      this.#open.pop();
      element.end();
    }
  }

  /** Puts a title above whatever comes next, on the same page. In the structure it is placed immediately. */
  heading(heading: Heading): void {
    const { text, face, tag } = heading.part;
    this.#waiting.push({ ...heading, element: this.#add(tag), lines: this.pen.linesOf(text, face, WIDTH) });
  }

  /** The height of a row of these parts. */
  heightOf(parts: readonly Part[]): number {
    const lines = parts.map(({ text, face, x = 0, width = WIDTH - x }) => this.pen.linesOf(text, face, width).length);
    return Math.max(...parts.map(({ face }) => face.lead)) * Math.max(...lines);
  }

  /** Puts texts beside one another; the row is as high as the longest of them. */
  row(parts: readonly Part[]): void {
    const columns = parts.map((part) => {
      const { x = 0, width = WIDTH - x } = part;
      return { ...part, x, element: this.#add(part.tag), lines: this.pen.linesOf(part.text, part.face, width) };
    });
    const lead = Math.max(...columns.map(({ face }) => face.lead));
    const size = Math.max(...columns.map(({ face }) => face.size));
    const height = lead * Math.max(...columns.map(({ lines }) => lines.length));
    try {
      if (height <= WHOLE) this.keep(height);
      for (let i = 0; i * lead < height; i += 1) {
        this.keep(lead);
        const baseline = this.#y + lead / 2 + size * DROP;
        for (const { lines, face, x, tag, element } of columns) {
          this.#drawLine(lines[i] ?? '', face, { x: PAPER.side + x, baseline }, { tag, element });
        }
        this.#y += lead;
      }
    } finally {
      for (const { element } of columns) element.end();
    }
  }

  space(points: number): void {
    this.#y += points;
  }

  /** Makes room for something of this height and the titles above it, on a new page when too little is left of this one. */
  keep(height: number): void {
    // A title right below another one needs no room of its own above it.
    for (const heading of this.#waiting.slice(1)) heading.before = 0;
    const waiting = this.#waiting.reduce((sum, heading) => sum + heightOfHeading(heading), 0);
    if (this.#y + waiting + height > END) {
      if (this.#pages >= this.#untilPage) throw new PagesFullError();
      this.document.addPage();
      this.#pages += 1;
      this.#y = PAPER.top;
    }
    for (const heading of this.#waiting.splice(0)) this.#drawHeading(heading);
  }

  /** Makes room for rows that belong together; only for the first of them when they are too high for one page. */
  keepTogether(...rows: readonly (readonly Part[])[]): void {
    const height = rows.reduce((sum, parts) => sum + this.heightOf(parts), 0);
    this.keep(height <= WHOLE ? height : AT_LEAST);
  }

  #drawHeading({ part, before, after, ruled, element, lines }: Waiting): void {
    const { face, tag } = part;
    if (this.#y > PAPER.top) this.#y += before;
    for (const line of lines) {
      const baseline = this.#y + face.lead / 2 + face.size * DROP;
      this.#drawLine(line, face, { x: PAPER.side, baseline }, { tag, element });
      this.#y += face.lead;
    }
    element.end();
    if (ruled === true) this.#rule(this.#y + after / 2);
    this.#y += after;
  }

  #drawLine(
    line: string,
    face: Face,
    place: { x: number; baseline: number },
    { tag, element }: { tag: string; element: Element },
  ): void {
    if (line === '') return;
    element.add(this.document.markStructureContent(tag));
    this.pen.draw(line, face, place);
    this.document.endMarkedContent();
  }

  /** A thin line across the page. */
  #rule(y: number): void {
    this.decorate(() => {
      const { side, width } = PAPER;
      this.document
        .moveTo(side, y)
        .lineTo(width - side, y)
        .lineWidth(0.5)
        .stroke(COLORS.rule);
    });
  }

  /** Decorative drawing, hidden from screen readers. */
  decorate(draw: () => void): void {
    this.document.markContent('Artifact', { type: 'Layout' });
    draw();
    this.document.endMarkedContent();
  }

  /** Draws the footer of every page, and ends the structure. */
  finish(foot: (page: number, pages: number) => { left: string; right: string }): void {
    for (const element of this.#open.splice(0)) element.end();
    for (let page = 0; page < this.#pages; page += 1) {
      this.document.switchToPage(page);
      const { left, right } = foot(page + 1, this.#pages);
      const baseline = PAPER.height - PAPER.bottom / 2;
      this.document.markContent('Artifact', { type: 'Pagination' });
      this.pen.draw(left, FACES.footer, { x: PAPER.side, baseline });
      const x = PAPER.width - PAPER.side - this.pen.widthOf(right, FACES.footer);
      this.pen.draw(right, FACES.footer, { x, baseline });
      this.document.endMarkedContent();
    }
  }

  #add(tag: string): Element {
    const element = this.document.struct(tag);
    this.#open.at(-1)?.add(element);
    return element;
  }
}

function heightOfHeading({ before, after, part, lines }: Waiting): number {
  return before + part.face.lead * lines.length + after;
}
