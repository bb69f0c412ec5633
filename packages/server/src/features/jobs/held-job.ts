import type { UploadedFile } from '../../http/upload.ts';
import type { Db } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import type { Lease } from '../../platform/queue/job.ts';
import { keepLease } from '../../platform/queue/lease.ts';
import { endTogether, type AlsoChange } from '../../platform/queue/run.ts';
import { endAsFailed, endJob } from './end-job.ts';
import { jobError } from './failures.ts';
import type { JobOutput } from './job-outcome.ts';

interface HoldingServices {
  db: Db;
  log: Log;
  /** Names this process in the leases of the jobs it works on itself. */
  leaseOwner: string;
}

/** Completes the held job; false, storing nothing, when the lease was lost. */
type CompleteHeldJob = (output: JobOutput, also?: AlsoChange) => Promise<boolean>;

/**
 * Works on a job that this process holds, while its caller waits. The lease is short and renewed as long as the process lives:
 * after a crash the job is taken over within half a minute, and not after the longest work. An error from `work` ends the job as
 * failed and is rethrown.
 */
export async function workOnHeldJob<Done>(
  services: HoldingServices,
  { id, file }: { id: string; file: UploadedFile },
  work: (complete: CompleteHeldJob) => Promise<Done>,
): Promise<Done> {
  const { db, log, leaseOwner } = services;
  const lease = { id, leaseOwner };
  const beat = keepLease(db, lease, log);
  try {
    return await work((output, also) =>
      endTogether(db, (trx) => endJob(trx, lease, { kind: 'completed', output }), also),
    );
  } catch (error) {
    await recordFailure(services, lease, file, error);
    throw error;
  } finally {
    beat.stop();
  }
}

/** When even the failure cannot be stored, the lease runs out and a worker takes over the job, and the file with it. */
async function recordFailure(
  { db, log }: HoldingServices,
  lease: Lease,
  file: UploadedFile,
  error: unknown,
): Promise<void> {
  try {
    await db.transaction().execute((trx) => endAsFailed(trx, lease, jobError(error)));
  } catch (err) {
    file.keep();
    log.error({ err, job_id: lease.id }, 'a failed job could not be recorded; its lease will run out');
  }
}
