const MIB = 1024 * 1024;

/** Bounds of the stores of signed files: sizes, times and counts. */
export const BLOB_LIMITS = {
  /** How much of a file to store is read at once; reading takes twice as long in the usual pieces of 64 KiB. */
  readPieceBytes: MIB,
  /** A larger file is sent to an S3 service in parts, so that a cut connection costs one part and not the file. */
  multipartAboveBytes: 64 * MIB,
  /** S3 accepts up to 10 000 parts of at least 5 MiB. */
  partBytes: 8 * MIB,
  /** Each holds one part in memory. */
  partsAtOnce: 3,
  attempts: 3,
  /** Doubled with every further attempt. */
  retryDelayMs: 200,
  connectMs: 5_000,
  /** How long an S3 service may be silent. */
  idleMs: 60_000,
  /** A temporary file that has not been written to for this long has lost its process. */
  leftoverMs: 60 * 60_000,
} as const;

export type BlobLimits = { readonly [limit in keyof typeof BLOB_LIMITS]: number };
