import { DecodeError } from '../../bytes/decode-error.ts';
import { LAB_LIMITS } from '../limits.ts';

/** Reads bits from the front of bytes whose escapes have been removed. Fails instead of reading past the end. */
export class BitReader {
  readonly #bytes: Uint8Array;
  readonly #what: string;
  #position = 0;

  constructor(bytes: Uint8Array, what: string) {
    this.#bytes = bytes;
    this.#what = what;
  }

  /** Bits that are left, the stop bit and the zeros after it included. */
  get remaining(): number {
    return this.#bytes.length * 8 - this.#position;
  }

  /** An unsigned number of up to 32 bits. */
  u(bits: number): number {
    if (bits > this.remaining) throw new DecodeError(`${this.#what}: ends early`, this.#position >> 3);
    let value = 0;
    for (let index = 0; index < bits; index += 1) value = value * 2 + this.#bit();
    return value;
  }

  flag(): boolean {
    return this.u(1) === 1;
  }

  skip(bits: number): void {
    if (bits > this.remaining) throw new DecodeError(`${this.#what}: ends early`, this.#position >> 3);
    this.#position += bits;
  }

  /** An unsigned Exponential Golomb code (H.264 clause 9.1). */
  ue(): number {
    let zeros = 0;
    while (this.u(1) === 0) {
      zeros += 1;
      if (zeros > LAB_LIMITS.golombZeros)
        throw new DecodeError(`${this.#what}: impossible number`, this.#position >> 3);
    }
    return 2 ** zeros - 1 + this.u(zeros);
  }

  /** A signed one. */
  se(): number {
    const code = this.ue();
    return code % 2 === 1 ? (code + 1) / 2 : -code / 2;
  }

  /** Whether more than the stop bit and its zeros is left (H.264 clause 7.2, `more_rbsp_data`). */
  hasMore(): boolean {
    for (let at = this.#bytes.length - 1; at >= this.#position >> 3; at -= 1) {
      const byte = this.#bytes[at] ?? 0;
      if (byte === 0) continue;
      const stop = at * 8 + 7 - trailingZeros(byte);
      return stop > this.#position;
    }
    return false;
  }

  #bit(): number {
    const byte = this.#bytes[this.#position >> 3] ?? 0;
    const bit = (byte >> (7 - (this.#position & 7))) & 1;
    this.#position += 1;
    return bit;
  }
}

function trailingZeros(byte: number): number {
  return 31 - Math.clz32(byte & -byte);
}
