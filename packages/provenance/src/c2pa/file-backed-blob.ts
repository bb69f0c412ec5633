import type { RandomAccess } from '../bytes/random-access.ts';
import { LIMITS } from '../limits.ts';

/** What parsers read of a file, other than its content. */
const SHORT_BYTES = 4 * 1024;

/** What the ranges of one file share: a piece and a window, both reused. */
class SourceReader {
  readonly #source: RandomAccess;
  readonly #piece = new Uint8Array(LIMITS.enginePieceBytes);
  #window: Uint8Array = new Uint8Array(0);
  #windowStart = 0;

  constructor(source: RandomAccess) {
    this.#source = source;
  }

  /** The result is valid until the next call; the engine copies it at once. */
  read(start: number, size: number): ArrayBuffer {
    if (size === this.#piece.length && this.#source.readInto?.(start, this.#piece) === size) return this.#piece.buffer;
    return exactBuffer(size <= SHORT_BYTES ? this.#short(start, size) : this.#source.read(start, size));
  }

  #short(start: number, size: number): Uint8Array {
    const from = start - this.#windowStart;
    if (from < 0 || from + size > this.#window.length) {
      this.#window = this.#source.read(start, LIMITS.engineWindowBytes);
      this.#windowStart = start;
      return this.#window.subarray(0, size);
    }
    return this.#window.subarray(from, from + size);
  }
}

/**
 * The engine reads files through `Blob.slice` and `FileReaderSync`, which Node's worker threads do not have. These small
 * objects replace them, backed by a random-access source. The engine takes a small blob whole and a larger one slice by slice,
 * so a large file is never in memory as a whole.
 */
class SourceRange {
  readonly size: number;
  readonly #reader: SourceReader;
  readonly #start: number;

  constructor(reader: SourceReader, start: number, size: number) {
    this.#reader = reader;
    this.#start = start;
    this.size = size;
  }

  /**
   * Never longer than `LIMITS.enginePieceBytes`: the engine would hold every slice twice, and short ones stay in the processor's
   * cache. It treats a shorter slice as a short read and requests the rest.
   */
  slice(start = 0, end = this.size): SourceRange {
    const from = Math.min(Math.max(0, start), this.size);
    const to = Math.min(Math.max(from, end), this.size, from + LIMITS.enginePieceBytes);
    return new SourceRange(this.#reader, this.#start + from, to - from);
  }

  bytes(): ArrayBuffer {
    return this.#reader.read(this.#start, this.size);
  }
}

export class SourceFileReaderSync {
  readAsArrayBuffer(range: unknown): ArrayBuffer {
    if (!(range instanceof SourceRange)) throw new TypeError('FileReaderSync here reads file-backed blobs only');
    return range.bytes();
  }
}

/** The engine takes a buffer as a whole. */
function exactBuffer(bytes: Uint8Array): ArrayBuffer {
  const { buffer } = bytes;
  // The engine copies what it gets into its own memory; a second copy here would be a waste.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length) return buffer;
  const copy = new ArrayBuffer(bytes.length);
  new Uint8Array(copy).set(bytes);
  return copy;
}

/** The part of `Blob` that the engine uses: `size` and `slice`. */
export function fileBackedBlob(source: RandomAccess): Blob {
  const range: unknown = new SourceRange(new SourceReader(source), 0, source.size);
  return range as Blob;
}

/** Defines the global `FileReaderSync` that the engine looks for. Node has none. */
export function installFileReaderSync(): void {
  Object.defineProperty(globalThis, 'FileReaderSync', { value: SourceFileReaderSync, configurable: true });
}
