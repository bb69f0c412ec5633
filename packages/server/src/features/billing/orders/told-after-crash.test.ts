import { startWebhookReceiver, type WebhookReceiver } from '@revera/testkit/servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../../platform/test-process.ts';
import { notice, openPaymentServer, type PaymentServer } from '../../../testing/test-payments.ts';
import { createWebhook, letTimePass, LOOPBACK_ALLOWED, senderOf } from '../../../testing/test-webhooks.ts';

let server: PaymentServer;
let receiver: WebhookReceiver;
beforeAll(async () => {
  server = await openPaymentServer({ settings: LOOPBACK_ALLOWED });
  receiver = await startWebhookReceiver();
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});

/** An order that the gateway says is paid, twice, of an organization whose endpoint wants to know of payments. */
async function payTwice(organizationId: string, account: Parameters<PaymentServer['recharge']>[0]): Promise<void> {
  const { key } = await server.createKey({ organizationId, mode: 'live', scopes: ['webhooks:manage'] });
  await createWebhook(server, key, { url: receiver.url, events: ['payment.succeeded'] });
  const order = await server.recharge(account);
  const fields = notice(order);
  expect([await server.notify(fields), await server.notify(fields)]).toEqual(['200 success', '200 success']);
  expect((await server.order(account, order.id)).status).toBe('fulfilled');
}

interface Outbox {
  id: string;
  status: string;
}

const outboxOf = async (organizationId: string): Promise<Outbox[]> => {
  const { rows } = await server.services.database.pool.query<Outbox>(
    `select event.id, delivery.status from webhook_event event join webhook_delivery delivery on delivery.event_id = event.id
     where event.organization_id = $1`,
    [organizationId],
  );
  return rows;
};

const receivedSince = (count: number): unknown[] =>
  receiver.received.slice(count).map(({ headers }) => headers['webhook-id']);

describe('a payment whose event', () => {
  it('F41 no sender had seen when the process was killed is told by the next one', async () => {
    const account = await server.createAccount();
    const before = receiver.received.length;
    await payTwice(account.organizationId, account);
    const [event, ...more] = await outboxOf(account.organizationId);
    expect([more, receivedSince(before)]).toEqual([[], []]);
    const sender = senderOf(server);
    await sender.start();
    await until(async () => (await outboxOf(account.organizationId))[0]?.status === 'delivered');
    await sender.stop({ graceMs: 0 });
    expect(receivedSince(before)).toEqual([event?.id]);
    expect(await server.balance(account)).toBe(10_000);
  });

  it('F41 was sent by a process that was killed before it could write that down is sent again under the same name', async () => {
    const account = await server.createAccount();
    const before = receiver.received.length;
    let answered = 0;
    const killed = senderOf(server, {
      // Asked for when the answer is there, and before anything of it is stored.
      random: () => {
        answered += 1;
        throw new Error('killed');
      },
    });
    await killed.start();
    await payTwice(account.organizationId, account);
    await until(() => answered === 1);
    await server.services.database.pool.query(
      `update webhook_delivery set lease_owner = 'killed' where lease_owner is not null`,
    );
    await killed.stop({ graceMs: 0 });
    const [event] = await outboxOf(account.organizationId);
    expect(event?.status).toBe('pending');
    const sender = senderOf(server);
    await sender.start();
    await letTimePass(server, '31 seconds');
    await until(async () => (await outboxOf(account.organizationId))[0]?.status === 'delivered');
    await sender.stop({ graceMs: 0 });
    expect(receivedSince(before)).toEqual([event?.id, event?.id]);
    expect([await outboxOf(account.organizationId), await server.balance(account)]).toMatchObject([
      [{ id: event?.id }],
      10_000,
    ]);
  });
});
