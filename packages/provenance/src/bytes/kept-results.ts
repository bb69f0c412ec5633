import { LIMITS } from '../limits.ts';
import { latin1Text } from './latin1-text.ts';

/**
 * Results of a function of bytes, kept by content for bytes that come again and again. The least recently used are dropped,
 * and large inputs are not kept. The function gets bytes of its own.
 */
export class KeptResults<Result> {
  readonly #make: (bytes: Uint8Array) => Result;
  readonly #kept = new Map<string, { result: Result }>();

  constructor(make: (bytes: Uint8Array) => Result) {
    this.#make = make;
  }

  of(bytes: Uint8Array): Result {
    if (bytes.length > LIMITS.keptInputBytes) return this.#make(bytes);
    const key = latin1Text(bytes);
    const known = this.#kept.get(key) ?? { result: this.#make(bytes.slice()) };
    this.#kept.delete(key);
    this.#kept.set(key, known);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > LIMITS.keptResults && oldest !== undefined) this.#kept.delete(oldest);
    return known.result;
  }
}
