import { publicAddress } from './config.ts';
import { pruneTokens } from './features/accounts/index.ts';
import { pruneSessions } from './features/sessions/index.ts';
import { refreshDueLists } from './features/trust/index.ts';
import { analysisHandler, removeFilesOf, type VerificationServices } from './features/verification/index.ts';
import { findNeededPaths } from './features/jobs/index.ts';
import { MAIL_QUEUE, mailHandler, sweepMails, type MailServices } from './features/mail/index.ts';
import { findServiceCredential } from './features/credentials/index.ts';
import { signingHandler, type SigningServices } from './features/signing/index.ts';
import { sweepBlobs } from './platform/blob-registry.ts';
import { pruneIdempotencyKeys } from './platform/idempotency.ts';
import { DEFAULT_QUEUE } from './platform/queue.ts';
import { expireJobs } from './platform/queue-reaper.ts';
import { createWorker } from './platform/queue-worker.ts';
import { pruneBuckets } from './platform/rate-limit-store.ts';
import type { Services } from './services.ts';

const MINUTE_MS = 60_000;

/** Most of the time of a mail is spent waiting for the server. */
const MAILS_AT_A_TIME = 2;

/** How long a stopping worker waits for what it is working on before it hands it back. */
const STOP_GRACE_MS = 20_000;

export function verificationServices(services: Services): VerificationServices {
  const { config, database, clock, log, analysis, trust, processName, links } = services;
  const { limits, retentionMs, anonymousRetentionMs } = config;
  return {
    db: database.db,
    clock,
    log,
    analysis,
    trust,
    findServiceCredential: (facts) => findServiceCredential({ db: database.db, clock, links }, facts),
    links,
    limits,
    retentionMs,
    anonymousRetentionMs,
    leaseOwner: processName,
  };
}

export function signingServices(services: Services): SigningServices {
  const { config, signing, blobs, uploads } = services;
  return {
    ...verificationServices(services),
    signing,
    blobs,
    uploadDirectory: uploads.directory,
    assetRetentionMs: config.assetRetentionMs,
    sessionMode: config.signing.production === null ? 'test' : 'live',
  };
}

function mailServices({ mailer, secrets, config, listening }: Services): MailServices {
  return { mailer, secrets, from: config.mail.from, address: () => publicAddress(config, listening.port) };
}

/** The background half of the service: queued jobs, and what is done from time to time. */
export interface Background {
  stop(): Promise<void>;
}

/** Starts taking queued jobs and doing the periodic work. Several processes may do so at once. */
export async function startBackground(services: Services): Promise<Background> {
  const { database, clock, log, config } = services;
  const analysis = analysisHandler(verificationServices(services));
  const worker = createWorker({
    database,
    queue: DEFAULT_QUEUE,
    handlers: { verification: analysis, analysis, signing: signingHandler(signingServices(services)) },
    concurrency: config.analysisThreads,
    clock,
    log,
    onTimedOut: async (_trx, jobs) => removeFilesOf(jobs),
  });
  const postman = createWorker({
    database,
    queue: MAIL_QUEUE,
    handlers: { mail: mailHandler(mailServices(services)) },
    concurrency: MAILS_AT_A_TIME,
    clock,
    log,
    onTimedOut: async (_trx, jobs) => removeFilesOf(jobs),
  });
  await worker.start();
  await postman.start();
  const stopping = new AbortController();
  const chores = [
    every(MINUTE_MS, 'trust lists', () => refreshDueLists(services, { signal: stopping.signal })),
    every(MINUTE_MS, 'expiry of results', () => expireJobs(database.db)),
    every(10 * MINUTE_MS, 'left-over uploads', () => sweepUploads(services)),
    every(MINUTE_MS, 'mails', () => sweepMails(database.db, log)),
    every(MINUTE_MS, 'stored files', () => sweepBlobs(database, services.blobs, log)),
    every(60 * MINUTE_MS, 'idempotency keys', () => pruneIdempotencyKeys(database.db, config.limits.idempotencyMs)),
    every(60 * MINUTE_MS, 'sessions', () => pruneSessions(database.db)),
    every(60 * MINUTE_MS, 'links in mails', () => pruneTokens(database.db)),
    every(60 * MINUTE_MS, 'rate limits', () => pruneBuckets(database.db)),
  ];
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(chores.map((chore) => chore.stop()));
      await Promise.all([worker, postman].map((each) => each.stop({ graceMs: STOP_GRACE_MS })));
    },
  };

  /** Runs at once and then again and again, never twice at a time. A failure is logged and tried again next time. */
  function every(ms: number, what: string, work: () => Promise<unknown>): { stop(): Promise<void> } {
    let running: Promise<void> | null = null;
    const run = (): void => {
      running ??= work()
        .then(
          () => undefined,
          (err: unknown) => {
            if (stopping.signal.aborted) log.info({ err }, `${what}: given up, because the service stops`);
            else log.error({ err }, `${what}: the periodic work failed`);
          },
        )
        .finally(() => {
          running = null;
        });
    };
    const timer = setInterval(run, ms);
    run();
    return {
      stop: async () => {
        clearInterval(timer);
        await running;
      },
    };
  }
}

/** Removes what dead processes left, except the files of unfinished jobs. */
export async function sweepUploads({ uploads, database, log }: Services): Promise<void> {
  const removed = await uploads.sweep((paths) => findNeededPaths(database.db, paths));
  if (removed > 0) log.info({ removed }, 'left-over uploads were removed');
}
