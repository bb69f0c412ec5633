/** Bounds of the report as a PDF. */
export const REPORT_PDF_LIMITS = {
  /**
   * Limit of the document; each section may fill it up to its own mark, so that a large one leaves room for the following ones.
   */
  pages: 100,
  manifestsUntilPage: 70,
  labelsUntilPage: 90,
  metadataUntilPage: 95,
  /** Limit for one file, the active manifest first; the JSON report has all. */
  manifests: 64,
  /** Limit for one value from the file. */
  valueCharacters: 500,
  /** Limit for one of our own sentences, which may quote several values. */
  sentenceCharacters: 4_000,
  /** Status codes, assertions, ingredients of one manifest; the JSON report has all. Actions are limited by the pages. */
  listItems: 200,
  /** Reports printed at once, each on a processor. */
  threads: 2,
  /** Reports that wait; later callers are told to try again. */
  waiting: 20,
  retrySeconds: 5,
  /** For one report, including the wait. The largest takes some seconds. */
  deadlineMs: 30_000,
  /** An idle thread releases its memory after this time. */
  idleMs: 60_000,
  heapMegabytes: 384,
} as const;
