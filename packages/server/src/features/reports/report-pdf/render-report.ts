import PdfDocument from 'pdfkit';
import { basisSection } from './basis-section.ts';
import { paragraph } from './blocks.ts';
import { collect } from './collect.ts';
import { credentialSection } from './credential-section.ts';
import { FACES } from './faces.ts';
import type { Fonts } from './fonts.ts';
import { labelSection } from './label-section.ts';
import { REPORT_PDF_LIMITS } from './limits.ts';
import { manifestsSection } from './manifests-section.ts';
import { metadataSection } from './metadata-section.ts';
import { Pen } from './pen.ts';
import { resolutionSection } from './resolution-section.ts';
import { PAPER, Sheet } from './sheet.ts';
import { fill, Source, type ReportSource } from './source.ts';
import { understandSection } from './understand-section.ts';
import { verdictSection } from './verdict-section.ts';
import { visibleText } from './visible-text.ts';

type Section = (sheet: Sheet, source: Source) => void;

/** In this order; the number is the last page that a section may use. */
const SECTIONS: readonly (readonly [Section, number])[] = [
  [verdictSection, REPORT_PDF_LIMITS.pages],
  [understandSection, REPORT_PDF_LIMITS.pages],
  [credentialSection, REPORT_PDF_LIMITS.manifestsUntilPage],
  [manifestsSection, REPORT_PDF_LIMITS.manifestsUntilPage],
  [labelSection, REPORT_PDF_LIMITS.labelsUntilPage],
  [metadataSection, REPORT_PDF_LIMITS.metadataUntilPage],
  [resolutionSection, REPORT_PDF_LIMITS.pages],
  [basisSection, REPORT_PDF_LIMITS.pages],
];

/**
 * The report as a PDF: tagged, in one language, without links, scripts or attachments. The same report gives the same bytes,
 * because nothing in it depends on when it is made.
 */
export function renderReport(reportSource: ReportSource, fonts: Fonts): Promise<Buffer> {
  const source = new Source(reportSource);
  const document = new PdfDocument(documentOptions(source, fonts));
  const bytes = collect(document);
  const sheet = new Sheet(document, new Pen(document, fonts, source.language), { pages: REPORT_PDF_LIMITS.pages });
  for (const [section, page] of SECTIONS) {
    if (!sheet.upTo(page, () => section(sheet, source))) sayCut(sheet, source);
  }
  const { words, full } = source;
  sheet.finish((page, pages) => ({
    left: full.job.id,
    right: fill(words.page, { page: source.number(page), pages: source.number(pages) }),
  }));
  document.end();
  return bytes;
}

function sayCut(sheet: Sheet, { words }: Source): void {
  sheet.upTo(REPORT_PDF_LIMITS.pages, () => {
    sheet.space(10);
    paragraph(sheet, words.cut, FACES.strong);
  });
}

function documentOptions(source: Source, fonts: Fonts): PDFKit.PDFDocumentOptions {
  const { words, full, language } = source;
  const { report, result, job } = full;
  const made = new Date(job.finished_at ?? report.validated_at);
  const name = visibleText(source.stated(result.filename || null), fonts.covers);
  return {
    size: [PAPER.width, PAPER.height],
    margins: { top: PAPER.top, bottom: PAPER.bottom, left: PAPER.side, right: PAPER.side },
    pdfVersion: '1.7',
    // Only the fonts of this report.
    font: '',
    autoFirstPage: false,
    bufferPages: true,
    tagged: true,
    lang: language,
    displayTitle: true,
    info: {
      Title: fill(words.pair, { name: words.title, value: name }),
      Author: 'Revera',
      Creator: `Revera ${report.tool.version}`,
      Producer: 'PDFKit',
      CreationDate: made,
      ModDate: made,
    },
  };
}
