import type { DbTransaction } from '../../platform/database.ts';

const FAILED = { status: 'failed', error_code: 'INTERNAL_ERROR' } as const;

/** Ends a job as those who work on it do. False: somebody else has. */
export async function endQueuedJob(
  trx: DbTransaction,
  id: string,
  { isFailed, at }: { isFailed: boolean; at: Date },
): Promise<boolean> {
  const ended = await trx
    .updateTable('job')
    .set({ finished_at: at, ...(isFailed ? FAILED : { status: 'completed' }) })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}
