import { DecodeError } from '../../bytes/decode-error.ts';
import { LimitError } from '../../bytes/limit-error.ts';
import type { MediaSource } from '../media-source.ts';
import { isDigit, isSpace } from './characters.ts';
import { chargeSteps, parseAt } from './parse-window.ts';
import { PdfParser } from './parser.ts';
import { entryOf, wholeNumber, type PdfDictionary } from './values.ts';
import { highestNumber, subsectionOf, type Subsection, type XrefEntry, type XrefSection } from './xref-section.ts';

interface TableSubsection extends Subsection {
  start: number;
  entryBytes: number;
}

/** Without the end of the line: ten digits, five digits, a letter, a blank between them. */
const ENTRY_CHARS = 18;
/** What looking at one subsection takes, in parsed bytes. */
const SUBSECTION_COST = 4;
/** Changed objects far apart make one each; more than this would only waste time. */
const SUBSECTIONS = 8_192;
/** Small, so that a table of many short subsections does not read the same bytes over and over. */
const HEAD_WINDOW_BYTES = 128;

/**
 * A classic cross-reference table (ISO 32000-2 §7.5.4). Its entries all have one length, so that only the wanted ones are
 * read: the table of a large file has hundreds of kilobytes.
 */
export function readXrefTable(source: MediaSource, offset: number): XrefSection {
  const subsections: TableSubsection[] = [];
  let at = offset + 'xref'.length;
  for (;;) {
    const next = parseAt(source, at, 'PDF cross-reference table', readHead, HEAD_WINDOW_BYTES);
    if (next.trailer !== null) return section(source, { offset, at, subsections, ...next, trailer: next.trailer });
    if (subsections.length >= SUBSECTIONS) throw new LimitError('PDF cross-reference table', source.fileOffset(offset));
    const subsection = { ...next, start: at + next.end, entryBytes: 20 };
    subsection.entryBytes = entryLength(source, subsection.start, next.count);
    subsections.push(correctFirst(source, subsection));
    at = subsection.start + subsection.entryBytes * subsection.count;
    if (at > source.size)
      throw new DecodeError('PDF cross-reference table: not enough bytes', source.fileOffset(offset));
  }
}

interface Head {
  first: number;
  count: number;
  end: number;
  trailer: PdfDictionary | null;
  bytes: Uint8Array;
}

function readHead(parser: PdfParser): Head {
  const { bytes } = parser;
  if (parser.takeWord('trailer')) {
    const trailer = parser.value();
    if (trailer.kind === 'dictionary') return { first: 0, count: 0, end: parser.position, trailer, bytes };
  }
  const first = parser.wholeNumber('PDF cross-reference table');
  const count = parser.wholeNumber('PDF cross-reference table');
  // Leaves the line end, so that an empty line before the entries is not an entry.
  if (count > 0) parser.skipSpace();
  return { first, count, end: parser.position, trailer: null, bytes };
}

/** 20 by the standard; writers that end lines with one character make 19. */
function entryLength(source: MediaSource, start: number, count: number): number {
  if (count === 0) return 20;
  const line = source.upTo(start, ENTRY_CHARS + 2, 'PDF cross-reference entry');
  return isSpace(line[ENTRY_CHARS]) && isDigit(line[ENTRY_CHARS + 1]) ? ENTRY_CHARS + 1 : ENTRY_CHARS + 2;
}

/** A known mistake of writers: the head of the free list, always object 0, is in a table that says it begins with 1. */
function correctFirst(source: MediaSource, subsection: TableSubsection): TableSubsection {
  if (subsection.first !== 1 || subsection.count === 0) return subsection;
  const entry = readEntry(source, subsection.start);
  return entry.kind === 'free' ? { ...subsection, first: 0 } : subsection;
}

function readEntry(source: MediaSource, start: number): XrefEntry {
  const bytes = source.bytes(start, ENTRY_CHARS, 'PDF cross-reference entry');
  const parser = new PdfParser(bytes, { base: source.fileOffset(start) });
  const offset = parser.wholeNumber('PDF cross-reference entry');
  const generation = parser.wholeNumber('PDF cross-reference entry');
  // Writers also put 0 where nothing is, instead of marking the entry free.
  return parser.takeWord('n') && offset > 0 ? { kind: 'offset', offset, generation } : { kind: 'free' };
}

interface Parts extends Head {
  offset: number;
  at: number;
  subsections: TableSubsection[];
  trailer: PdfDictionary;
}

function section(source: MediaSource, { offset, at, subsections, trailer, bytes }: Parts): XrefSection {
  return {
    form: 'table',
    offset,
    trailer,
    trailerBytes: bytes,
    trailerStart: at,
    size: Math.max(highestNumber(subsections), wholeNumber(entryOf(trailer, 'Size')) ?? 0),
    find: (number) => {
      chargeSteps(source, subsections.length * SUBSECTION_COST, offset, 'PDF cross-reference table');
      const place = subsectionOf(subsections, number);
      return place === null
        ? null
        : readEntry(source, place.subsection.start + place.index * place.subsection.entryBytes);
    },
  };
}
