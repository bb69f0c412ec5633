import type { RandomAccess } from '../bytes/random-access.ts';

/**
 * The engine reads files through `Blob.slice` and `FileReaderSync`, which Node's worker threads do not have. These two
 * small objects stand in for them, backed by a random-access source, so that a large video is read in pieces and never
 * lies in memory whole.
 */
class SourceSlice {
  readonly size: number;
  readonly #source: RandomAccess;
  readonly #start: number;

  constructor(source: RandomAccess, start: number, end: number) {
    this.#source = source;
    this.#start = start;
    this.size = Math.max(0, end - start);
  }

  slice(start = 0, end = this.size): SourceSlice {
    const from = Math.min(Math.max(0, start), this.size);
    const to = Math.min(Math.max(from, end), this.size);
    return new SourceSlice(this.#source, this.#start + from, this.#start + to);
  }

  bytes(): Uint8Array {
    return this.#source.read(this.#start, this.size);
  }
}

class SourceFileReaderSync {
  readAsArrayBuffer(slice: unknown): ArrayBuffer {
    if (!(slice instanceof SourceSlice)) throw new TypeError('FileReaderSync here reads file-backed blobs only');
    const bytes = slice.bytes();
    const copy = new ArrayBuffer(bytes.length);
    new Uint8Array(copy).set(bytes);
    return copy;
  }
}

/** A `Blob` as far as the engine uses one: `size` and `slice`. */
export function fileBackedBlob(source: RandomAccess): Blob {
  const slice: unknown = new SourceSlice(source, 0, source.size);
  return slice as Blob;
}

/** Defines the global `FileReaderSync` that the engine looks for. Node has none. */
export function installFileReaderSync(): void {
  Object.defineProperty(globalThis, 'FileReaderSync', { value: SourceFileReaderSync, configurable: true });
}
