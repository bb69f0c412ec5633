/** Bounds of the report as a PDF. */
export const REPORT_PDF_LIMITS = {
  /** Of the document; each section may fill it up to its own mark, so that a large one leaves room for those behind it. */
  pages: 100,
  manifestsUntilPage: 70,
  labelsUntilPage: 90,
  metadataUntilPage: 95,
  /** Of one file, the active one first; the JSON report has all. */
  manifests: 64,
  /** Of one value out of the file. */
  valueCharacters: 500,
  /** Of one of our own sentences, which may quote several values. */
  sentenceCharacters: 4_000,
  /** Status codes, assertions, ingredients of one manifest; the JSON report has all. Actions are bounded by the pages. */
  listItems: 200,
  /** Reports that are made at once, each on a processor. */
  threads: 2,
  /** Reports that wait; whoever comes then is asked to come again. */
  waiting: 20,
  retrySeconds: 5,
  /** For one report, waiting included. The largest takes some seconds. */
  deadlineMs: 30_000,
  /** A thread that has nothing to do gives its memory back. */
  idleMs: 60_000,
  heapMegabytes: 384,
} as const;
