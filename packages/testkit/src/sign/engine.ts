import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { initSync } from '@contentauth/c2pa-wasm';
import { copyBytes } from '../bytes.ts';

/**
 * Loads the C2PA engine into this thread, once. The package keeps its one instance in a module variable and a second
 * one would take the memory from under the first; therefore the synchronous form, which nothing can interleave with,
 * and a getter, which compiles the module only when there is no instance yet.
 */
export function loadEngine(): void {
  installFileReaderSync();
  initSync({
    get module() {
      const path = createRequire(import.meta.url).resolve('@contentauth/c2pa-wasm/c2pa.wasm');
      return readFileSync(path);
    },
  });
}

/** A `Blob` whose bytes can be read synchronously, as the engine does. */
export class MemoryBlob extends Blob {
  readonly content: Uint8Array;

  constructor(bytes: Uint8Array) {
    super([copyBytes(bytes)]);
    this.content = bytes;
  }

  override slice(start = 0, end = this.content.length): MemoryBlob {
    return new MemoryBlob(this.content.slice(start, end));
  }
}

type FileReaderSyncClass = new () => { readAsArrayBuffer(blob: unknown): ArrayBuffer };

const FILE_READER = 'FileReaderSync';

/**
 * Defines the global `FileReaderSync` that the engine looks for and Node lacks. One that is there already (the product
 * has its own, for its own blobs) keeps serving every blob that is not ours.
 */
function installFileReaderSync(): void {
  const present: unknown = Reflect.get(globalThis, FILE_READER);
  if (isFileReaderSync(present) && Reflect.get(present, memoryBlobReader) === true) return;
  const value = memoryFileReaderSync(isFileReaderSync(present) ? present : undefined);
  Object.defineProperty(globalThis, FILE_READER, { value, configurable: true, writable: true });
}

const memoryBlobReader = Symbol('reads MemoryBlob');

function memoryFileReaderSync(next: FileReaderSyncClass | undefined): FileReaderSyncClass {
  return class {
    static readonly [memoryBlobReader] = true;

    readAsArrayBuffer(blob: unknown): ArrayBuffer {
      if (blob instanceof MemoryBlob) return copyBytes(blob.content).buffer;
      if (next === undefined) throw new TypeError('FileReaderSync here reads MemoryBlob only');
      return new next().readAsArrayBuffer(blob);
    }
  };
}

function isFileReaderSync(value: unknown): value is FileReaderSyncClass {
  return typeof value === 'function';
}
