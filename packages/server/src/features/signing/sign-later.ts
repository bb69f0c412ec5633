import { enqueueJob } from '../../platform/queue.ts';
import { storeWithFile } from '../verification/index.ts';
import { newSigningJob, refuseUnsignable, storeOnce, type SigningSubmission } from './submission.ts';
import type { SigningServices } from './services.ts';

/** Accepts a file for a worker. Once this returns, the job and its bytes outlive this process. */
export async function signLater(
  services: SigningServices,
  submission: SigningSubmission,
): Promise<{ id: string; repeated: boolean }> {
  refuseUnsignable(submission);
  const job = await newSigningJob(services, submission);
  const { repeats } = await storeWithFile(submission.file, () =>
    services.db.transaction().execute((trx) => storeOnce(trx, submission, job.id, () => enqueueJob(trx, job))),
  );
  if (repeats !== null) return { id: repeats, repeated: true };
  submission.file.keep();
  return { id: job.id, repeated: false };
}
