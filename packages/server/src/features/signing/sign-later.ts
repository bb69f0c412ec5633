import { pathOf } from '../../http/upload-content.ts';
import { beginJob } from '../jobs/index.ts';
import { newSigningJob, refuseUnsignable, storeOnce, withFileAt, type SigningSubmission } from './submission.ts';
import type { SigningServices } from './services.ts';

/** Accepts a file for a worker. Once this returns, the job and its bytes outlive this process. */
export async function signLater(
  services: SigningServices,
  submission: SigningSubmission,
): Promise<{ id: string; repeated: boolean }> {
  refuseUnsignable(submission);
  const job = await newSigningJob(services, submission);
  const file = { ...submission.file, path: pathOf(submission.file.content) };
  const { id, isTaken, quota } = await services.uploads.give(file, async (trx, upload) => {
    const store = () => beginJob(trx, withFileAt(upload, job), { kind: 'queue' }, services.quotaBasis);
    const terms = { jobId: job.id, basis: services.quotaBasis };
    const { repeats, ...rest } = await storeOnce(trx, submission, terms, store);
    return { id: repeats ?? job.id, isTaken: repeats === null, ...rest };
  });
  submission.tellQuota?.(quota);
  return { id, repeated: !isTaken };
}
