import type { RandomAccess } from '../bytes/random-access.ts';
import { LIMITS } from '../limits.ts';

/**
 * The engine reads files through `Blob.slice` and `FileReaderSync`, which Node's worker threads do not have. These small
 * objects replace them, backed by a random-access source. The engine takes a blob up to 50 MiB whole and a larger one slice
 * by slice, so a large video is never in memory as a whole.
 */
class SourceRange {
  readonly size: number;
  readonly #source: RandomAccess;
  readonly #start: number;

  constructor(source: RandomAccess, start: number, size: number) {
    this.#source = source;
    this.#start = start;
    this.size = size;
  }

  /**
   * Never longer than `LIMITS.enginePieceBytes`: the engine requests up to 256 MiB at once and would hold every slice twice.
   * It treats a shorter slice as a short read and requests the rest.
   */
  slice(start = 0, end = this.size): SourceRange {
    const from = Math.min(Math.max(0, start), this.size);
    const to = Math.min(Math.max(from, end), this.size, from + LIMITS.enginePieceBytes);
    return new SourceRange(this.#source, this.#start + from, to - from);
  }

  bytes(): Uint8Array {
    return this.#source.read(this.#start, this.size);
  }
}

class SourceFileReaderSync {
  readAsArrayBuffer(range: unknown): ArrayBuffer {
    if (!(range instanceof SourceRange)) throw new TypeError('FileReaderSync here reads file-backed blobs only');
    const bytes = range.bytes();
    const { buffer } = bytes;
    // The engine copies what it gets into its own memory; a second copy of 50 MiB here would be a waste.
    if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length) return buffer;
    const copy = new ArrayBuffer(bytes.length);
    new Uint8Array(copy).set(bytes);
    return copy;
  }
}

/** The part of `Blob` that the engine uses: `size` and `slice`. */
export function fileBackedBlob(source: RandomAccess): Blob {
  const range: unknown = new SourceRange(source, 0, source.size);
  return range as Blob;
}

/** Defines the global `FileReaderSync` that the engine looks for. Node has none. */
export function installFileReaderSync(): void {
  Object.defineProperty(globalThis, 'FileReaderSync', { value: SourceFileReaderSync, configurable: true });
}
