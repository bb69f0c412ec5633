import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { Cursor } from '../bytes/cursor.ts';
import { DecodeError } from '../bytes/decode-error.ts';
import { LimitError } from '../bytes/limit-error.ts';
import { bufferSource, type RandomAccess } from '../bytes/random-access.ts';
import { LIMITS } from '../limits.ts';

export type Compression = 'zlib' | 'gzip' | 'deflate' | 'brotli';

const DECOMPRESS = {
  zlib: inflateSync,
  gzip: gunzipSync,
  deflate: inflateRawSync,
  brotli: brotliDecompressSync,
} as const;

/** What reading one file may cost: bytes taken from it, and structures. */
export interface SourceBounds {
  bytes: number;
  steps: number;
}

const METADATA_BOUNDS: SourceBounds = { bytes: LIMITS.mediaReadBytes, steps: LIMITS.mediaSteps };

/** What one file may still cost. Shared by everything that is read out of it. */
class Budget {
  readonly bounds: SourceBounds;
  bytes = 0;
  steps = 0;
  inflated = 0;

  constructor(bounds: SourceBounds) {
    this.bounds = bounds;
  }
}

interface Origin {
  source: RandomAccess;
  /** The offset in `source` of this source's first byte. */
  start: number;
  size: number;
  /** The offset in the file of this source's first byte. */
  fileOffset: number;
  budget: Budget;
}

/**
 * A file, or a part of one, that is read with exact lengths and within a budget. Every reader of containers takes one.
 * Offsets that callers give and get count from the start of this source; `fileOffset` turns them into offsets of the file.
 */
export class MediaSource {
  readonly size: number;
  readonly #origin: Origin;
  #window: Uint8Array = new Uint8Array(0);
  #windowStart = 0;

  private constructor(origin: Origin) {
    this.#origin = origin;
    this.size = origin.size;
  }

  /** The whole file, within the bounds of a search for metadata unless others are given. */
  static of(source: RandomAccess, bounds: SourceBounds = METADATA_BOUNDS): MediaSource {
    return new MediaSource({ source, start: 0, size: source.size, fileOffset: 0, budget: new Budget(bounds) });
  }

  /** Bytes taken from the file so far, read-ahead included. */
  get bytesRead(): number {
    return this.#origin.budget.bytes;
  }

  fileOffset(offset: number): number {
    return this.#origin.fileOffset + offset;
  }

  /**
   * Exactly these bytes, as a view that is only for reading.
   * @throws {DecodeError} they reach past the end
   * @throws {LimitError} the file's budget is spent
   */
  bytes(offset: number, length: number, what: string): Uint8Array {
    this.#check(offset, length, what);
    if (offset + length > this.size) throw new DecodeError(`${what}: not enough bytes`, this.fileOffset(offset));
    return this.#read(offset, length, what);
  }

  /** Up to `length` bytes: fewer at the end, none after it. */
  upTo(offset: number, length: number, what: string): Uint8Array {
    this.#check(offset, length, what);
    const start = Math.min(offset, this.size);
    return this.#read(start, Math.min(length, this.size - start), what);
  }

  /** A cursor over exactly these bytes; its failures name offsets of the file. */
  cursor(offset: number, length: number, what: string, { littleEndian = false } = {}): Cursor {
    return new Cursor(this.bytes(offset, length, what), { base: this.fileOffset(offset), littleEndian });
  }

  /** Counts one structure. @throws {LimitError} too many */
  step(what: string, offset: number): void {
    const { budget } = this.#origin;
    budget.steps += 1;
    if (budget.steps > budget.bounds.steps) throw new LimitError(what, this.fileOffset(offset), { isFinal: true });
  }

  /** A part of this source as a source of its own, clipped to what is there. Reads nothing yet. */
  within(offset: number, length: number): MediaSource {
    const start = Math.min(Math.max(offset, 0), this.size);
    const size = Math.max(0, Math.min(length, this.size - start));
    const { source, budget } = this.#origin;
    return new MediaSource({
      source,
      start: this.#origin.start + start,
      size,
      fileOffset: this.fileOffset(start),
      budget,
    });
  }

  /** Bytes in memory as a source with the same budget; `offset` is where they came from in this source. */
  over(bytes: Uint8Array, offset: number): MediaSource {
    const { budget } = this.#origin;
    return new MediaSource({
      source: bufferSource(bytes),
      start: 0,
      size: bytes.length,
      fileOffset: this.fileOffset(offset),
      budget,
    });
  }

  /**
   * Decompresses bytes that came from `offset`.
   * @throws {DecodeError} not of that compression, or cut off
   * @throws {LimitError} more than one item, or the file, may have
   */
  decompress(bytes: Uint8Array, how: Compression, offset: number, what: string): Uint8Array {
    const { budget } = this.#origin;
    const maxOutputLength = Math.min(LIMITS.mediaItemBytes, LIMITS.mediaInflatedBytes - budget.inflated);
    const at = this.fileOffset(offset);
    if (maxOutputLength < 1) throw new LimitError(what, at, { isFinal: true });
    let out;
    try {
      out = DECOMPRESS[how](bytes, { maxOutputLength });
    } catch (error) {
      if (isTooLarge(error)) {
        budget.inflated += maxOutputLength;
        throw new LimitError(what, at);
      }
      throw new DecodeError(`${what}: bad compressed data`, at, { cause: error });
    }
    budget.inflated += out.length;
    return out;
  }

  #check(offset: number, length: number, what: string): void {
    if (!Number.isSafeInteger(offset) || !Number.isSafeInteger(length) || offset < 0 || length < 0) {
      throw new DecodeError(`${what}: impossible length`, this.fileOffset(0));
    }
  }

  #read(offset: number, length: number, what: string): Uint8Array {
    if (offset < this.#windowStart || offset + length > this.#windowStart + this.#window.length) {
      const { source, start, budget } = this.#origin;
      const wanted = Math.min(Math.max(length, LIMITS.mediaReadAheadBytes), this.size - offset);
      budget.bytes += wanted;
      if (budget.bytes > budget.bounds.bytes) throw new LimitError(what, this.fileOffset(offset), { isFinal: true });
      this.#window = source.read(start + offset, wanted);
      this.#windowStart = offset;
      // A file that was cut short after it was opened.
      if (this.#window.length < length) throw new DecodeError(`${what}: not enough bytes`, this.fileOffset(offset));
    }
    return this.#window.subarray(offset - this.#windowStart, offset - this.#windowStart + length);
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
}
