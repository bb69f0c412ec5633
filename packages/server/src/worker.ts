import { publicAddress } from './config.ts';
import { pruneTokens } from './features/accounts/index.ts';
import { pruneSessions } from './features/sessions/index.ts';
import { refreshDueLists } from './features/trust/index.ts';
import { analysisHandler, releaseUploadsOf, type VerificationServices } from './features/verification/index.ts';
import { MAIL_QUEUE, mailHandler, sweepMails, type MailServices } from './features/mail/index.ts';
import { findRecords, nameOldClaims, type NamingServices } from './features/credentials/index.ts';
import { signingHandler, type SigningServices } from './features/signing/index.ts';
import { sweepClosedOrganizations } from './features/rights/index.ts';
import { sweepBlobs } from './platform/blob-registry.ts';
import { objectsOf } from './platform/blob-store.ts';
import { startChores } from './platform/chores.ts';
import { pruneIdempotencyKeys } from './platform/idempotency.ts';
import { findNeededUploads } from './platform/job-uploads.ts';
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
  const { config, database, log, clock, analysis, trust, processName, links, jobUploads } = services;
  const { limits, retentionMs, anonymousRetentionMs } = config;
  return {
    db: database.db,
    log,
    clock,
    analysis,
    uploads: jobUploads,
    trust,
    findRecords: (facts) => findRecords({ db: database.db, clock, links }, facts),
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
    blobs: objectsOf(blobs, 'asset'),
    uploadDirectory: uploads.directory,
    assetRetentionMs: config.assetRetentionMs,
    sessionMode: config.signing.production === null ? 'test' : 'live',
  };
}

function namingServices(services: Services): NamingServices {
  const { database, clock, blobs, analysis, trust, log, uploads, config } = services;
  return {
    db: database.db,
    clock,
    blobs,
    analysis,
    trust,
    log,
    uploadDirectory: uploads.directory,
    deadlineMs: config.limits.analysisAsynchronousMs,
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
  const { database, clock, log, config, uploads, jobUploads } = services;
  const analysis = analysisHandler(verificationServices(services));
  const worker = createWorker({
    database,
    queue: DEFAULT_QUEUE,
    uploadFolder: uploads.folderId,
    handlers: { verification: analysis, analysis, signing: signingHandler(signingServices(services)) },
    concurrency: config.analysisThreads,
    clock,
    log,
    onGivenUp: (trx, jobs) => releaseUploadsOf(jobUploads, trx, jobs),
  });
  const mailWorker = createWorker({
    database,
    queue: MAIL_QUEUE,
    handlers: { mail: mailHandler(mailServices(services)) },
    concurrency: MAILS_AT_A_TIME,
    clock,
    log,
    onGivenUp: (trx, jobs) => releaseUploadsOf(jobUploads, trx, jobs),
  });
  await Promise.all([worker.start(), mailWorker.start()]);
  const chores = startChores(log);
  const { every, signal } = chores;
  every(MINUTE_MS, 'trust lists', () => refreshDueLists(services, { signal }));
  every(MINUTE_MS, 'expiry of results', () => endResults(services));
  every(10 * MINUTE_MS, 'left-over uploads', () => sweepUploads(services));
  every(MINUTE_MS, 'mails', () => sweepMails(database.db, log));
  every(MINUTE_MS, 'stored files', () => sweepBlobs(database, services.blobs, log));
  every(60 * MINUTE_MS, 'idempotency keys', () => pruneIdempotencyKeys(database.db, config.limits.idempotencyMs));
  every(60 * MINUTE_MS, 'sessions', () => pruneSessions(database.db));
  every(60 * MINUTE_MS, 'links in mails', () => pruneTokens(database.db));
  every(60 * MINUTE_MS, 'rate limits', () => pruneBuckets(database.db));
  every(60 * MINUTE_MS, 'claims of earlier credentials', () => nameOldClaims(namingServices(services), { signal }));
  return {
    stop: async () => {
      await chores.stop();
      await Promise.all([worker, mailWorker].map((each) => each.stop({ graceMs: STOP_GRACE_MS })));
    },
  };
}

/** Results whose time is over, and what came late to organizations that are closed. */
async function endResults({ database, jobUploads }: Services): Promise<void> {
  await expireJobs(database.db);
  await sweepClosedOrganizations({ db: database.db, uploads: jobUploads });
}

/** What a process without a worker does from time to time: nobody else may see the uploads on its host. */
export function startHousekeeping(services: Services): Background {
  const chores = startChores(services.log);
  chores.every(10 * MINUTE_MS, 'left-over uploads', () => sweepUploads(services));
  return { stop: () => chores.stop() };
}

/** Removes what dead processes and finished jobs left, except the files of unfinished jobs. */
export async function sweepUploads({ uploads, database, log }: Services): Promise<void> {
  const removed = await uploads.sweep((names) => findNeededUploads(database.db, names));
  if (removed > 0) log.info({ removed }, 'left-over uploads were removed');
}
