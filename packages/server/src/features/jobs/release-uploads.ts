import type { DbTransaction } from '../../platform/database.ts';
import type { JobUploads } from '../../platform/job-uploads.ts';
import type { Job } from '../../platform/queue/job.ts';
import { findUpload } from './stored-analysis.ts';

/** Deletes the uploads of jobs that end without a worker, in the transaction that ends them. */
export async function releaseUploadsOf(
  uploads: JobUploads,
  trx: DbTransaction,
  jobs: readonly Pick<Job, 'input'>[],
): Promise<void> {
  for (const job of jobs) {
    const upload = findUpload(job);
    if (upload !== null) await uploads.giveUp(trx, upload);
  }
}
