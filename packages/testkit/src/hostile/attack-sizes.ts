/** How far the hostile files go: past every limit a reader may sensibly have, small enough to build in a test. */
export const ATTACK = {
  /** One level more than the 32 that a careful JUMBF reader follows. */
  jumbfDepthAboveLimit: 33,
  recursionDepth: 10_000,
  jpegSegments: 10_000,
  pngChunks: 1000,
  /** One byte more than a 64 MiB bound on manifest stores. */
  oversizedStoreBytes: 64 * 1024 * 1024 + 1,
  brotliUnpackedBytes: 128 * 1024 * 1024,
  /** Ten entities of ten references each, nine levels: 10^9 times the innermost text. */
  entityLevels: 9,
  xmlDepth: 10_000,
} as const;

/** The largest unsigned 32-bit number, as a length or count that no file can back. */
export const U32_MAX = 0xffff_ffff;
