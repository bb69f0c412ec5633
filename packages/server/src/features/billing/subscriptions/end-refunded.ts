import type { DbTransaction } from '../../../platform/database.ts';
import { tellOfSubscription } from './events.ts';
import { endAsPaid, listLater, movePeriod, shortenPeriod } from './queries/refunded.ts';

/**
 * Lets the plan that an order paid for last no longer than it is paid after a refund of it: at the same price for each second, but
 * never less than until now. Periods that follow move up, so that there is no gap, and the subscription does not renew by itself
 * anymore. The order and the subscription are locked. Nothing happens when the period has ended.
 */
export async function endRefunded(
  trx: DbTransaction,
  { orderId, requestId }: { orderId: string; requestId: string },
): Promise<void> {
  const shortened = await shortenPeriod(trx, orderId);
  if (shortened === undefined) return;
  const { subscriptionId, before } = shortened;
  let { until } = shortened;
  let anchor = until;
  for (const later of await listLater(trx, subscriptionId, before)) {
    const moved = await movePeriod(trx, later, { startsAt: until, anchor });
    // Whatever comes after one that was shortened has no month in common with it.
    if (moved.isShortened) anchor = moved.until;
    until = moved.until;
  }
  const { hasEnded } = await endAsPaid(trx, subscriptionId, anchor);
  const type = hasEnded ? 'subscription.expired' : 'subscription.cancel_scheduled';
  await tellOfSubscription(trx, type, { id: subscriptionId, what: requestId });
}
