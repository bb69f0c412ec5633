import type { RandomAccess } from '../bytes/random-access.ts';
import { LIMITS } from '../limits.ts';

/** What parsers read of a file, other than its content. */
const SHORT_BYTES = 4 * 1024;

/**
 * Buffers of this thread, one for each size that the engine requests often. It takes a buffer as a whole and copies it at once, so
 * each can be filled again. New ones for every piece are soon garbage, and collecting it took half as long as the engine itself.
 */
const buffers = new Map<number, Uint8Array<ArrayBuffer>>();

function bufferOf(size: number): Uint8Array<ArrayBuffer> {
  const kept = buffers.get(size);
  if (kept !== undefined) return kept;
  const made = new Uint8Array(size);
  if (buffers.size >= LIMITS.engineBuffers) buffers.clear();
  if (size > SHORT_BYTES && size <= LIMITS.enginePieceBytes) buffers.set(size, made);
  return made;
}

/** What the ranges of one file share: a window for short reads. */
class SourceReader {
  readonly #source: RandomAccess;
  #window: Uint8Array = new Uint8Array(0);
  #windowStart = 0;

  constructor(source: RandomAccess) {
    this.#source = source;
  }

  /** The result is valid until the next call. */
  read(start: number, size: number): ArrayBuffer {
    if (size <= SHORT_BYTES) return new Uint8Array(this.#short(start, size)).buffer;
    const target = bufferOf(size);
    const read = this.#readInto(start, target);
    // Fewer when the file has become shorter meanwhile.
    return read === size ? target.buffer : target.slice(0, read).buffer;
  }

  #readInto(start: number, target: Uint8Array): number {
    if (this.#source.readInto !== undefined) return this.#source.readInto(start, target);
    const bytes = this.#source.read(start, target.length);
    target.set(bytes);
    return bytes.length;
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

/** The part of `Blob` that the engine uses: `size` and `slice`. */
export function fileBackedBlob(source: RandomAccess): Blob {
  const range: unknown = new SourceRange(new SourceReader(source), 0, source.size);
  return range as Blob;
}

/** Defines the global `FileReaderSync` that the engine looks for. Node has none. */
export function installFileReaderSync(): void {
  Object.defineProperty(globalThis, 'FileReaderSync', { value: SourceFileReaderSync, configurable: true });
}
