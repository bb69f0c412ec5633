import type { PdfDictionary } from './values.ts';

/** Where a cross-reference section says an object is. */
export type XrefEntry =
  { kind: 'offset'; offset: number; generation: number } | { kind: 'packed'; stream: number } | { kind: 'free' };

/** One cross-reference section with its trailer; a file that was changed in place has several. */
export interface XrefSection {
  form: 'table' | 'stream';
  offset: number;
  trailer: PdfDictionary;
  /** The bytes that the trailer's places count in, and where the first one is in the source. */
  trailerBytes: Uint8Array;
  trailerStart: number;
  /** One more than the highest number in the section or its trailer. */
  size: number;
  /** Null when the section does not mention the object. */
  find(number: number): XrefEntry | null;
}

export interface Subsection {
  first: number;
  count: number;
}

/** The place of an object among the entries of all subsections; null when none holds it. */
export function subsectionOf<S extends Subsection>(
  subsections: readonly S[],
  number: number,
): { subsection: S; index: number } | null {
  const subsection = subsections.find(({ first, count }) => number >= first && number - first < count);
  return subsection === undefined ? null : { subsection, index: number - subsection.first };
}

export function highestNumber(subsections: readonly Subsection[]): number {
  return subsections.reduce((highest, { first, count }) => Math.max(highest, first + count), 0);
}
