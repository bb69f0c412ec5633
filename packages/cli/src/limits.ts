const MIB = 1024 * 1024;

/** Every bound of the command line, in one place. */
export const LIMITS = {
  /** The most threads that `--jobs` accepts; each holds its own engine. */
  jobs: 64,
  defaultJobs: 4,
  /** As long as a queued job of the service may take. */
  defaultTimeoutSeconds: 600,
  timeoutSeconds: 86_400,
  /** Results of each thread that may wait for an earlier, slower file. */
  finishedAheadPerJob: 8,

  folderDepth: 64,
  filesPerRun: 1_000_000,
  /** Maximum size of a file given as a trust list. */
  trustListBytes: 8 * MIB,

  /** Maximum columns of a value from a file; the rest is cut. */
  valueColumns: 200,
  /** Maximum columns of a note, which may quote the file. */
  noteColumns: 2_000,
  /** Width of text that reads comfortably; also used when the output is not a terminal. */
  textColumns: 100,
  minTextColumns: 40,
  /** Maximum lines of each part of a detailed result. */
  detailLines: 200,
} as const;
