import { sql, type Selectable } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import { databaseTimeIn } from '../../../platform/database-time.ts';
import { notifyQueue } from '../../../platform/queue/job.ts';
import type { WebhookAttemptTable, WebhookDeliveryTable } from '../../../platform/schema/webhooks.ts';
import { TEST_EVENT, type EventType } from '../../../shared/event-types.ts';
import { isId } from '../../../shared/ids.ts';
import { WEBHOOK_QUEUE } from '../../events/index.ts';
import { WEBHOOK_LIMITS } from '../limits.ts';

export type Attempt = Selectable<WebhookAttemptTable>;

/** A delivery with its event and its last attempts, in order. */
export interface Delivery extends Pick<
  Selectable<WebhookDeliveryTable>,
  'event_id' | 'status' | 'attempts' | 'due_at' | 'created_at' | 'finished_at'
> {
  type: EventType;
  /** When the event happened. */
  happened_at: Date;
  /** JSON; null until the first attempt. */
  data: string | null;
  made: Attempt[];
}

function selectDeliveries(db: Db, endpointId: string) {
  return db
    .selectFrom('webhook_delivery')
    .innerJoin('webhook_event', 'webhook_event.id', 'webhook_delivery.event_id')
    .select([
      'webhook_delivery.event_id',
      'webhook_delivery.status',
      'webhook_delivery.attempts',
      'webhook_delivery.due_at',
      'webhook_delivery.created_at',
      'webhook_delivery.finished_at',
      'webhook_event.type',
      'webhook_event.created_at as happened_at',
      'webhook_event.data',
    ])
    .where('webhook_delivery.endpoint_id', '=', endpointId);
}

/** One page of an endpoint's deliveries, newest first, and the total number. */
export async function listDeliveries(
  db: Db,
  endpointId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: Delivery[]; total: number }> {
  const found = await selectDeliveries(db, endpointId)
    .orderBy('webhook_delivery.created_at', 'desc')
    .orderBy('webhook_delivery.event_id')
    .limit(limit)
    .offset(offset)
    .execute();
  const made = await attemptsOf(
    db,
    endpointId,
    found.map(({ event_id }) => event_id),
  );
  const counted = await db
    .selectFrom('webhook_delivery')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('endpoint_id', '=', endpointId)
    .executeTakeFirstOrThrow();
  // An attempt that was stored since is not shown beside a state without it.
  const rows = found.map((row) => ({
    ...row,
    made: made.filter(({ event_id, number }) => event_id === row.event_id && number <= row.attempts),
  }));
  return { rows, total: counted.total };
}

async function attemptsOf(db: Db, endpointId: string, eventIds: readonly string[]): Promise<Attempt[]> {
  if (eventIds.length === 0) return [];
  return db
    .selectFrom('webhook_attempt')
    .innerJoin('webhook_delivery', (join) =>
      join
        .onRef('webhook_delivery.endpoint_id', '=', 'webhook_attempt.endpoint_id')
        .onRef('webhook_delivery.event_id', '=', 'webhook_attempt.event_id'),
    )
    .selectAll('webhook_attempt')
    .where('webhook_attempt.endpoint_id', '=', endpointId)
    .where('webhook_attempt.event_id', 'in', eventIds)
    .where(sql<boolean>`webhook_attempt.number > webhook_delivery.attempts - ${WEBHOOK_LIMITS.attemptsShown}::int`)
    .orderBy('webhook_attempt.number')
    .execute();
}

export async function findDelivery(db: Db, endpointId: string, eventId: string): Promise<Delivery | undefined> {
  const row = await selectDeliveries(db, endpointId)
    .where('webhook_delivery.event_id', '=', isId('event', eventId) ? eventId : '')
    .executeTakeFirst();
  return row === undefined ? undefined : { ...row, made: await attemptsOf(db, endpointId, [eventId]) };
}

/**
 * Makes the delivery due at once, at the beginning of its schedule. An attempt that is being made at this moment is not waited
 * for, and its outcome is not recorded. Answers whether there is such a delivery.
 */
export async function restartDelivery(trx: Db, endpointId: string, eventId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('webhook_delivery')
    .set({
      status: 'pending',
      step: 0,
      due_at: databaseTimeIn(0),
      finished_at: null,
      lease_owner: null,
      lease_until: null,
    })
    .where('endpoint_id', '=', endpointId)
    .where('event_id', '=', isId('event', eventId) ? eventId : '')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await notifyQueue(trx, WEBHOOK_QUEUE);
  return true;
}

/** Writes a test event for this endpoint alone. */
export async function insertTestEvent(
  trx: Db,
  event: { id: string; organizationId: string; endpointId: string; data: string },
): Promise<void> {
  const { id, organizationId, endpointId, data } = event;
  await trx
    .insertInto('webhook_event')
    .values({ id, organization_id: organizationId, type: TEST_EVENT, sandbox: true, data })
    .execute();
  await trx.insertInto('webhook_delivery').values({ endpoint_id: endpointId, event_id: id }).execute();
  await notifyQueue(trx, WEBHOOK_QUEUE);
}
