/**
 * What PDF files are made of (ISO 32000-2 §7.3). `start` and `end` are places in the bytes that were parsed, so that a value
 * can be copied unchanged.
 */
export type PdfValue =
  | { kind: 'null' }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'number'; value: number }
  /** Bytes above ASCII as Latin-1, so that different names stay different. */
  | { kind: 'name'; name: string }
  | PdfString
  | PdfReference
  | { kind: 'array'; items: PdfValue[] }
  | PdfDictionary
  /** A word that is not a value: `endobj`, `stream`. */
  | { kind: 'keyword'; text: string };

export interface PdfString {
  kind: 'string';
  bytes: Uint8Array;
  start: number;
  end: number;
}

export interface PdfReference {
  kind: 'reference';
  number: number;
  generation: number;
}

export interface PdfDictionary {
  kind: 'dictionary';
  entries: PdfEntry[];
}

export interface PdfEntry {
  name: string;
  value: PdfValue;
  /** From the name's slash to the end of the value. */
  start: number;
  end: number;
}

export const PDF_NULL: PdfValue = { kind: 'null' };

/** A name that is given twice counts as it was given last, as in most viewers. */
export function entryOf(dictionary: PdfDictionary, name: string): PdfValue {
  return dictionary.entries.findLast((entry) => entry.name === name)?.value ?? PDF_NULL;
}

export function wholeNumber(value: PdfValue): number | null {
  return value.kind === 'number' && Number.isSafeInteger(value.value) && value.value >= 0 ? value.value : null;
}

export function nameOf(value: PdfValue): string | null {
  return value.kind === 'name' ? value.name : null;
}
