import { DecodeError } from '../../bytes/decode-error.ts';
import type { MediaSource } from '../media-source.ts';
import type { PdfObject } from './object.ts';
import { chargeSteps } from './parse-window.ts';
import { PdfParser } from './parser.ts';
import { entryOf, wholeNumber, type PdfDictionary } from './values.ts';

const WHAT = 'PDF object stream';

/** The unpacked data of an object stream, and where it was packed. */
export interface PackedObjects {
  dictionary: PdfDictionary;
  data: Uint8Array;
  offset: number;
  length: number;
}

/** The object of this number (ISO 32000-2 §7.5.7): pairs of number and place come first. */
export function unpackObject(source: MediaSource, packed: PackedObjects, number: number): PdfObject {
  const { dictionary, data, offset, length } = packed;
  const first = wholeNumber(entryOf(dictionary, 'First'));
  const count = wholeNumber(entryOf(dictionary, 'N'));
  const base = source.fileOffset(offset);
  if (first === null || count === null || first > data.length) throw new DecodeError(WHAT, base);
  const head = new PdfParser(data.subarray(0, first));
  let place: number | null = null;
  // Found by its number: the index that cross-references give is wrong in some files.
  for (let pair = 0; pair < count && place === null; pair += 1) {
    head.skipSpace();
    if (head.isAtEnd) break;
    const found = head.wholeNumber(WHAT);
    const relative = head.wholeNumber(WHAT);
    if (found === number) place = first + relative;
  }
  chargeSteps(source, head.position, offset, WHAT);
  if (place === null || place >= data.length) throw new DecodeError(`${WHAT}: object not in it`, base);
  const parser = new PdfParser(data, { position: place, base });
  const value = parser.value();
  chargeSteps(source, parser.position - place, offset, WHAT);
  const owner = { bytes: data, start: offset, number, generation: 0, packed: { offset, length } };
  return { value, owner, streamStart: null };
}
