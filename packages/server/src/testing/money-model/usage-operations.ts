import type { SeededRandom } from '@revera/testkit';
import { reserveMoreWithin } from '../../features/billing/charges/index.ts';
import { countEnded } from '../../features/usage/index.ts';
import { reserveUnit } from '../../platform/quota-store.ts';
import { retriedTransaction } from '../../platform/retried-transaction.ts';
import { AppError } from '../../shared/app-error.ts';
import { newId } from '../../shared/ids.ts';
import { endQueuedJob } from './queries.ts';
import { count, type MoneyWorld } from './world.ts';

const JOB = `insert into job (id, kind, status, organization_id, input)
  values ($1, 'verification', 'queued', $2, '{"mode": "live"}')`;

/** Reserves a unit for a job, buying more where nothing is left; then the job succeeds, fails, or is never heard of again. */
export async function useUnit(world: MoneyWorld, organizationId: string, random: SeededRandom): Promise<void> {
  const { db, clock } = world.services;
  const unit = { jobId: newId('job'), operation: 'verification' } as const;
  await world.database.pool.query(JOB, [unit.jobId, organizationId]);
  await retriedTransaction(db, async (trx) => {
    const first = await reserveUnit(trx, organizationId, unit, 'plans');
    const decision = first.kind === 'used_up' ? await reserveMoreWithin(trx, organizationId, unit, 'plans') : first;
    if (decision?.kind !== 'reserved') throw new AppError('QUOTA_EXCEEDED');
  });
  count(world, 'units: reserved');
  const end = ['completed', 'completed', 'completed', 'failed', 'silent'][random.below(5)];
  if (end === 'silent') return;
  // Ended twice, as after a lease that was lost: the second has nothing to settle.
  for (let time = 0; time < 1 + random.below(2); time += 1) {
    await retriedTransaction(db, async (trx) => {
      if (await endQueuedJob(trx, unit.jobId, { isFailed: end === 'failed', at: clock.now() }))
        await countEnded(trx, unit.jobId);
    });
  }
}
