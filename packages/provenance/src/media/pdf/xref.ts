import { DecodeError } from '../../bytes/decode-error.ts';
import { LimitError } from '../../bytes/limit-error.ts';
import { hasAscii } from '../../bytes/match.ts';
import { LIMITS } from '../../limits.ts';
import type { MediaSource } from '../media-source.ts';
import { isDigit, isSpace } from './characters.ts';
import { PdfParser } from './parser.ts';
import { entryOf, wholeNumber } from './values.ts';
import type { XrefEntry, XrefSection } from './xref-section.ts';
import { readXrefStream } from './xref-stream.ts';
import { readXrefTable } from './xref-table.ts';

/** The keyword is in the last 1024 bytes (ISO 32000-1, implementation note 18); servers append more than that. */
const TAIL_BYTES = [1024, 64 * 1024] as const;

/** Where the newest cross-reference section is said to begin; null when the end of the file says nothing. */
export function findStartXref(source: MediaSource): number | null {
  for (const length of TAIL_BYTES) {
    const start = Math.max(0, source.size - length);
    const tail = source.upTo(start, length, 'PDF end');
    const found = Buffer.from(tail.buffer, tail.byteOffset, tail.length).lastIndexOf('startxref');
    if (found === -1) continue;
    const parser = new PdfParser(tail, { position: found + 'startxref'.length, base: source.fileOffset(start) });
    parser.skipSpace();
    if (!isDigit(tail[parser.position])) return null;
    return parser.wholeNumber('PDF startxref');
  }
  return null;
}

/** The cross-reference sections, the newest first, each read only when the newer ones do not answer. */
export class XrefChain {
  readonly #source: MediaSource;
  readonly #sections: XrefSection[] = [];
  readonly #seen = new Set<number>();
  /** Sections still to be read, the next one last. */
  readonly #waiting: number[];
  #damage: DecodeError | null = null;

  constructor(source: MediaSource, start: number) {
    this.#source = source;
    this.#waiting = [start];
  }

  /** What kept an older section from being read. */
  get damage(): DecodeError | null {
    return this.#damage;
  }

  /** @throws {DecodeError} the newest section cannot be read */
  newest(): XrefSection {
    const section = this.#section(0);
    if (section === null) throw this.#damage ?? new DecodeError('PDF cross-reference', this.#source.fileOffset(0));
    return section;
  }

  /** Null when no section mentions the object. */
  find(number: number): XrefEntry | null {
    let hidden: XrefEntry | null = null;
    for (let index = 0; ; index += 1) {
      const section = this.#section(index);
      if (section === null) return hidden;
      const entry = section.find(number);
      // Of a hybrid file the table calls free what only its stream knows (§7.5.8.4): the stream comes next.
      const isHybrid = section.form === 'table' && entryOf(section.trailer, 'XRefStm').kind === 'number';
      if (entry !== null && (entry.kind !== 'free' || !isHybrid)) return entry;
      hidden ??= entry;
    }
  }

  /** Behind the highest object number of any section, so that a new object takes nobody's number. */
  size(): number {
    let size = 1;
    for (let index = 0; ; index += 1) {
      const section = this.#section(index);
      if (section === null) return size;
      size = Math.max(size, section.size);
    }
  }

  #section(index: number): XrefSection | null {
    while (this.#sections.length <= index) {
      const next = this.#waiting.pop();
      if (next === undefined) return null;
      // A loop says the same again: nothing is lost.
      if (this.#seen.has(next)) continue;
      this.#seen.add(next);
      const section = this.#read(next);
      if (section === null) continue;
      this.#sections.push(section);
      this.#queue(section);
    }
    return this.#sections[index] ?? null;
  }

  #queue({ form, trailer }: XrefSection): void {
    const previous = wholeNumber(entryOf(trailer, 'Prev'));
    const hybrid = form === 'table' ? wholeNumber(entryOf(trailer, 'XRefStm')) : null;
    if (previous !== null) this.#waiting.push(previous);
    if (hybrid !== null) this.#waiting.push(hybrid);
  }

  #read(offset: number): XrefSection | null {
    try {
      if (this.#seen.size > LIMITS.mediaPdfRevisions) {
        throw new LimitError('PDF revisions', this.#source.fileOffset(offset));
      }
      return readXrefSection(this.#source, offset);
    } catch (error) {
      if (!(error instanceof DecodeError) || (error instanceof LimitError && error.isFinal)) throw error;
      this.#damage ??= error;
      return null;
    }
  }
}

function readXrefSection(source: MediaSource, offset: number): XrefSection {
  const head = source.upTo(offset, 64, 'PDF cross-reference');
  let space = 0;
  while (isSpace(head[space])) space += 1;
  const start = offset + space;
  return hasAscii(head, space, 'xref') ? readXrefTable(source, start) : readXrefStream(source, start);
}
