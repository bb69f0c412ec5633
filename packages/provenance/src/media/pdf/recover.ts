import { DecodeError } from '../../bytes/decode-error.ts';
import { LimitError } from '../../bytes/limit-error.ts';
import { LIMITS } from '../../limits.ts';
import type { MediaSource } from '../media-source.ts';
import { isDigit } from './characters.ts';
import { PdfParser } from './parser.ts';
import { entryOf, type PdfDictionary } from './values.ts';

const TRAILER_SEARCH_BYTES = 1024 * 1024;
/** Trailers that are looked at, from the end: most damaged files are cut off or joined once. */
const TRAILERS = 32;
/** Searches through both parts; a file whose objects must all be looked for would take seconds. */
const SEARCHES = 32;

export interface FoundTrailer {
  trailer: PdfDictionary;
  bytes: Uint8Array;
  start: number;
}

/** Looks for what a damaged cross-reference no longer says, in bounded parts of the file. */
export class PdfRecovery {
  readonly #source: MediaSource;
  #windows: { start: number; bytes: Buffer }[] | null = null;
  #searches = 0;

  constructor(source: MediaSource) {
    this.#source = source;
  }

  /** The last trailer, or cross-reference stream's dictionary, that names the catalog. */
  trailer(): FoundTrailer | null {
    const start = Math.max(0, this.#source.size - TRAILER_SEARCH_BYTES);
    const tail = toBuffer(this.#source.upTo(start, TRAILER_SEARCH_BYTES, 'PDF trailer'));
    let from = tail.length;
    for (let tries = 0; tries < TRAILERS && from >= 0; tries += 1) {
      const root = tail.lastIndexOf('/Root', from);
      if (root === -1) return null;
      from = root - 1;
      this.#source.step('PDF trailer', start + root);
      const trailer = trailerAround(tail, root);
      if (trailer !== null) return { trailer, bytes: tail, start };
    }
    return null;
  }

  /** Where `12 0 obj` stands last; null when it is not in the parts that are searched. */
  find(number: number): number | null {
    this.#searches += 1;
    if (this.#searches > SEARCHES) throw new LimitError('PDF object search', this.#source.fileOffset(0));
    for (const { start, bytes } of this.#searched()) {
      let from = bytes.length;
      while (from >= 0) {
        const found = bytes.lastIndexOf(`${number} 0 obj`, from, 'latin1');
        this.#source.step('PDF object search', start);
        if (found === -1) break;
        if (found === 0 || !isDigit(bytes[found - 1])) return start + found;
        from = found - 1;
      }
    }
    return null;
  }

  /** Both ends of the file, the later one first: metadata is written at one of them. */
  #searched(): { start: number; bytes: Buffer }[] {
    if (this.#windows !== null) return this.#windows;
    const length = LIMITS.mediaPdfSearchBytes;
    const { size } = this.#source;
    const tail = Math.max(0, size - length);
    const windows = [{ start: tail, bytes: toBuffer(this.#source.upTo(tail, length, 'PDF object search')) }];
    if (tail > 0) {
      windows.push({ start: 0, bytes: toBuffer(this.#source.upTo(0, Math.min(length, tail), 'PDF object search')) });
    }
    this.#windows = windows;
    return windows;
  }
}

/** The dictionary that names the catalog at `root`: the nearest one in front of it, or one around that. */
function trailerAround(tail: Buffer, root: number): PdfDictionary | null {
  let open = root;
  for (let nesting = 0; nesting < 3 && open > 0; nesting += 1) {
    open = tail.lastIndexOf('<<', open - 1);
    if (open === -1 || root - open > 4096) return null;
    const dictionary = dictionaryAt(tail, open);
    if (dictionary !== null && entryOf(dictionary, 'Root').kind === 'reference') return dictionary;
  }
  return null;
}

function dictionaryAt(bytes: Uint8Array, position: number): PdfDictionary | null {
  const parser = new PdfParser(bytes.subarray(0, position + 64 * 1024), { position });
  try {
    const value = parser.value();
    return value.kind === 'dictionary' ? value : null;
  } catch (error) {
    if (error instanceof DecodeError) return null;
    throw error;
  }
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
