import { enqueueJob } from '../../platform/queue.ts';
import { storeWithFile } from './file-and-job.ts';
import { newAnalysisJob, refuseUnknownMedia, type Submission } from './verify-now.ts';
import type { VerificationServices } from './services.ts';

/**
 * Accepts a file for a worker. Once this returns, the job and its bytes outlive this process: the file was flushed to
 * the disk while it was received, and is now the job's.
 */
export async function verifyLater(services: VerificationServices, submission: Submission): Promise<{ id: string }> {
  refuseUnknownMedia(submission);
  const { file } = submission;
  const { id } = await storeWithFile(file, () =>
    services.db.transaction().execute((trx) => enqueueJob(trx, newAnalysisJob(services, submission))),
  );
  file.keep();
  return { id };
}
