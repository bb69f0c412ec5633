import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** A file to inspect, of any size, read piece by piece. */
export interface RandomAccess {
  /** Size in bytes, as of when the source was opened. */
  readonly size: number;
  /**
   * Bytes at the offset: fewer than requested at the end of the file, none after it. The result is read-only and may be a view
   * of the source.
   */
  read(offset: number, length: number): Uint8Array;
  /**
   * Like `read`, but into `target`, as much as it holds, and answers how many bytes that were. For a reader of large files that
   * keeps one buffer. Sources that lack it are read otherwise.
   */
  readInto?(offset: number, target: Uint8Array): number;
  /** Closes the descriptor. Reading afterwards fails. */
  close(): void;
}

/** Where the bytes of a file are: on a disk, or in memory. */
export type FileContent =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'memory'; readonly bytes: Uint8Array<ArrayBuffer> };

/** Opens a file wherever its bytes are. */
export function openContent(content: FileContent): RandomAccess {
  return content.kind === 'memory' ? bufferSource(content.bytes) : openFileSource(content.path);
}

/** A source of bytes that are already in memory. */
export function bufferSource(bytes: Uint8Array): RandomAccess {
  return {
    size: bytes.length,
    read: (offset, length) => {
      const { start, end } = clampRange(offset, length, bytes.length);
      return bytes.subarray(start, end);
    },
    close: () => undefined,
  };
}

/**
 * Opens a file for positioned reads; the whole file is never loaded. File system errors are passed on unchanged. A path that is
 * not a regular file is refused, because pipes and devices have no size and may never end.
 */
export function openFileSource(path: string): RandomAccess {
  const descriptor = openSync(path, 'r');
  const stat = fstatSync(descriptor);
  if (!stat.isFile()) {
    closeSync(descriptor);
    throw new TypeError('not a regular file');
  }
  return {
    size: stat.size,
    read: (offset, length) => {
      const { start, end } = clampRange(offset, length, stat.size);
      return readFully(descriptor, start, new Uint8Array(end - start));
    },
    readInto: (offset, target) => {
      const { start, end } = clampRange(offset, target.length, stat.size);
      return readFully(descriptor, start, target.subarray(0, end - start)).length;
    },
    close: () => closeSync(descriptor),
  };
}

function clampRange(offset: number, length: number, size: number): { start: number; end: number } {
  if (!Number.isSafeInteger(offset) || !Number.isSafeInteger(length) || offset < 0 || length < 0) {
    throw new RangeError('offset and length must be whole numbers from 0');
  }
  const start = Math.min(offset, size);
  return { start, end: Math.min(start + length, size) };
}

function readFully(descriptor: number, position: number, bytes: Uint8Array): Uint8Array {
  let filled = 0;
  while (filled < bytes.length) {
    const got = readSync(descriptor, bytes, filled, bytes.length - filled, position + filled);
    if (got === 0) break;
    filled += got;
  }
  return bytes.subarray(0, filled);
}
