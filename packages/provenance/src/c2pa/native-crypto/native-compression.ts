import { createHash, type Hash } from 'node:crypto';
import { LIMITS } from '../../limits.ts';
import { BLOCK_BYTES, isInitial, readToken, STATE_BYTES, writeDigest, writeToken } from './hash-state.ts';
import { findMessageEnd } from './message-end.ts';

/** Computes SHA-256's compression function for one engine, by OpenSSL. */
export interface NativeCompression {
  /**
   * Addresses in the engine's memory, as the engine passes them. 1 when the state has been brought forward over the blocks, 0
   * when the engine must do it itself.
   * @throws {WebAssembly.RuntimeError} for a state that was given up; the engine must not be used again
   */
  compress(state: number, blocks: number, count: number): number;
  /** Gives up all states, when an operation of the engine has ended. */
  forget(): void;
}

export interface CompressionBounds {
  /** A hash that ends at once, with fewer blocks than these, is left to the engine, which is then faster. */
  shortBlocks: number;
  /** Hashes that are begun and not ended: beyond it, the engine computes new ones itself. */
  open: number;
  /** Earlier states that are kept, because the engine may have copied them before they were continued. */
  continued: number;
}

const BOUNDS: CompressionBounds = {
  shortBlocks: LIMITS.nativeHashShortBlocks,
  open: LIMITS.nativeHashesOpen,
  continued: LIMITS.nativeHashesContinued,
};
/** Blocks that are kept as bytes, so that short steps need no copy of OpenSSL's state. */
const TAIL_MAX_BYTES = 16 * BLOCK_BYTES;

/**
 * A state of SHA-256 that OpenSSL holds; never changed once it is made. The end of the message is kept as bytes, because it may
 * turn out to be padding, which OpenSSL writes itself.
 */
interface Progress {
  /** Over everything before the tail; null when that is nothing. */
  before: Hash | null;
  tail: Uint8Array;
  /** All bytes so far, the tail included. */
  totalBytes: number;
}

const BEGINNING: Progress = { before: null, tail: new Uint8Array(0), totalBytes: 0 };

/**
 * OpenSSL does not tell its inner state, so the state in the engine's memory becomes a token that names ours. When the engine
 * passes the padded end of the message, the state becomes the digest, which is the real state. Content that only looks like an
 * end gets the real state too, and the engine goes on from there itself.
 */
export function createNativeCompression(
  memory: { readonly buffer: ArrayBuffer },
  bounds: CompressionBounds = BOUNDS,
): NativeCompression {
  const states = new TokenTable(bounds);
  return {
    forget: () => states.clear(),
    compress: (stateAt, blocksAt, count) => {
      // Addresses are unsigned; JavaScript gets them as signed numbers.
      const state = new DataView(memory.buffer, stateAt >>> 0, STATE_BYTES);
      const progress = progressOf(state, states);
      if (progress === null) return 0;
      // Nothing to do, for the engine as for us.
      if (count === 0) return 1;
      const data = new Uint8Array(memory.buffer, blocksAt >>> 0, (count >>> 0) * BLOCK_BYTES);
      if (progress === BEGINNING && isShort(data, bounds)) return 0;
      const digest = digestAtEnd(progress, data);
      if (digest === null) writeToken(state, states.add(advance(progress, data)));
      else writeDigest(state, digest);
      return 1;
    },
  };
}

function progressOf(state: DataView, states: TokenTable): Progress | null {
  const token = readToken(state);
  if (token !== null) return states.take(token);
  return states.hasRoom() && isInitial(state) ? BEGINNING : null;
}

/** A first step that is short says nothing: the engine fills one block and then passes all others at once. */
function isShort(data: Uint8Array, { shortBlocks }: CompressionBounds): boolean {
  return data.length < shortBlocks * BLOCK_BYTES && findMessageEnd(BEGINNING.tail, data, 0) !== null;
}

function advance({ before, tail, totalBytes }: Progress, data: Uint8Array): Progress {
  const total = totalBytes + data.length;
  if (tail.length + data.length <= TAIL_MAX_BYTES) {
    return { before, tail: Buffer.concat([tail, data]), totalBytes: total };
  }
  const hash = copyOf(before).update(tail);
  const cut = data.length - BLOCK_BYTES;
  return { before: hash.update(data.subarray(0, cut)), tail: data.slice(cut), totalBytes: total };
}

function digestAtEnd({ before, tail, totalBytes }: Progress, data: Uint8Array): Buffer | null {
  const end = findMessageEnd(tail, data, totalBytes);
  if (end === null) return null;
  return copyOf(before)
    .update(tail.subarray(0, end))
    .update(data.subarray(0, Math.max(0, end - tail.length)))
    .digest();
}

function copyOf(hash: Hash | null): Hash {
  return hash === null ? createHash('sha256') : hash.copy();
}

/**
 * The states behind the tokens. A state that was continued is usually not used again, but a copy of it may be: the last ones are
 * kept. One that was given up cannot be computed any more, so using it ends the operation, and no wrong digest comes out.
 */
class TokenTable {
  readonly #bounds: CompressionBounds;
  readonly #open = new Map<number, Progress>();
  /** The oldest first. */
  readonly #continued = new Map<number, Progress>();
  #last = 0;

  constructor(bounds: CompressionBounds) {
    this.#bounds = bounds;
  }

  hasRoom(): boolean {
    return this.#open.size < this.#bounds.open;
  }

  /** Tokens are never used twice, so that one from an earlier operation names nothing. */
  add(progress: Progress): number {
    this.#last += 1;
    this.#open.set(this.#last, progress);
    return this.#last;
  }

  take(token: number): Progress {
    const open = this.#open.get(token);
    if (open !== undefined) {
      this.#open.delete(token);
      this.#continued.set(token, open);
      this.#giveUpOldest();
      return open;
    }
    const continued = this.#continued.get(token);
    if (continued === undefined || !this.hasRoom()) throw new WebAssembly.RuntimeError('a hash state was given up');
    return continued;
  }

  clear(): void {
    this.#open.clear();
    this.#continued.clear();
  }

  #giveUpOldest(): void {
    if (this.#continued.size <= this.#bounds.continued) return;
    const [oldest] = this.#continued.keys();
    if (oldest !== undefined) this.#continued.delete(oldest);
  }
}
