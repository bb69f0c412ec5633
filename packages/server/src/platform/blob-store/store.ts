import type { Readable } from 'node:stream';

/** What is known of a file before it is stored. */
export interface BlobFacts {
  sizeBytes: number;
  /** Hexadecimal, lower case. */
  sha256: string;
  mediaType: string;
}

/** Offsets of the first and of the last byte. An end past the blob's end means its end. */
export interface BlobRange {
  start: number;
  end: number;
}

/** Where signed files are kept. Failures are `BlobStoreError`; a key or range of another form is a `TypeError`. */
export interface BlobStore {
  /**
   * Stores the file under a key that was never used before, and refuses to overwrite. The bytes are streamed, and what was sent
   * is checked against size and digest before the blob exists. The caller does not write to the file afterwards: a store on the
   * same file system keeps the file itself under another name, and then the bytes are only read.
   */
  put(key: string, path: string, facts: BlobFacts): Promise<void>;
  /** Streams the blob or a part of it; undefined when there is none. Later failures are errors of the stream. */
  get(key: string, range?: BlobRange): Promise<Readable | undefined>;
  /** Undefined when there is no such blob. */
  stat(key: string): Promise<{ sizeBytes: number } | undefined>;
  /** Deletes the blob; not an error when it does not exist. */
  delete(key: string): Promise<void>;
  /** Throws with the reason when blobs cannot be written and read now. Cheap. */
  check(): Promise<void>;
  close(): Promise<void>;
}
