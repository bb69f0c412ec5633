import { mailServices, senderServices, signingServices, verificationServices } from './feature-services.ts';
import { endJob, releaseUploadsOf } from './features/jobs/index.ts';
import { endMailJob, MAIL_QUEUE, mailHandler } from './features/mail/index.ts';
import { signingHandler } from './features/signing/index.ts';
import { createSender } from './features/webhooks/index.ts';
import { analysisHandler } from './features/verification/index.ts';
import { DEFAULT_QUEUE } from './platform/queue/job.ts';
import { createWorker, type Worker } from './platform/queue/worker.ts';
import type { Services } from './services.ts';

/** Most of the time of a mail is spent waiting for the server. */
const MAILS_AT_A_TIME = 2;

/** Every queue: what is done with its jobs, how many at a time, and how they end. */
export function openWorkers(services: Services): Worker[] {
  const { database, clock, log, config, uploads, jobUploads } = services;
  const common = { database, clock, log };
  const analysis = analysisHandler(verificationServices(services));
  return [
    createWorker({
      ...common,
      queue: DEFAULT_QUEUE,
      handlers: { verification: analysis, analysis, signing: signingHandler(signingServices(services)) },
      concurrency: config.analysisThreads,
      endJob,
      uploadFolder: uploads.folderId,
      onGivenUp: (trx, jobs) => releaseUploadsOf(jobUploads, trx, jobs),
    }),
    createWorker({
      ...common,
      queue: MAIL_QUEUE,
      handlers: { mail: mailHandler(mailServices(services)) },
      concurrency: MAILS_AT_A_TIME,
      endJob: endMailJob,
    }),
    createSender(senderServices(services)),
  ];
}
