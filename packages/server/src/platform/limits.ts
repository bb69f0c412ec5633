/** Bounds of the data platform: times, sizes and counts. */
export const PLATFORM_LIMITS = {
  /** A Unix socket path longer than this does not bind (104 bytes on macOS, 108 on Linux, one for the end). */
  socketPathBytes: 103,
  /** How long a start may take, including crash recovery or an old server that is still stopping. */
  databaseStartMs: 120_000,
  /** How long a stop waits for the server's last checkpoint. */
  databaseStopMs: 30_000,
  /** How long the watchdog may take to notice that the last user left. */
  databaseReleaseNoticeMs: 1_000,
  databasePollMs: 25,
  /** The server's own log is emptied at a start when it is longer than this. */
  databaseLogBytes: 1024 * 1024,
  /** How much of the server's log an error message repeats. */
  databaseLogTailBytes: 2_000,
  poolConnections: 10,
  /** Statements that each connection keeps prepared; those that are marked for it are a handful. */
  preparedStatements: 50,
  connectMs: 10_000,
  /** Default of the setting: normally no statement of ours takes a second. */
  statementMs: 20_000,
  /** What an answer may take beyond its statement before the connection counts as cut. */
  answerSlackMs: 2_000,
  /** A transaction that is silent for this long has lost its client; longer than deleting an object takes in one. */
  idleInTransactionMs: 2 * 60_000,
  /** How long a connection may be silent before the other side is probed. */
  keepAliveMs: 10_000,
  /** How long the other side may take to close a connection that we are closing. */
  databaseGoodbyeMs: 2_000,
  /** How often a transaction is made that others keep getting into the way of. */
  transactionAttempts: 4,
  /** When to try again after the database was unavailable. */
  databaseRetrySeconds: 5,
  /** How often the listening connection is probed: a dead one looks like one without news. */
  listenBeatMs: 15_000,
  /** How often we check whether the embedded server lives. */
  databaseWatchMs: 250,
  /** Wait before the embedded server is restarted; doubled each further time within the window. */
  databaseRestartMs: 500,
  /** This many ends of the embedded server within the window are no accident. */
  databaseFailures: 3,
  databaseFailureWindowMs: 60_000,
  leaseMs: 30_000,
  /** A worker looks for jobs this often even without a notification. */
  queuePollMs: 1_000,
  listenRetryMs: 1_000,
  /** Jobs that one pass of the reaper or of the expiry touches. */
  queueSweepRows: 500,
  /** Sealed values resealed in one transaction: their rows are locked that long, some milliseconds. */
  resealRows: 100,
  retryBackoffMs: 1_000,
  retryBackoffMaxMs: 5 * 60_000,
  jobAttempts: 3,
  /** How long pictures may arrive after their job was completed: as long as copying those of one file may take, twice. */
  latePicturesMs: 10_000,
  /** Files whose previews are made after their answers, and the bytes of those files together; the next ones wait. */
  latePreviews: 8,
  latePreviewsBytes: 32 * 1024 * 1024,
  /** How often somebody who wants to see such pictures looks for them. */
  latePicturesPollMs: 25,
  /** A job whose file only the workers of one folder of uploads can read ends when that folder has had none for this long. */
  strandedMs: 15 * 60_000,
  /**
   * How long a unit of a quota is promised to a request that has no job yet: longer than the longest upload and the work after it.
   */
  unitHeldMs: 40 * 60_000,
  /** Days that one daily check of the sums of usage compares with the rows. */
  usageCheckedDays: 35,
  /** Months whose partitions are made ahead, so that work goes on being counted when nobody makes any for a while. */
  usageMonthsAhead: 2,
  /** How long changing the partitions waits for the work that is being counted. */
  usagePartitionLockMs: 5_000,
  /** Files that may wait for the signing thread; more would wait longer than their callers. */
  signingQueue: 100,
  /** Passwords hashed at once: half of the four threads that Node.js uses for files and name look-ups, and 38 MiB. */
  passwordHashesParallel: 2,
  /** Passwords that wait, about a second of work on a slow machine; later callers are told to try again. */
  passwordHashesWaiting: 100,
  errorMessageLength: 1_000,
  logDepth: 6,
  logTextLength: 8_000,
  logListLength: 100,
  /** A bucket that was not touched for this long is full again at every rate we use, so its row is redundant. */
  rateLimitIdleMs: 24 * 60 * 60_000,
} as const;
