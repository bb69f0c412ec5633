const MIB = 1024 * 1024;

/** Every bound of the command line, in one place. */
export const LIMITS = {
  /** Threads that `--jobs` may ask for; each holds an engine of its own. */
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

  /** Columns of a value from a file; more is cut. */
  valueColumns: 200,
  /** Columns of a note, which may quote the file. */
  noteColumns: 2_000,
  /** Width of text: what is read comfortably, and when the output is no terminal. */
  textColumns: 100,
  minTextColumns: 40,
  /** Lines of each part of a detailed result. */
  detailLines: 200,
} as const;
