import { startTripwireServer, startWebhookReceiver, type WebhookReceiver } from '@revera/testkit/servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../test-process.ts';
import { checkTargetText, postMessage, type OutboundMessage } from '../outbound.ts';
import type { HostAddress } from './address-rules.ts';

const MESSAGE: OutboundMessage = {
  post: { bytes: Buffer.from('{}'), contentType: 'application/json' },
  headers: { 'webhook-id': 'evt_1' },
  readBytes: 1_000,
  timeoutMs: 10_000,
  allowLoopbackHttp: true,
};

let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
});
afterAll(() => receiver.close());

const textOf = (body: Uint8Array) => Buffer.from(body).toString();

describe('postMessage', () => {
  it('sends the headers it is given and answers any status with its body', async () => {
    receiver.set({ kind: 'answer', status: 418, body: 'no' });
    const { status, body } = await postMessage(`${receiver.url}/a`, MESSAGE);
    expect([status, textOf(body)]).toEqual([418, 'no']);
    expect(receiver.received.at(-1)).toMatchObject({
      method: 'POST',
      body: '{}',
      headers: { 'webhook-id': 'evt_1', 'content-type': 'application/json', 'accept-encoding': 'identity' },
    });
  });

  it('follows no redirect', async () => {
    const tripwire = await startTripwireServer();
    receiver.set({ kind: 'redirect', location: tripwire.url, status: 307 });
    expect(await postMessage(receiver.url, MESSAGE)).toMatchObject({ status: 307 });
    expect(tripwire.requests).toEqual([]);
    await tripwire.close();
  });

  it('reads no more of a body than it may, and closes the connection', async () => {
    receiver.set({ kind: 'endless' });
    const { status, body } = await postMessage(receiver.url, MESSAGE);
    expect([status, body.length]).toEqual([200, 1_000]);
    await until(() => receiver.endlessEnded > 0);
  });

  it('answers what there is of a body that breaks off', async () => {
    receiver.set({ kind: 'truncate' });
    const { status, body } = await postMessage(receiver.url, MESSAGE);
    expect([status, textOf(body)]).toEqual([200, 'half']);
  });

  it('fails when there is no answer in time, and when the caller aborts', async () => {
    receiver.set({ kind: 'hold' });
    await expect(postMessage(receiver.url, { ...MESSAGE, timeoutMs: 20 })).rejects.toMatchObject({ code: 'TIMEOUT' });
    const aborted = AbortSignal.abort();
    await expect(postMessage(receiver.url, { ...MESSAGE, signal: aborted })).rejects.toMatchObject({ code: 'ABORTED' });
    receiver.release();
  });

  it.each([
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '192.168.1.1',
    '224.0.0.1',
    '::1',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
  ])('contacts nobody for a name that leads to %s', async (address) => {
    const tripwire = await startTripwireServer('https');
    const found: HostAddress = { address, family: address.includes(':') ? 6 : 4 };
    const refused = postMessage(`https://hooks.test:${tripwire.port}/`, {
      ...MESSAGE,
      allowLoopbackHttp: false,
      resolveName: () => Promise.resolve([found]),
    });
    await expect(refused).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
    expect(tripwire.requests).toEqual([]);
    await tripwire.close();
  });

  it('connects to the address that was checked, without a second look at the name', async () => {
    receiver.set({ kind: 'answer' });
    const answers: HostAddress[][] = [[{ address: '127.0.0.1', family: 4 }], [{ address: '10.0.0.1', family: 4 }]];
    const { status } = await postMessage(`http://rebinding.test:${receiver.port}/`, {
      ...MESSAGE,
      resolveName: () => Promise.resolve(answers.shift() ?? []),
    });
    expect([status, answers.length]).toEqual([200, 1]);
  });
});

describe('checkTargetText', () => {
  const loopback = { allowLoopbackHttp: true };
  it.each([
    ['http://127.0.0.1:8090/x', loopback],
    ['http://localhost/', loopback],
    ['http://[::1]/', loopback],
    ['https://localhost/', loopback],
    ['https://hooks.example/', { allowLoopbackHttp: false }],
    ['https://8.8.8.8/', { allowLoopbackHttp: false }],
  ])('lets %s pass with %j', (text, allowances) => {
    expect(checkTargetText(text, allowances).href).toBe(text);
  });

  it.each([
    ['http://localhost/', false, 'SCHEME_REFUSED'],
    ['https://localhost/', false, 'ADDRESS_REFUSED'],
    ['https://a.localhost./', false, 'ADDRESS_REFUSED'],
    ['https://127.1/', false, 'ADDRESS_REFUSED'],
    ['http://hooks.example/', true, 'SCHEME_REFUSED'],
    ['http://8.8.8.8/', true, 'SCHEME_REFUSED'],
    ['https://10.0.0.1/', true, 'ADDRESS_REFUSED'],
    ['https://[fd00::1]/', true, 'ADDRESS_REFUSED'],
  ])('refuses %s, loopback allowed: %s', (text, allowLoopbackHttp, code) => {
    expect(() => checkTargetText(text, { allowLoopbackHttp })).toThrow(expect.objectContaining({ code }) as Error);
  });
});
