import { DecodeError } from './decode-error.ts';

export interface CursorOptions {
  /** Where the window starts in what the caller decodes, so that failures name a useful offset. */
  base?: number;
  littleEndian?: boolean;
}

/** Reads forward through a window of bytes and fails with a DecodeError instead of leaving it. Never copies. */
export class Cursor {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #base: number;
  readonly #littleEndian: boolean;
  #position = 0;

  constructor(bytes: Uint8Array, options: CursorOptions = {}) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#base = options.base ?? 0;
    this.#littleEndian = options.littleEndian ?? false;
  }

  /** Offset of the next byte, counted from the caller's start. */
  get offset(): number {
    return this.#base + this.#position;
  }

  get remaining(): number {
    return this.#bytes.length - this.#position;
  }

  u8(what: string): number {
    return this.#view.getUint8(this.#take(1, what));
  }

  u16(what: string): number {
    return this.#view.getUint16(this.#take(2, what), this.#littleEndian);
  }

  u32(what: string): number {
    return this.#view.getUint32(this.#take(4, what), this.#littleEndian);
  }

  /** An unsigned 64-bit number; fails above 2^53 - 1, which no length or offset in a file reaches. */
  u64(what: string): number {
    const at = this.offset;
    const value = this.#view.getBigUint64(this.#take(8, what), this.#littleEndian);
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new DecodeError(`${what}: number too large`, at);
    return Number(value);
  }

  /** A view of the next bytes. */
  slice(length: number, what: string): Uint8Array {
    const start = this.#take(length, what);
    return this.#bytes.subarray(start, start + length);
  }

  /** Four ASCII characters as containers use them for types; other bytes come out as Latin-1. */
  fourCc(what: string): string {
    return String.fromCharCode(...this.slice(4, what));
  }

  skip(length: number, what: string): void {
    this.#take(length, what);
  }

  #take(length: number, what: string): number {
    const start = this.#position;
    if (!Number.isSafeInteger(length) || length < 0 || length > this.remaining) {
      throw new DecodeError(`${what}: not enough bytes`, this.offset);
    }
    this.#position = start + length;
    return start;
  }
}
