const MIB = 1024 * 1024;

/** Every bound of the command line, in one place. */
export const LIMITS = {
  /** The most threads that `--jobs` accepts; each holds its own engine. */
  jobs: 64,
  defaultJobs: 4,
  /** As long as a queued job of the service may take. */
  defaultTimeoutSeconds: 600,
  timeoutSeconds: 86_400,
  /** Results that may wait for an earlier, slower file, for each thread. */
  finishedAheadPerJob: 8,

  folderDepth: 64,
  filesPerRun: 1_000_000,
  /** A file that is given as a trust list. */
  trustListBytes: 8 * MIB,

  /** Columns that a value from a file may take; the rest is cut. */
  valueColumns: 200,
  /** Columns that a note may take; it may quote the file. */
  noteColumns: 2_000,
  /** Width of text that reads comfortably; also used when the output is not a terminal. */
  textColumns: 100,
  minTextColumns: 40,
  /** Lines of each part of a detailed result. */
  detailLines: 200,
} as const;
