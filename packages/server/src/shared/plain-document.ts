import type { Language } from './language.ts';

/** A short document of facts and one table, which the printer of reports makes a PDF of. Plain data: another thread prints it. */
export interface PlainDocument {
  readonly kind: 'document';
  /** In the footer of every page. */
  readonly id: string;
  readonly title: string;
  readonly language: Language;
  /** The instant that the file names as that of its making, so that the same document gives the same bytes. */
  readonly madeAt: string;
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  /** The widths are in percent of the page’s, and add up to 100. */
  readonly columns: readonly { readonly title: string; readonly percent: number; readonly isCode?: true }[];
  /** A cell for each column. What does not fit on a hundred pages is left out, and the document says so. */
  readonly rows: readonly (readonly string[])[];
  /** Below the table. */
  readonly note: string;
}

/** Makes a PDF of a document. */
export type PrintDocument = (document: PlainDocument) => Promise<Uint8Array>;
