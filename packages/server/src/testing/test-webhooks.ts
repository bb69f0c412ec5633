import { z } from 'zod';
import { senderServices } from '../feature-services.ts';
import { deliverySchema, webhookWithSecretSchema } from '../features/webhooks/schemas.ts';
import { createSender, type SenderServices } from '../features/webhooks/index.ts';
import { WEBHOOK_QUEUE } from '../features/events/index.ts';
import { notifyQueue } from '../platform/queue/job.ts';
import type { Worker } from '../platform/queue/worker.ts';
import { until } from '../platform/test-process.ts';
import { EVENT_TYPES } from '../shared/event-types.ts';
import type { TestServer } from './test-services.ts';

export const WEBHOOKS = '/v1/dashboard/webhooks';
/** Webhooks may lead to this machine, where the receivers of tests are. */
export const LOOPBACK_ALLOWED = { WEBHOOK_ALLOW_LOOPBACK_HTTP: 'true' };

export type TestWebhook = z.infer<typeof webhookWithSecretSchema>;
export type TestDelivery = z.infer<typeof deliverySchema>;

const deliveries = z.object({ data: z.array(deliverySchema), total: z.number() });

/** An endpoint that is told of everything, unless something else is asked for. */
export async function createWebhook(
  { call }: TestServer,
  key: string,
  json: { url: string; events?: readonly string[]; sandbox_only?: boolean },
): Promise<TestWebhook> {
  const answer = await call('POST', WEBHOOKS, { key, json: { events: Object.keys(EVENT_TYPES), ...json } });
  if (answer.status !== 201) throw new Error(`no webhook: ${answer.status} ${JSON.stringify(answer.body)}`);
  return webhookWithSecretSchema.parse(answer.body);
}

export async function deliveriesOf({ call }: TestServer, key: string, whid: string): Promise<TestDelivery[]> {
  const { body } = await call('GET', `${WEBHOOKS}/{whid}/deliveries`, { key, params: { whid } });
  return deliveries.parse(body).data;
}

/** Sends a test event and answers its delivery. */
export async function sendTest({ call }: TestServer, key: string, whid: string): Promise<TestDelivery> {
  const answer = await call('POST', `${WEBHOOKS}/{whid}/test`, { key, params: { whid } });
  if (answer.status !== 202) throw new Error(`no test: ${answer.status} ${JSON.stringify(answer.body)}`);
  return deliverySchema.parse(answer.body);
}

/** A sender of the server, with other parts where a test needs them. */
export function senderOf({ services }: TestServer, parts: Partial<SenderServices> = {}): Worker {
  return createSender({ ...senderServices(services), ...parts });
}

/** Waits until a delivery is as the test says, and answers it. */
export async function untilDelivery(
  server: TestServer,
  { key, whid, id }: { key: string; whid: string; id: string },
  isSo: (delivery: TestDelivery) => boolean,
): Promise<TestDelivery> {
  let found: TestDelivery | undefined;
  await until(async () => {
    found = (await deliveriesOf(server, key, whid)).find((delivery) => delivery.id === id);
    return found !== undefined && isSo(found);
  });
  if (found === undefined) throw new Error('there is no such delivery');
  return found;
}

/** Moves the times of all deliveries and endpoints into the past, as if this much time had passed. */
export async function letTimePass({ services: { database } }: TestServer, interval: string): Promise<void> {
  await database.pool.query(
    `update webhook_delivery set due_at = due_at - $1::interval, lease_until = lease_until - $1::interval`,
    [interval],
  );
  await database.pool.query(
    `update webhook_endpoint set failing_since = failing_since - $1::interval,
       previous_secret_until = previous_secret_until - $1::interval`,
    [interval],
  );
  await notifyQueue(database.db, WEBHOOK_QUEUE);
}
