import type { Language } from '../../../shared/language.ts';
import { breakLines } from './break-lines.ts';
import type { Face } from './faces.ts';
import type { Fonts } from './fonts.ts';
import { visibleText } from './visible-text.ts';

type Document = PDFKit.PDFDocument;
type Feature = PDFKit.Mixins.OpenTypeFeatures;

/** Characters that the font has in full width, right for Chinese and wrong for English. */
const QUOTES = /[‘’“”]/;
/** Where the font would join two characters into a narrower one, as in a digest that contains "ff". */
const BEFORE_LIGATURE = /(?<=f)(?=[a-z])/;

/** Measures and draws single lines in the fonts of the document. */
export class Pen {
  readonly #document: Document;
  readonly #fonts: Fonts;
  readonly #language: Language;
  /** Widths of characters in thousandths of the size. */
  readonly #widths = new Map<string, number>();

  constructor(document: Document, fonts: Fonts, language: Language) {
    this.#document = document;
    this.#fonts = fonts;
    this.#language = language;
    document.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold);
  }

  /** Lines of one text or of several, one below the other; characters that a reader could not see are made visible. */
  linesOf(text: string | readonly string[], face: Face, width: number): string[] {
    return [text]
      .flat()
      .flatMap((one) =>
        breakLines(visibleText(one, this.#fonts.covers), width, (character) => this.#widthOf(character, face)),
      );
  }

  widthOf(line: string, face: Face): number {
    return Array.from(line).reduce((width, character) => width + this.#widthOf(character, face), 0);
  }

  /** Draws one line that `linesOf` made. Plain text always: no link, no annotation. */
  draw(line: string, face: Face, { x, baseline }: { x: number; baseline: number }): void {
    this.#document.font(face.font, face.size).fillColor(face.color);
    let at = x;
    for (const piece of face.mono === true ? line.split(BEFORE_LIGATURE) : [line]) {
      const features = this.#featuresOf(piece, face);
      this.#document.text(piece, at, baseline, { lineBreak: false, baseline: 'alphabetic', features });
      at += this.widthOf(piece, face);
    }
  }

  #widthOf(character: string, face: Face): number {
    const key = `${face.font}${face.mono === true ? '=' : '-'}${character}`;
    let width = this.#widths.get(key);
    if (width === undefined) {
      const features = this.#featuresOf(character, face);
      width = this.#document.font(face.font, 1_000).widthOfString(character, { features });
      this.#widths.set(key, width);
    }
    return (width * face.size) / 1_000;
  }

  #featuresOf(text: string, face: Face): Feature[] | undefined {
    if (face.mono === true) return ['hwid'];
    return this.#language === 'en' && QUOTES.test(text) ? ['pwid'] : undefined;
  }
}
