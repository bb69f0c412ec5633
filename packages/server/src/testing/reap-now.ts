import { endAsFailed, releaseUploadsOf } from '../features/jobs/index.ts';
import { DEFAULT_QUEUE } from '../platform/queue/job.ts';
import { reapJobs } from '../platform/queue/reap.ts';
import type { Services } from '../services.ts';

/** Does now what any worker does every ten seconds: jobs whose lease has run out are queued again or ended. */
export async function reapNow({ database, jobUploads }: Pick<Services, 'database' | 'jobUploads'>): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    const { timedOut } = await reapJobs(trx, { queue: DEFAULT_QUEUE, fail: endAsFailed });
    await releaseUploadsOf(jobUploads, trx, timedOut);
  });
}
