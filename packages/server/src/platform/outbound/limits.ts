/** Bounds of outgoing requests. Callers choose the total time and size of each request themselves. */
export const OUTBOUND_LIMITS = {
  urlCharacters: 2048,
  /** A host that sends nothing for this long is abandoned before the total time is over. */
  idleMs: 10_000,
  headerBytes: 16 * 1024,
  /** How much a gzip body may grow. Text compresses by less than 20; a bomb reaches 1000. */
  gzipRatio: 100,
  /** How much of a host's own words an error repeats. */
  quotedCharacters: 200,
} as const;
