import { DecodeError } from '../../bytes/decode-error.ts';
import type { MediaSource } from '../media-source.ts';
import { decodeFilters } from './filters.ts';
import { readIndirectObject } from './object.ts';
import { chargeSteps } from './parse-window.ts';
import { readStreamData } from './stream-data.ts';
import { entryOf, nameOf, wholeNumber, type PdfDictionary } from './values.ts';
import { highestNumber, subsectionOf, type Subsection, type XrefEntry, type XrefSection } from './xref-section.ts';

const WHAT = 'PDF cross-reference stream';
const SUBSECTION_COST = 4;

interface RowSubsection extends Subsection {
  firstRow: number;
}

/** A cross-reference stream (ISO 32000-2 §7.5.8): rows of three numbers of stated widths. Never encrypted. */
export function readXrefStream(source: MediaSource, offset: number): XrefSection {
  const { value, owner, streamStart } = readIndirectObject(source, offset);
  if (value.kind !== 'dictionary' || streamStart === null || nameOf(entryOf(value, 'Type')) !== 'XRef') {
    throw new DecodeError(WHAT, source.fileOffset(offset));
  }
  const stored = readStreamData(source, streamStart, wholeNumber(entryOf(value, 'Length')));
  // All values are direct (§7.5.8.2), because nothing can be looked up yet.
  const data = decodeFilters(source, value, { data: stored.bytes, offset: streamStart, resolve: (direct) => direct });
  if (data === null) throw new DecodeError(`${WHAT}: unknown filter`, source.fileOffset(offset));
  const rows = new Rows(data, numbersOf(value, 'W') ?? []);
  if (rows.width === 0) throw new DecodeError(`${WHAT}: widths`, source.fileOffset(offset));
  const size = wholeNumber(entryOf(value, 'Size')) ?? 0;
  const subsections = subsectionsOf(numbersOf(value, 'Index') ?? [0, size]);
  return {
    form: 'stream',
    offset,
    trailer: value,
    trailerBytes: owner.bytes,
    trailerStart: owner.start,
    size: Math.max(size, highestNumber(subsections), (owner.number ?? 0) + 1),
    find: (number) => {
      chargeSteps(source, subsections.length * SUBSECTION_COST, offset, WHAT);
      const place = subsectionOf(subsections, number);
      return place === null ? null : rows.entry(place.subsection.firstRow + place.index);
    },
  };
}

function numbersOf(dictionary: PdfDictionary, name: string): number[] | null {
  const value = entryOf(dictionary, name);
  if (value.kind !== 'array') return null;
  return value.items.map((item) => wholeNumber(item) ?? 0);
}

function subsectionsOf(index: number[]): RowSubsection[] {
  const subsections: RowSubsection[] = [];
  let firstRow = 0;
  for (let at = 0; at + 1 < index.length; at += 2) {
    const [first = 0, count = 0] = index.slice(at, at + 2);
    subsections.push({ first, count, firstRow });
    firstRow += count;
  }
  return subsections;
}

class Rows {
  readonly width: number;
  readonly #data: Uint8Array;
  readonly #widths: readonly number[];

  constructor(data: Uint8Array, widths: readonly number[]) {
    this.#data = data;
    const three = widths.slice(0, 3);
    // Real files have 1 to 5, and 8.
    this.#widths = three.length === 3 && three.every((width) => width <= 8) ? three : [0, 0, 0];
    this.width = this.#widths.reduce((sum, width) => sum + width, 0);
  }

  /** Null when there is no such row, although the index mentions it. */
  entry(row: number): XrefEntry | null {
    const start = row * this.width;
    if (start + this.width > this.#data.length) return null;
    const [typeWidth = 0, secondWidth = 0, thirdWidth = 0] = this.#widths;
    // A type of no width is 1 (§7.5.8.2).
    const type = typeWidth === 0 ? 1 : this.#number(start, typeWidth);
    const second = this.#number(start + typeWidth, secondWidth);
    const third = this.#number(start + typeWidth + secondWidth, thirdWidth);
    if (type === 2) return { kind: 'packed', stream: second };
    return type === 1 && second > 0 ? { kind: 'offset', offset: second, generation: third } : { kind: 'free' };
  }

  #number(start: number, width: number): number {
    let value = 0;
    for (let at = start; at < start + width; at += 1) value = value * 256 + (this.#data[at] ?? 0);
    return value;
  }
}
