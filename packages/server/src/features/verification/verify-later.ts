import { pathOf } from '../../http/upload-content.ts';
import { beginJob } from '../jobs/index.ts';
import { newAnalysisJob, refuseUnknownMedia, type Submission } from './verify-now.ts';
import type { VerificationServices } from './services.ts';

/**
 * Accepts a file for a worker. Once this returns, the job and its bytes outlive this process: they are in the store, or
 * were flushed to the disk while they were received and now belong to the job.
 */
export async function verifyLater(services: VerificationServices, submission: Submission): Promise<{ id: string }> {
  refuseUnknownMedia(submission);
  const file = { ...submission.file, path: pathOf(submission.file.content) };
  return services.uploads.give(file, async (trx, upload) => {
    const job = newAnalysisJob(services, submission, upload);
    const { id } = await beginJob(trx, job, { kind: 'queue' }, services.quotaBasis);
    return { id, isTaken: true };
  });
}
