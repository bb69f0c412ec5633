import type { Db } from '../../platform/database.ts';
import { AppError } from '../../shared/app-error.ts';
import { newId } from '../../shared/ids.ts';
import { audit, requireLocked, type Asking } from './manage.ts';
import { findDelivery, insertTestEvent, restartDelivery, type Delivery } from './queries/deliveries.ts';
import type { Endpoint } from './queries/endpoints.ts';
import type { WebhookServices } from './services.ts';

/** Sends a test event to one endpoint, as any other event is sent. @throws {AppError} NOT_FOUND, CONFLICT when it is disabled */
export async function sendTest({ db }: WebhookServices, id: string, asking: Asking): Promise<Delivery> {
  return db.transaction().execute(async (trx) => {
    const { organization_id: organizationId } = await requireEnabled(trx, id, asking);
    const eventId = newId('event');
    const data = JSON.stringify({ webhook_id: id, sandbox: true });
    await insertTestEvent(trx, { id: eventId, organizationId, endpointId: id, data });
    await audit(trx, asking, 'tested', id, { event: eventId });
    return requireDelivery(trx, id, eventId);
  });
}

/**
 * Sends an event again, from the beginning of the schedule, whatever became of it before.
 *
 * @throws {AppError} NOT_FOUND, CONFLICT when the endpoint is disabled
 */
export async function redeliver(
  { db }: WebhookServices,
  { whid, id }: { whid: string; id: string },
  asking: Asking,
): Promise<Delivery> {
  return db.transaction().execute(async (trx) => {
    await requireEnabled(trx, whid, asking);
    if (!(await restartDelivery(trx, whid, id))) throw new AppError('NOT_FOUND');
    await audit(trx, asking, 'redelivered', whid, { event: id });
    return requireDelivery(trx, whid, id);
  });
}

async function requireEnabled(trx: Db, id: string, asking: Asking): Promise<Endpoint> {
  const row = await requireLocked(trx, id, asking);
  if (!row.enabled) throw new AppError('CONFLICT', { details: { reason: 'webhook_disabled' } });
  return row;
}

async function requireDelivery(trx: Db, endpointId: string, eventId: string): Promise<Delivery> {
  const row = await findDelivery(trx, endpointId, eventId);
  if (row === undefined) throw new Error(`delivery ${eventId} is gone in its own transaction`);
  return row;
}
