import type { UploadedFile } from '../../http/upload.ts';
import type { Db } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { failJob, type Lease } from '../../platform/queue-finish.ts';
import { jobError } from './analyze-file.ts';

/**
 * Ends a job that the caller waited for as failed. When even that cannot be stored, its lease runs out and a worker takes it
 * over: then the file is the job's.
 */
export async function endAsFailed(
  { db, log }: { db: Db; log: Log },
  lease: Lease,
  file: UploadedFile,
  error: unknown,
): Promise<void> {
  try {
    await failJob(db, lease, jobError(error));
  } catch (err) {
    file.keep();
    log.error({ err, job_id: lease.id }, 'a failed job could not be recorded; its lease will run out');
  }
}
