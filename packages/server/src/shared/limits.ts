const KIB = 1024;
const MIB = 1024 * KIB;
const GIB = 1024 * MIB;
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** Every bound the server enforces. Sizes in bytes, durations in milliseconds. Configuration may replace single values. */
export const DEFAULT_LIMITS = {
  /** A JSON body; files are never sent in one. */
  jsonBodyBytes: MIB,
  uploadFileBytes: 100 * MIB,
  uploadVideoBytes: GIB,
  anonymousFileBytes: 50 * MIB,
  anonymousFiles: 20,
  anonymousTotalBytes: 200 * MIB,
  /** A body up to this size stays in memory while its caller waits: a photo, even a large one, needs no disk. */
  uploadMemoryBodyBytes: 16 * MIB,
  /** All such bodies together; further ones are written to the disk. */
  uploadMemoryBytes: 64 * MIB,
  multipartFields: 20,
  multipartFieldBytes: 64 * KIB,
  /** All headers of one part together; a real part needs less than 1 KiB. */
  multipartHeaderBytes: 8 * KIB,
  multipartHeaderPairs: 16,
  filenameCharacters: 255,
  /** Enough of a file to tell a video from anything else. */
  sniffBytes: 4 * KIB,
  /** Counts files, however many come in one request. */
  anonymousAnalysesPerHour: 30,
  apiKeyBurst: 40,
  apiKeyPerSecond: 20,
  /** Per address: an office with one outdated program goes on working, and nobody can try out tokens. */
  refusedTokensPerMinute: 60,
  /** Rows an hour in the audit log about refusals of one key, and about wrong administrator tokens: nobody can fill it. */
  refusalRowsPerHour: 20,
  /** Recharges, checkouts and cancellations of one person or key. */
  ordersPerMinute: 10,
  /** From one address, which may be a gateway with many merchants' buyers. */
  paymentNoticesPerSecond: 50,
  /** Refusals of one address that are written down, each with what was sent. */
  refusedNoticesPerMinute: 5,
  publicReadBurst: 60,
  publicReadPerSecond: 10,
  /** Each sends an unsolicited mail. */
  invitationsPerHour: 30,
  /** For one address and account, within the window. */
  loginAttempts: 10,
  loginWindowMs: 15 * MINUTE_MS,
  /** For one address, within the same window: it may belong to a whole office. */
  loginAttemptsAddress: 100,
  /** For one account, from addresses that it has never signed in from. */
  loginAttemptsAccountPerHour: 100,
  /** Registrations and forgotten passwords from one address: each may send an unsolicited mail. */
  accountMailsAddressPerHour: 20,
  /** To one recipient: requested from one address, and from all of them. */
  accountMailsPerHour: 5,
  accountMailsRecipientPerDay: 20,
  /** Copies of an account's data, each of which reads every row of it. */
  exportsPerHour: 5,
  /** Mails about sign-ins to one account from new devices: a program with many addresses signs in often. */
  newDeviceMailsPerDay: 5,
  /** Above this the engine, which holds the whole signed file in memory, takes seconds and gigabytes. */
  signFileBytes: 100 * MIB,
  signingMs: MINUTE_MS,
  /** How long a repeated Idempotency-Key is answered with the first outcome. */
  idempotencyMs: 24 * 60 * MINUTE_MS,
  analysisSynchronousMs: 30 * SECOND_MS,
  /** For one file without a key, including its wait. */
  analysisAnonymousMs: 10 * SECOND_MS,
  analysisAsynchronousMs: 10 * MINUTE_MS,
  /** Slow-loris: a client that dribbles its headers is cut off. */
  httpHeadersMs: 15 * SECOND_MS,
  /** How often headers and whole requests are checked for time-outs; Node.js by default checks every 30 seconds. */
  httpConnectionsCheckMs: SECOND_MS,
  /**
   * The minimum average pace of a body after the grace period: half of what the slowest mobile network still in use carries, with
   * room for a tunnel. A client that dribbles pays for each connection that it holds.
   */
  bodyBytesPerSecond: 4 * KIB,
  bodyGraceMs: 30 * SECOND_MS,
  /** Open at once from one address; a browser uses six, an office behind one address some dozens. */
  connectionsPerAddress: 256,
  /** A whole request; 1 GiB in 30 minutes is 5 Mbit/s. */
  httpRequestMs: 30 * MINUTE_MS,
  /**
   * A connection without traffic in either direction. Longer than the longest work with a waiting caller, so that every caller is
   * answered: signing, with an analysis before and after it, and a minute for pictures and the store.
   */
  httpInactivityMs: 3 * MINUTE_MS,
  httpKeepAliveMs: 65 * SECOND_MS,
  /** How long a shutdown waits for requests in flight. */
  httpCloseMs: 30 * SECOND_MS,
  /** After a refusal the rest of the upload is read and discarded up to these limits, so that the client can read the answer. */
  refusalDrainBytes: 128 * MIB,
  refusalDrainMs: 10 * SECOND_MS,
  refusalIdleMs: 2 * SECOND_MS,
  /** As encoded in the address: a hundred characters of any script take up to twelve each. */
  urlParameterCharacters: 1_200,
  /** How old the reported state of the service may be, and how long each part of it has to answer. */
  readinessMs: 2 * SECOND_MS,
  pageSizeDefault: 20,
  pageSizeMax: 100,
} as const;

/** The shape of {@link DEFAULT_LIMITS} with configurable values. */
export type ServerLimits = { readonly [Name in keyof typeof DEFAULT_LIMITS]: number };
