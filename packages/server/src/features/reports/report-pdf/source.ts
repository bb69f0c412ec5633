import type { FullReport } from '../../jobs/index.ts';
import type { Language } from '../../../shared/language.ts';
import type { PlainDocument } from '../../../shared/plain-document.ts';
import { REPORT_WORDS, type ReportWords } from '../../../shared/report-words.ts';
import { statementOf, type Statement } from '../../../shared/statement.ts';
import { STATUSES, type StatusWords } from '../../../shared/statuses.ts';
import { fill } from '../../../shared/fill.ts';
import { REPORT_PDF_LIMITS } from './limits.ts';
import { cutText } from './visible-text.ts';

export { fill };

/** All that a report as a PDF is made from: plain data, so that another thread can make it. */
export interface ReportSource {
  readonly full: FullReport;
  readonly language: Language;
  /** Where the result and the JSON report are found; printed as text. */
  readonly addresses: { readonly result: string; readonly json: string };
}

/** What is printed: the report of a job, or another document. */
export type PrintSource = ReportSource | PlainDocument;

/** The same with the words of its language. */
export class Source {
  readonly full: FullReport;
  readonly addresses: ReportSource['addresses'];
  readonly language: Language;
  readonly words: ReportWords;
  readonly statuses: StatusWords;
  /** The first sentence of the result. */
  readonly statement: Statement;

  constructor({ full, language, addresses }: ReportSource) {
    this.full = full;
    this.addresses = addresses;
    this.language = language;
    this.words = REPORT_WORDS[language];
    this.statuses = STATUSES[language];
    this.statement = statementOf(full, language);
  }

  /** A value from the file, cut with a note on how much was left out. Null stays null. */
  value(text: string, max?: number): string;
  value(text: string | null, max?: number): string | null;
  value(text: string | null, max: number = REPORT_PDF_LIMITS.valueCharacters): string | null {
    if (text === null) return null;
    const cut = cutText(text, max);
    return cut.more === 0 ? cut.text : cut.text + fill(this.words.more, { count: this.number(cut.more) });
  }

  /** The same, with a word for a missing value. */
  stated(text: string | null): string {
    return this.value(text) ?? this.words.absent;
  }

  /** One of our sentences, which may quote the file. */
  sentence(text: string): string {
    return this.value(text, REPORT_PDF_LIMITS.sentenceCharacters);
  }

  /** The first of many, and how many more there are. */
  list(values: readonly string[]): string[] {
    const more = values.length - REPORT_PDF_LIMITS.listItems;
    const shown = values.slice(0, REPORT_PDF_LIMITS.listItems).map((text) => this.value(text));
    return more > 0 ? [...shown, fill(this.words.moreRows, { count: this.number(more) })] : shown;
  }

  number(value: number): string {
    return new Intl.NumberFormat(this.language).format(value);
  }

  /** An instant in UTC; anything else is shown as it is. */
  time(instant: string | null): string | null {
    const match = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.0+)?(\.\d{1,9})?(?:Z|\+00:00)$/.exec(instant ?? '');
    return match === null ? this.value(instant) : `${match[1]} ${match[2]}${match[3] ?? ''} UTC`;
  }

  /** Yes, no or not stated. */
  truth(value: boolean | null): string {
    if (value === null) return this.words.absent;
    return value ? this.words.yes : this.words.no;
  }
}
