import { sql } from 'kysely';
import type { Db, DbTransaction } from '../../../platform/database.ts';
import { databaseTimeIn } from '../../../platform/database-time.ts';
import { PLATFORM_LIMITS } from '../../../platform/limits.ts';
import type { TakenJobs } from '../../../platform/queue/take-away.ts';
import { storedJson } from '../../../platform/stored-json.ts';
import type { JobOutput } from '../job-outcome.ts';

/** What a completed job leaves in its row beside its result. */
export function evidenceColumns({ report, crjson, signing, thumbnails }: Omit<JobOutput, 'verdict' | 'preview'>) {
  return {
    evidence: storedJson(report),
    crjson,
    ...(signing === undefined ? {} : { signing: storedJson(signing) }),
    ...(thumbnails === 'later' ? { pictures_until: databaseTimeIn(PLATFORM_LIMITS.latePicturesMs) } : {}),
  };
}

/** The unfinished jobs of an organization, no matter who works on them. */
export function unfinishedJobsOf(trx: DbTransaction, organizationId: string): TakenJobs {
  return trx
    .selectFrom('job')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('status', 'in', ['queued', 'processing'])
    .forUpdate();
}

/**
 * Empties finished jobs whose retention has ended: `expired`, without result, evidence, crJSON, pictures, signing, the file's
 * name and the input, which holds its digest and what was declared. The rest says that there was a job, whose, when and how it
 * ended. In passes of 500, until one is not full or the signal aborts. Answers how many.
 */
export async function expireJobs(db: Db, signal?: AbortSignal): Promise<number> {
  let expired = 0;
  let passed: number;
  do {
    passed = await expireSome(db);
    expired += passed;
  } while (passed === PLATFORM_LIMITS.queueSweepRows && signal?.aborted !== true);
  return expired;
}

async function expireSome(db: Db): Promise<number> {
  const result = await db
    .with('over', (query) =>
      query
        .selectFrom('job')
        .select('id')
        .where('status', 'in', ['completed', 'failed'])
        .where('expires_at', '<=', sql<Date>`now()`)
        .orderBy('expires_at')
        .limit(PLATFORM_LIMITS.queueSweepRows)
        .forUpdate()
        .skipLocked(),
    )
    .with('emptied', (query) =>
      query.deleteFrom('job_thumbnail').using('over').whereRef('job_thumbnail.job_id', '=', 'over.id'),
    )
    .with('unpictured', (query) =>
      query.deleteFrom('job_preview').using('over').whereRef('job_preview.job_id', '=', 'over.id'),
    )
    .updateTable('job')
    .from('over')
    .whereRef('job.id', '=', 'over.id')
    .set({ status: 'expired', filename: null, input: '{}', result: null, evidence: null, crjson: null, signing: null })
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}
