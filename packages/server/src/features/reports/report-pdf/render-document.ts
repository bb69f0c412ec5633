import PdfDocument from 'pdfkit';
import type { PlainDocument } from '../../../shared/plain-document.ts';
import { REPORT_WORDS } from '../../../shared/report-words.ts';
import { facts, paragraph, table } from './blocks.ts';
import { collect } from './collect.ts';
import { FACES } from './faces.ts';
import type { Fonts } from './fonts.ts';
import { REPORT_PDF_LIMITS } from './limits.ts';
import { Pen } from './pen.ts';
import { PAPER, Sheet } from './sheet.ts';
import { fill } from './source.ts';
import { visibleText } from './visible-text.ts';

/** A document of facts and a table, typeset like a report. The same document gives the same bytes. */
export function renderDocument(source: PlainDocument, fonts: Fonts): Promise<Buffer> {
  const document = new PdfDocument(optionsOf(source, fonts));
  const bytes = collect(document);
  const pages = REPORT_PDF_LIMITS.pages;
  const sheet = new Sheet(document, new Pen(document, fonts, source.language), { pages });
  const words = REPORT_WORDS[source.language];
  sheet.row([{ text: source.title, face: FACES.title, tag: 'H1' }]);
  sheet.space(14);
  facts(sheet, source.facts);
  sheet.space(14);
  // The last page is kept for the note, which also says what is left out.
  const isWhole = sheet.upTo(pages - 1, () => table(sheet, columnsOf(source), source.rows));
  sheet.space(10);
  if (!isWhole) paragraph(sheet, words.documentCut, FACES.strong);
  paragraph(sheet, source.note, FACES.label);
  sheet.finish((page, all) => ({
    left: source.id,
    right: fill(words.page, { page: String(page), pages: String(all) }),
  }));
  document.end();
  return bytes;
}

function columnsOf({ columns }: PlainDocument) {
  return columns.map(({ title, percent, isCode }) => ({
    title,
    share: percent / 100,
    ...(isCode === true ? { face: FACES.cellCode } : {}),
  }));
}

function optionsOf({ title, language, madeAt }: PlainDocument, fonts: Fonts): PDFKit.PDFDocumentOptions {
  const made = new Date(madeAt);
  return {
    size: [PAPER.width, PAPER.height],
    margins: { top: PAPER.top, bottom: PAPER.bottom, left: PAPER.side, right: PAPER.side },
    pdfVersion: '1.7',
    font: '',
    autoFirstPage: false,
    bufferPages: true,
    tagged: true,
    lang: language,
    displayTitle: true,
    info: {
      Title: visibleText(title, fonts.covers),
      Author: 'Revera',
      Creator: 'Revera',
      Producer: 'PDFKit',
      CreationDate: made,
      ModDate: made,
    },
  };
}
