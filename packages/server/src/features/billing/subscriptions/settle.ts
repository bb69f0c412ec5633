import type { DbTransaction } from '../../../platform/database.ts';
import { tellOfSubscription } from './events.ts';
import { settleStatus, type SubscriptionRow } from './queries/subscription.ts';

/**
 * Brings a locked subscription to the status that the time demands, and tells of it. Answers it as it is then; undefined when it
 * has ended.
 */
export async function settleOverdue(
  trx: DbTransaction,
  live: SubscriptionRow | undefined,
): Promise<SubscriptionRow | undefined> {
  if (live === undefined) return undefined;
  const settled = await settleStatus(trx, live.id);
  if (settled === undefined) return live;
  const isInGrace = settled.status === 'grace';
  const type = isInGrace ? 'subscription.grace_started' : 'subscription.expired';
  await tellOfSubscription(trx, type, { id: settled.id, what: settled.current_period_end.toISOString() });
  return isInGrace ? settled : undefined;
}
