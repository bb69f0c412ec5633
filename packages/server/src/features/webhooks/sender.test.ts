import { startWebhookReceiver, type WebhookReceiver } from '@revera/testkit/servers';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../platform/test-process.ts';
import { verify, PNG_OF_ONE_PIXEL } from '../../testing/test-signing.ts';
import { mailsTo } from '../../testing/test-team.ts';
import { openTestServer, type TestKey, type TestServer } from '../../testing/test-services.ts';
import {
  createWebhook,
  deliveriesOf,
  LOOPBACK_ALLOWED,
  letTimePass,
  sendTest,
  senderOf,
  untilDelivery,
  WEBHOOKS,
} from '../../testing/test-webhooks.ts';
import type { Worker } from '../../platform/queue/worker.ts';
import { claimDeliveries } from './queries/sending.ts';

let server: TestServer;
let key: TestKey;
let receiver: WebhookReceiver;
const senders: Worker[] = [];

beforeAll(async () => {
  server = await openTestServer({ settings: LOOPBACK_ALLOWED });
  receiver = await startWebhookReceiver();
});
afterEach(async () => {
  await Promise.all(senders.splice(0).map((sender) => sender.stop({ graceMs: 0 })));
  await server.services.database.pool.query('delete from webhook_endpoint');
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});

async function startSender(parts: Parameters<typeof senderOf>[1] = {}): Promise<Worker> {
  const sender = senderOf(server, parts);
  senders.push(sender);
  await sender.start();
  return sender;
}

async function newKey(): Promise<TestKey> {
  return server.createKey({ mode: 'live', scopes: ['content:verify', 'webhooks:manage'] });
}

const isMade = ({ attempts }: { attempts: readonly unknown[] }) => attempts.length > 0;

/** A test event to an endpoint at this address, after its first attempt. */
async function firstAttempt(url: string) {
  key = await newKey();
  const { id: whid } = await createWebhook(server, key.key, { url });
  const { id } = await sendTest(server, key.key, whid);
  const names = { key: key.key, whid, id };
  return { names, delivery: await untilDelivery(server, names, isMade) };
}

describe('a sender', () => {
  it('tells of a verified file what the API answers, signed so that the library of Standard Webhooks accepts it', async () => {
    await startSender();
    receiver.set({ kind: 'answer', status: 204, body: '' });
    key = await newKey();
    const { id: whid, secret } = await createWebhook(server, key.key, { url: `${receiver.url}/hook?a=1` });
    const before = receiver.received.length;
    const result = await verify(server.call, key.key, PNG_OF_ONE_PIXEL);
    await until(() => receiver.received.length > before);
    const message = receiver.received[before];
    if (message === undefined) throw new Error('nothing came');
    expect(message).toMatchObject({ method: 'POST', path: '/hook?a=1' });
    expect(message.headers['content-type']).toBe('application/json');
    const payload = new Webhook(secret).verify(message.body, { ...message.headers });
    const [delivery] = await deliveriesOf(server, key.key, whid);
    expect(payload).toMatchObject({
      type: 'verification.completed',
      timestamp: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) as string,
      data: { kind: 'verification', status: 'completed', sandbox: false, result, result_omitted: false },
    });
    expect(delivery).toMatchObject({ id: message.headers['webhook-id'], payload: message.body });
    const jid = (result as { id: string }).id;
    const job = await server.call('GET', '/v1/jobs/{jid}', { key: (await jobKey()).key, params: { jid } });
    expect(payload).toMatchObject({ data: job.body as object });
  });

  const jobKey = () => server.createKey({ organizationId: key.organizationId, mode: 'live' });

  it('signs with both secrets after a rotation, and with the new one alone when a day has passed', async () => {
    await startSender();
    receiver.set({ kind: 'answer' });
    key = await newKey();
    const old = await createWebhook(server, key.key, { url: receiver.url });
    const rotated = await server.call('POST', `${WEBHOOKS}/{whid}/rotate-secret`, {
      key: key.key,
      params: { whid: old.id },
    });
    const { secret } = rotated.body as { secret: string };
    expect(secret).not.toBe(old.secret);
    const latest = async () => {
      const before = receiver.received.length;
      await sendTest(server, key.key, old.id);
      await until(() => receiver.received.length > before);
      const message = receiver.received[before];
      if (message === undefined) throw new Error('nothing came');
      return { body: message.body, headers: { ...message.headers } };
    };
    const both = await latest();
    expect(both.headers['webhook-signature']).toMatch(/^v1,[\w+/]{43}= v1,[\w+/]{43}=$/);
    for (const each of [secret, old.secret]) {
      expect(new Webhook(each).verify(both.body, both.headers)).toMatchObject({ type: 'webhook.test' });
    }
    await letTimePass(server, '25 hours');
    const one = await latest();
    expect(new Webhook(secret).verify(one.body, one.headers)).toMatchObject({ type: 'webhook.test' });
    expect(() => new Webhook(old.secret).verify(one.body, one.headers)).toThrow('No matching signature');
  });

  it.each([
    ['204', { kind: 'answer', status: 204, body: '' }, { status: 'delivered' }, { status_code: 204, error: null }],
    ['a 200 whose body has no end', { kind: 'endless' }, { status: 'delivered' }, { status_code: 200 }],
    [
      'a 200 whose body breaks off',
      { kind: 'truncate' },
      { status: 'delivered' },
      { status_code: 200, answer: 'half' },
    ],
    [
      '500',
      { kind: 'answer', status: 500, body: 'no\u0000' },
      { status: 'pending' },
      { status_code: 500, answer: 'no\uFFFD' },
    ],
    ['a redirect', { kind: 'redirect', location: '/elsewhere' }, { status: 'pending' }, { status_code: 302 }],
    ['no answer', { kind: 'close' }, { status: 'pending' }, { status_code: null, error: 'CONNECTION_FAILED' }],
  ] as const)('takes %s for what it is', async (_what, behaviour, delivery, attempt) => {
    await startSender();
    receiver.set(behaviour);
    const before = receiver.received.length;
    const made = await firstAttempt(`${receiver.url}/x`);
    expect(made.delivery).toMatchObject({ ...delivery, attempts: [{ number: 1, ...attempt }] });
    expect(made.delivery.attempts[0]?.answer?.length ?? 0).toBeLessThanOrEqual(2_000);
    expect(receiver.received.slice(before).map(({ path }) => path)).toEqual(['/x']);
    if (behaviour.kind === 'endless') await until(() => receiver.endlessEnded > 0);
  });

  it('gives up a receiver that is slow, and does not count the 200 that comes afterwards', async () => {
    await startSender({ timeoutMs: 50 });
    receiver.set({ kind: 'hold' });
    const { names, delivery } = await firstAttempt(receiver.url);
    expect(delivery).toMatchObject({ status: 'pending', attempts: [{ status_code: null, error: 'TIMEOUT' }] });
    receiver.release();
    receiver.set({ kind: 'answer' });
    await letTimePass(server, '6 seconds');
    const again = await untilDelivery(server, names, ({ status }) => status === 'delivered');
    expect(again.attempts.map(({ status_code }) => status_code)).toEqual([null, 200]);
  });

  it.each([
    ['that is down', () => Promise.resolve('http://127.0.0.1:1/'), 'CONNECTION_FAILED'],
    ['whose certificate nobody trusts', (): Promise<string> => tlsAddress('right'), 'TLS_FAILED'],
  ] as const)('does not deliver to a receiver %s', async (_what, address, error) => {
    await startSender();
    const { delivery } = await firstAttempt(await address());
    expect(delivery).toMatchObject({ status: 'pending', attempts: [{ status_code: null, error }] });
    expect(tls?.received ?? []).toEqual([]);
    await tls?.close();
    tls = undefined;
  });

  let tls: WebhookReceiver | undefined;
  async function tlsAddress(named: 'right' | 'other_name'): Promise<string> {
    tls = await startWebhookReceiver({ tls: named });
    return tls.url;
  }

  it('checks the name in the certificate also where it trusts its authority', async () => {
    const [right, other] = [
      await startWebhookReceiver({ tls: 'right' }),
      await startWebhookReceiver({ tls: 'other_name' }),
    ];
    await startSender({ network: { ca: right.rootPem + other.rootPem } });
    expect((await firstAttempt(right.url)).delivery).toMatchObject({ status: 'delivered' });
    expect((await firstAttempt(other.url)).delivery).toMatchObject({ attempts: [{ error: 'TLS_FAILED' }] });
    expect(other.received).toEqual([]);
    await Promise.all([right.close(), other.close()]);
  });

  it('looks a name up at every attempt, once, and contacts nobody when it leads into a private network', async () => {
    const looked: string[] = [];
    const resolveName = (name: string) => {
      looked.push(name);
      return Promise.resolve([{ address: '10.0.0.7', family: 4 as const }]);
    };
    await startSender({ network: { resolveName } });
    const { names, delivery } = await firstAttempt('https://hooks.example/');
    expect(delivery).toMatchObject({ attempts: [{ status_code: null, error: 'ADDRESS_REFUSED' }] });
    await letTimePass(server, '6 seconds');
    await untilDelivery(server, names, ({ attempts }) => attempts.length === 2);
    expect(looked).toEqual(['hooks.example', 'hooks.example']);
  });
});

describe('the schedule', () => {
  it('ends after ten attempts: then the delivery is dead and visible, and can be sent again', async () => {
    await startSender({ random: () => 0.5 });
    receiver.set({ kind: 'answer', status: 503 });
    const { names } = await firstAttempt(receiver.url);
    const waits: number[] = [];
    for (let made = 1; made < 10; made += 1) {
      const { next_attempt_at, attempts } = await untilDelivery(server, names, (one) => one.attempts.length === made);
      waits.push(Date.parse(next_attempt_at ?? '') - Date.parse(attempts.at(-1)?.began_at ?? ''));
      await letTimePass(server, `${Math.round((waits.at(-1) ?? 0) / 1000) + 1} seconds`);
    }
    const MINUTE = 60_000;
    const planned = [MINUTE / 12, 5 * MINUTE, ...[0.5, 2, 5, 10, 14, 20, 24].map((hours) => hours * 60 * MINUTE)];
    // Half of the jitter, and the time that an attempt takes.
    waits.forEach((wait, index) => {
      const least = (planned[index] ?? 0) * 1.05;
      expect(wait).toBeGreaterThanOrEqual(least - 1);
      expect(wait).toBeLessThan(least + 5_000);
    });
    const dead = await untilDelivery(server, names, ({ status }) => status === 'dead');
    expect(dead).toMatchObject({ attempt_count: 10, next_attempt_at: null, finished_at: expect.any(String) as string });
    const ids = new Set(receiver.received.slice(-10).map(({ headers, body }) => `${headers['webhook-id']} ${body}`));
    expect(ids.size).toBe(1);

    receiver.set({ kind: 'answer' });
    const { key: bearer, whid, id } = names;
    const asked = await server.call('POST', `${WEBHOOKS}/{whid}/deliveries/{id}/redeliver`, {
      key: bearer,
      params: { whid, id },
    });
    expect(asked.body).toMatchObject({ id, status: 'pending', finished_at: null });
    const sent = await untilDelivery(server, names, ({ status }) => status === 'delivered');
    expect(sent.attempt_count).toBe(11);
    expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(id);
  });

  it('is at least once: the attempt of a sender that was killed is made again when its lease has run out', async () => {
    receiver.set({ kind: 'answer' });
    key = await newKey();
    const { id: whid } = await createWebhook(server, key.key, { url: receiver.url });
    const { id } = await sendTest(server, key.key, whid);
    await server.services.database.pool.query(
      `update webhook_delivery set lease_owner = 'killed', lease_until = now() + interval '30 seconds' where event_id = $1`,
      [id],
    );
    await startSender();
    const { id: other } = await sendTest(server, key.key, whid);
    await untilDelivery(server, { key: key.key, whid, id: other }, ({ status }) => status === 'delivered');
    expect((await deliveriesOf(server, key.key, whid)).find((one) => one.id === id)).toMatchObject({ attempts: [] });
    await letTimePass(server, '31 seconds');
    await untilDelivery(server, { key: key.key, whid, id }, ({ status }) => status === 'delivered');
  });

  it('goes on where it was when a sender stops in the middle of an attempt', async () => {
    receiver.set({ kind: 'hold' });
    const sender = senderOf(server);
    await sender.start();
    key = await newKey();
    const { id: whid } = await createWebhook(server, key.key, { url: receiver.url });
    const before = receiver.received.length;
    const { id } = await sendTest(server, key.key, whid);
    await until(() => receiver.received.length > before);
    await sender.stop({ graceMs: 0 });
    receiver.set({ kind: 'answer' });
    receiver.release();
    await startSender();
    const made = await untilDelivery(server, { key: key.key, whid, id }, ({ status }) => status === 'delivered');
    expect(made.attempt_count).toBe(1);
    expect(receiver.received.slice(before).map(({ headers }) => headers['webhook-id'])).toEqual([id, id]);
  });
});

describe('a slow endpoint', () => {
  it('keeps its own deliveries waiting, four at a time, and delays nobody else', async () => {
    const slow = await startWebhookReceiver();
    slow.set({ kind: 'hold' });
    receiver.set({ kind: 'answer' });
    // None of its attempts ends by itself while the others are delivered, however busy the machine is.
    await startSender({ timeoutMs: 60_000 });
    key = await newKey();
    const { id: slowId } = await createWebhook(server, key.key, { url: slow.url });
    const { id: whid } = await createWebhook(server, key.key, { url: receiver.url });
    for (let count = 0; count < 30; count += 1) await sendTest(server, key.key, slowId);
    await until(() => slow.received.length >= 4);
    for (let count = 0; count < 5; count += 1) {
      const { id } = await sendTest(server, key.key, whid);
      await untilDelivery(server, { key: key.key, whid, id }, ({ status }) => status === 'delivered');
    }
    expect(slow.received).toHaveLength(4);
    slow.release();
    await until(() => slow.received.length >= 8);
    slow.set({ kind: 'answer' });
    slow.release();
    await until(async () =>
      (await deliveriesOf(server, key.key, slowId)).every(({ status }) => status === 'delivered'),
    );
    expect(slow.received).toHaveLength(30);
    await slow.close();
  });
});

describe('senders of several processes', () => {
  it('fill the places of an endpoint once, however many of them claim at the same time', async () => {
    const { db, pool } = server.services.database;
    key = await newKey();
    const { id: whid } = await createWebhook(server, key.key, { url: 'https://hooks.example/' });
    for (let count = 0; count < 20; count += 1) await sendTest(server, key.key, whid);
    for (let round = 0; round < 40; round += 1) {
      const claims = await Promise.all(['one', 'two', 'three'].map((owner) => claimDeliveries(db, owner, 64)));
      expect(claims.flat()).toHaveLength(4);
      await pool.query('update webhook_delivery set lease_owner = null, lease_until = null');
    }
  });
});

describe('the service disables an endpoint', () => {
  const find = async (whid: string) => {
    const { rows } = await server.services.database.pool.query<{ enabled: boolean; disabled_reason: string | null }>(
      'select enabled, disabled_reason from webhook_endpoint where id = $1',
      [whid],
    );
    return rows[0];
  };
  async function ownedKey() {
    const owner = await server.createAccount();
    const made = await server.createKey({
      organizationId: owner.organizationId,
      mode: 'live',
      scopes: ['content:verify', 'webhooks:manage'],
    });
    return { owner, key: made.key };
  }

  it('at once when it answers 410, and tells the owner', async () => {
    await startSender();
    receiver.set({ kind: 'answer', status: 410 });
    const { owner, key: bearer } = await ownedKey();
    const { id: whid } = await createWebhook(server, bearer, { url: receiver.url });
    const { id } = await sendTest(server, bearer, whid);
    await untilDelivery(server, { key: bearer, whid, id }, ({ status }) => status === 'dead');
    expect(await find(whid)).toEqual({ enabled: false, disabled_reason: 'gone' });
    expect((await mailsTo(server, owner.email)).at(-1)).toMatchObject({
      template: 'webhook_disabled',
      values: { reason: 'gone', url: `${receiver.url}/` },
    });
    const { rows } = await server.services.database.pool.query(
      `select actor_kind, details from audit_log where target_id = $1 and action = 'webhook.disabled'`,
      [whid],
    );
    expect(rows).toEqual([{ actor_kind: 'system', details: { reason: 'gone', url: `${receiver.url}/` } }]);
  });

  it('after five days of only failures, not before, and sends what waits when it is enabled again', async () => {
    await startSender();
    receiver.set({ kind: 'answer', status: 500 });
    const { owner, key: bearer } = await ownedKey();
    const { id: whid } = await createWebhook(server, bearer, { url: receiver.url });
    const { id } = await sendTest(server, bearer, whid);
    const names = { key: bearer, whid, id };
    const failed = (count: number) => untilDelivery(server, names, ({ attempts }) => attempts.length === count);
    await failed(1);
    await letTimePass(server, '4 days 23 hours');
    await failed(2);
    expect(await find(whid)).toEqual({ enabled: true, disabled_reason: null });
    await letTimePass(server, '2 hours');
    await failed(3);
    expect(await find(whid)).toEqual({ enabled: false, disabled_reason: 'failing' });
    expect((await mailsTo(server, owner.email)).filter(({ template }) => template === 'webhook_disabled')).toHaveLength(
      1,
    );
    receiver.set({ kind: 'answer' });
    await letTimePass(server, '10 hours');
    const change = { key: bearer, params: { whid }, json: { enabled: true } };
    const enabled = await server.call('PATCH', `${WEBHOOKS}/{whid}`, change);
    expect(enabled.body).toMatchObject({ enabled: true, disabled_reason: null, failing_since: null });
    await untilDelivery(server, names, ({ status }) => status === 'delivered');
  });

  it('not when one attempt between the failures was successful', async () => {
    await startSender();
    const { key: bearer } = await ownedKey();
    const { id: whid } = await createWebhook(server, bearer, { url: receiver.url });
    for (const status of [500, 200, 500]) {
      receiver.set({ kind: 'answer', status });
      const { id } = await sendTest(server, bearer, whid);
      await untilDelivery(server, { key: bearer, whid, id }, isMade);
      await server.services.database.pool.query(
        `update webhook_endpoint set failing_since = failing_since - interval '4 days' where id = $1`,
        [whid],
      );
    }
    expect(await find(whid)).toEqual({ enabled: true, disabled_reason: null });
  });
});
