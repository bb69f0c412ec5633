import {
  documentServices,
  financeServices,
  healthOf,
  namingServices,
  orderServices,
  refundServices,
} from './feature-services.ts';
import { pruneTokens } from './features/accounts/index.ts';
import { documentChores } from './features/billing/documents/index.ts';
import { recognitionChores } from './features/billing/recognition/index.ts';
import { refundChores } from './features/billing/refunds/index.ts';
import { orderChores } from './features/billing/orders/index.ts';
import { renewalChores } from './features/billing/renewals/index.ts';
import { nameOldClaims } from './features/credentials/index.ts';
import { healthChores } from './features/health/index.ts';
import { financeChores } from './features/finance/index.ts';
import { expireJobs } from './features/jobs/index.ts';
import { sweepMails } from './features/mail/index.ts';
import { sweepClosedOrganizations } from './features/rights/index.ts';
import { pruneSessions } from './features/sessions/index.ts';
import { checkUsage, foldUsage } from './features/usage/index.ts';
import { refreshDueLists } from './features/trust/index.ts';
import { sweepWebhooks } from './features/webhooks/index.ts';
import { sweepBlobs } from './platform/blob-registry.ts';
import type { Chore } from './platform/chores.ts';
import { pruneIdempotencyKeys } from './platform/idempotency.ts';
import { findNeededUploads } from './platform/job-uploads.ts';
import { releaseAbandoned } from './platform/quota-store.ts';
import { pruneBuckets } from './platform/rate-limit-store.ts';
import { dropPartitions, makePartitions } from './platform/usage-partitions.ts';
import type { Services } from './services.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * What every process does from time to time: nobody else may see the uploads on its host, and where no worker runs, the work that a
 * process answers by itself is counted all the same.
 */
export function ownChores(services: Services): Chore[] {
  return [
    { every: 10 * MINUTE, what: 'left-over uploads', work: () => sweepUploads(services) },
    { every: HOUR, what: 'months of usage', work: () => makePartitions(services.database.db) },
  ];
}

/** What workers do from time to time for the whole service. */
export function sharedChores(services: Services): Chore[] {
  const { database, log, config, blobs, jobUploads: uploads } = services;
  const { db } = database;
  const naming = namingServices(services);
  return [
    { every: MINUTE, what: 'trust lists', work: (signal) => refreshDueLists(services, { signal }) },
    { every: MINUTE, what: 'expiry of results', work: (signal) => expireJobs(db, signal) },
    { every: MINUTE, what: 'closed organizations', work: () => sweepClosedOrganizations({ db, uploads }) },
    { every: MINUTE, what: 'mails', work: () => sweepMails(db, log) },
    { every: MINUTE, what: 'stored files', work: () => sweepBlobs(database, blobs, log) },
    {
      every: HOUR,
      what: 'idempotency keys',
      work: () => pruneIdempotencyKeys(db, config.limits.idempotencyMs),
    },
    { every: MINUTE, what: 'sums of usage', work: () => foldUsage(db) },
    { every: MINUTE, what: 'abandoned reservations', work: () => releaseAbandoned(db) },
    { every: HOUR, what: 'check of usage', work: (signal) => checkUsage(db, log, signal) },
    { every: HOUR, what: 'old months of usage', work: () => dropPartitions(db, config.usageMonths) },
    { every: HOUR, what: 'sessions', work: () => pruneSessions(db) },
    { every: HOUR, what: 'links in mails', work: () => pruneTokens(db) },
    { every: MINUTE, what: 'old events', work: () => sweepWebhooks(db, config.retentionMs) },
    ...documentChores(documentServices(services)),
    ...recognitionChores({ db, log }),
    ...refundChores(refundServices(services)),
    ...orderChores(orderServices(services)),
    ...financeChores(financeServices(services)),
    ...healthChores(db, healthOf(services)),
    ...renewalChores({ db, log, secrets: services.secrets, links: services.links }),
    { every: HOUR, what: 'rate limits', work: () => pruneBuckets(db) },
    { every: HOUR, what: 'claims of earlier credentials', work: (signal) => nameOldClaims(naming, { signal }) },
  ];
}

/** Removes what dead processes and finished jobs left, except the files of unfinished jobs. */
export async function sweepUploads({ uploads, database, log }: Services): Promise<void> {
  const removed = await uploads.sweep((names) => findNeededUploads(database.db, names));
  if (removed > 0) log.info({ removed }, 'left-over uploads were removed');
}
