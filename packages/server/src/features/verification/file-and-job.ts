import type { UploadedFile } from '../../http/upload.ts';
import type { Db } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { failJob, type Lease } from '../../platform/queue-finish.ts';
import { UnavailableError } from '../../shared/unavailable-error.ts';
import { jobError } from './analyze-file.ts';

/**
 * Stores the job of a file. When the database breaks off it is not known whether the job was stored, so its file stays for
 * whoever works on it; the sweep deletes one that nobody needs.
 */
export async function storeWithFile<Stored>(file: UploadedFile, store: () => Promise<Stored>): Promise<Stored> {
  try {
    return await store();
  } catch (error) {
    if (error instanceof UnavailableError) file.keep();
    throw error;
  }
}

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
