import type { RandomAccess } from '../../bytes/random-access.ts';
import { LIMITS } from '../../limits.ts';

/** What deciding a file's type may look at: its start, and short reads elsewhere until the budget is spent. */
export class SniffWindow {
  readonly head: Uint8Array;
  readonly size: number;
  readonly #source: RandomAccess;
  #budget: number;

  constructor(source: RandomAccess) {
    this.#source = source;
    this.size = source.size;
    this.head = source.read(0, LIMITS.sniffHeadBytes);
    this.#budget = LIMITS.sniffBytes - this.head.length;
  }

  /** Bytes at an offset; short at the end of the file and when the budget is spent. */
  at(offset: number, length: number): Uint8Array {
    if (offset + length <= this.head.length) return this.head.subarray(offset, offset + length);
    const bytes = this.#source.read(offset, Math.min(length, this.#budget));
    this.#budget -= bytes.length;
    return bytes;
  }
}
