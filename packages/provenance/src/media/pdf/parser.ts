import { DecodeError } from '../../bytes/decode-error.ts';
import { LimitError } from '../../bytes/limit-error.ts';
import { hasAscii } from '../../bytes/match.ts';
import { LIMITS } from '../../limits.ts';
import { hexDigit, isDigit, isRegular, isSpace } from './characters.ts';
import { hexString, literalString } from './strings.ts';
import { PDF_NULL, type PdfDictionary, type PdfEntry, type PdfReference, type PdfValue } from './values.ts';

/** Longer ones are not numbers; this avoids converting a megabyte of digits. */
const NUMBER_CHARS = 40;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;

/** Reads PDF values forward through bytes (ISO 32000-2 §7.2 and §7.3). Fails with a DecodeError, never by recursion. */
export class PdfParser {
  readonly bytes: Uint8Array;
  position: number;
  /** The first byte's place in the file, for failures. */
  readonly #base: number;
  readonly #buffer: Buffer;

  constructor(bytes: Uint8Array, { position = 0, base = 0 } = {}) {
    this.bytes = bytes;
    this.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.position = position;
    this.#base = base;
  }

  /** True when the bytes ran out, so that the value might continue after them. */
  get isAtEnd(): boolean {
    return this.position >= this.bytes.length;
  }

  skipSpace(): void {
    for (;;) {
      while (isSpace(this.bytes[this.position])) this.position += 1;
      if (this.bytes[this.position] !== 0x25) return;
      while (!this.isAtEnd && !isLineEnd(this.bytes[this.position])) this.position += 1;
    }
  }

  /** Steps over this word when it stands here. */
  takeWord(word: string): boolean {
    this.skipSpace();
    const end = this.position + word.length;
    if (!hasAscii(this.bytes, this.position, word)) {
      // The word may be cut off by the end of the bytes.
      if (end > this.bytes.length) this.position = this.bytes.length;
      return false;
    }
    this.position = end;
    return true;
  }

  value(depth = 0): PdfValue {
    if (depth > LIMITS.mediaDepth) throw new LimitError('PDF value', this.#at());
    this.skipSpace();
    switch (this.bytes[this.position]) {
      case undefined:
        throw this.#failure('PDF value: not enough bytes');
      case 0x2f:
        return { kind: 'name', name: this.#name() };
      case 0x28:
        return this.#string(literalString(this.bytes, this.position));
      case 0x5b:
        return this.#array(depth);
      case 0x3c:
        if (this.bytes[this.position + 1] === 0x3c) return this.#dictionary(depth);
        return this.#string(hexString(this.bytes, this.position));
      default:
        return this.#word();
    }
  }

  /** A whole number, such as those of an object's header. */
  wholeNumber(what: string): number {
    this.skipSpace();
    const start = this.position;
    while (isDigit(this.bytes[this.position])) this.position += 1;
    const value = this.position > start && this.position - start <= 15 ? Number(this.#text(start)) : null;
    if (value === null) throw this.#failure(what);
    return value;
  }

  #string(token: { bytes: Uint8Array; end: number } | null): PdfValue {
    const start = this.position;
    if (token === null) {
      this.position = this.bytes.length;
      throw this.#failure('PDF string: not enough bytes', start);
    }
    this.position = token.end;
    return { kind: 'string', bytes: token.bytes, start, end: token.end };
  }

  #name(): string {
    this.position += 1;
    const start = this.position;
    while (isRegular(this.bytes[this.position])) this.position += 1;
    const text = this.#text(start);
    if (!text.includes('#')) return text;
    return text.replaceAll(/#[0-9a-fA-F]{2}/g, (code) =>
      String.fromCharCode(hexDigit(code.charCodeAt(1)) * 16 + hexDigit(code.charCodeAt(2))),
    );
  }

  #array(depth: number): PdfValue {
    this.position += 1;
    const items: PdfValue[] = [];
    for (;;) {
      this.skipSpace();
      if (this.bytes[this.position] === 0x5d) {
        this.position += 1;
        return { kind: 'array', items };
      }
      const item = this.value(depth + 1);
      if (item.kind === 'keyword') throw this.#failure('PDF array');
      items.push(item);
    }
  }

  #dictionary(depth: number): PdfDictionary {
    this.position += 2;
    const entries: PdfEntry[] = [];
    for (;;) {
      this.skipSpace();
      const start = this.position;
      if (hasAscii(this.bytes, start, '>>')) {
        this.position += 2;
        return { kind: 'dictionary', entries };
      }
      if (this.bytes[start] !== 0x2f) {
        if (start + 1 >= this.bytes.length) this.position = this.bytes.length;
        throw this.#failure('PDF dictionary', start);
      }
      const name = this.#name();
      this.skipSpace();
      // A name without a value before the end.
      const value = hasAscii(this.bytes, this.position, '>>') ? PDF_NULL : this.value(depth + 1);
      if (value.kind === 'keyword') throw this.#failure('PDF dictionary', start);
      entries.push({ name, value, start, end: this.position });
    }
  }

  /** A number, a reference or a keyword. */
  #word(): PdfValue {
    const start = this.position;
    while (isRegular(this.bytes[this.position])) this.position += 1;
    // A delimiter that opens nothing; stepping over it keeps the parser moving.
    if (this.position === start) this.position += 1;
    const text = this.position - start > NUMBER_CHARS ? '' : this.#text(start);
    if (NUMBER.test(text)) return this.#reference(text) ?? { kind: 'number', value: Number(text) };
    if (text === 'true' || text === 'false') return { kind: 'boolean', value: text === 'true' };
    return text === 'null' ? PDF_NULL : { kind: 'keyword', text };
  }

  /** `12 0 R`, of which the first number was read. */
  #reference(text: string): PdfReference | null {
    if (!/^\d{1,10}$/.test(text)) return null;
    const back = this.position;
    this.skipSpace();
    const start = this.position;
    while (isDigit(this.bytes[this.position])) this.position += 1;
    const { position: end } = this;
    const isGeneration = end > start && end - start <= 5;
    if (isGeneration) this.skipSpace();
    // Left at the end, so that the caller looks behind it before it takes the number for a number.
    if (this.isAtEnd) return null;
    if (!isGeneration || this.bytes[this.position] !== 0x52 || isRegular(this.bytes[this.position + 1])) {
      this.position = back;
      return null;
    }
    this.position += 1;
    return { kind: 'reference', number: Number(text), generation: Number(this.#buffer.toString('latin1', start, end)) };
  }

  #text(start: number): string {
    return this.#buffer.toString('latin1', start, this.position);
  }

  #at(position = this.position): number {
    return this.#base + position;
  }

  #failure(what: string, position = this.position): DecodeError {
    return new DecodeError(what, this.#at(position));
  }
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === 10 || byte === 13;
}
