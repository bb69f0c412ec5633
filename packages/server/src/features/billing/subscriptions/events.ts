import type { DbTransaction } from '../../../platform/database.ts';
import type { SubscribedType } from '../../../shared/event-types.ts';
import { recordEvent } from '../../events/index.ts';
import { presentSubscription } from './present.ts';
import { getSubscription } from './queries/subscription.ts';

export type SubscriptionEvent = Extract<SubscribedType, `subscription.${string}`>;

/**
 * Tells of a subscription as it is now.
 *
 * @param what names the change, with the type and the subscription: it is told once
 */
export async function tellOfSubscription(
  trx: DbTransaction,
  type: SubscriptionEvent,
  { id, what, more = {} }: { id: string; what: string; more?: object },
): Promise<void> {
  const row = await getSubscription(trx, id);
  const data = { ...(await presentSubscription(trx, row, 'en')), version: row.version, ...more };
  const dedupeKey = `${type}:${id}:${what}`;
  await recordEvent(trx, { organizationId: row.organization_id, type, sandbox: false, data, dedupeKey });
}
