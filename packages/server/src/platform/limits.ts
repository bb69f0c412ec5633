/** Bounds of the data platform: times, sizes and counts. */
export const PLATFORM_LIMITS = {
  /** A Unix socket path longer than this does not bind (104 bytes on macOS, 108 on Linux, one for the end). */
  socketPathBytes: 103,
  /** How long a start may take, with crash recovery or an old server that still stops. */
  databaseStartMs: 120_000,
  /** How long a stop waits for the server's last checkpoint. */
  databaseStopMs: 30_000,
  /** How long the watchdog may take to notice that the last user left. */
  databaseReleaseNoticeMs: 1_000,
  databasePollMs: 25,
  /** The server's own log is cut to nothing at a start when it is longer. */
  databaseLogBytes: 1024 * 1024,
  /** How much of the server's log an error message repeats. */
  databaseLogTailBytes: 2_000,
  poolConnections: 10,
  connectMs: 10_000,
  /** Default of the setting: no statement of ours takes a second when all is well. */
  statementMs: 20_000,
  /** What an answer may take beyond its statement before the connection counts as cut. */
  answerSlackMs: 2_000,
  /** A transaction that says nothing for so long has lost its client; longer than any object takes to be deleted in one. */
  idleInTransactionMs: 2 * 60_000,
  /** How long a connection may be silent before the other side is probed. */
  keepAliveMs: 10_000,
  /** How long the other side may take to close a connection that we have left. */
  databaseGoodbyeMs: 2_000,
  /** When whoever met a database that is away may come again. */
  databaseRetrySeconds: 5,
  /** How often the connection that listens is asked for a sign of life: a silent one looks like one without news. */
  listenBeatMs: 15_000,
  /** How often we look whether the embedded server lives. */
  databaseWatchMs: 250,
  /** Before the embedded server is started again; twice as long each further time within the window. */
  databaseRestartMs: 500,
  /** So many ends of the embedded server within the window are not bad luck any more. */
  databaseFailures: 3,
  databaseFailureWindowMs: 60_000,
  leaseMs: 30_000,
  /** A worker looks for jobs this often even when no notification came. */
  queuePollMs: 1_000,
  listenRetryMs: 1_000,
  /** Jobs that one pass of the reaper or of the expiry touches. */
  queueSweepRows: 500,
  /** Sealed values that one transaction seals anew: their rows are locked so long, some milliseconds. */
  resealRows: 100,
  retryBackoffMs: 1_000,
  retryBackoffMaxMs: 5 * 60_000,
  jobAttempts: 3,
  /** A job whose file only the workers of one folder of uploads can read ends when that folder has none for so long. */
  strandedMs: 15 * 60_000,
  /** Files that may wait for the thread that signs; more would wait longer than their callers. */
  signingQueue: 100,
  /** Passwords hashed at once: half of the four threads that Node.js gives to files and name look-ups, and 38 MiB. */
  passwordHashesParallel: 2,
  /** Passwords that wait for their turn, about a second of work on a slow machine; whoever comes then is asked to come again. */
  passwordHashesWaiting: 100,
  errorMessageLength: 1_000,
  logDepth: 6,
  logTextLength: 8_000,
  logListLength: 100,
  /** A bucket that nobody touched for this long is full again at every rate we use, so its row says nothing. */
  rateLimitIdleMs: 24 * 60 * 60_000,
} as const;
