import { generateKeyPairSync } from 'node:crypto';
import {
  startFakeEpayGateway,
  startTripwireServer,
  startWebhookReceiver,
  type EpayFault,
  type FakeEpayGateway,
} from '@revera/testkit/servers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../config.ts';
import { fixedClock, systemClock, type Clock } from '../../../platform/clock.ts';
import { createLog } from '../../../platform/log.ts';
import { fen } from '../../../shared/fen.ts';
import type { EpayClientOptions } from './call-context.ts';
import { createEpayClient } from './client.ts';
import { differencesOf, type EpayClient } from './index.ts';
import { openEpayAccount } from './open-account.ts';

const MONEY = fen(1_000n);
const BUYER = '203.0.113.7';
/** Made once: they take longer than all the rest. */
const KEYS = {
  merchantKeys: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  platformKeys: generateKeyPairSync('rsa', { modulusLength: 2048 }),
};

/** Everything that was logged in this file: no key may be in it. */
const lines: string[] = [];
const log = createLog({ level: 'trace', write: (line) => lines.push(line) });

interface World {
  gateway: FakeEpayGateway;
  client(change?: Partial<EpayClientOptions>): EpayClient;
  close(): Promise<void>;
}

async function openWorld(protocol: 'v1' | 'v2', settings: Record<string, string> = {}): Promise<World> {
  const gateway = await startFakeEpayGateway(KEYS);
  const config = readConfig({ ...gateway.settings(protocol), ...settings }).epay;
  if (config === null) throw new Error('the settings of the gateway make a gateway');
  const account = await openEpayAccount(config, log);
  const { payHosts, refundSuccessCodes, allowLoopbackHttp } = config;
  const given = { account, clock: systemClock, log, payHosts, refundSuccessCodes, allowLoopbackHttp };
  return {
    gateway,
    client: (change = {}) => createEpayClient({ ...given, ...change }),
    close: () => gateway.close(),
  };
}

const order = (outTradeNo: string) => ({
  outTradeNo,
  money: MONEY,
  name: 'order',
  type: 'alipay' as const,
  notifyUrl: 'https://revera.example/api/payments/epay/notify',
  returnUrl: 'https://revera.example/api/payments/epay/return',
});

describe.each(['v1', 'v2'] as const)('a client of %s', (protocol) => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(protocol);
  });
  afterAll(() => world.close());

  it('has the buyer pay at an address that is signed without a call', async () => {
    const page = await (await fetch(world.client().payUrl(order('PAGE1')))).text();
    expect(page).toContain('¥ 10.00');
    const cashier = world.client().payUrl({ ...order('PAGE2'), type: null });
    expect(new URL(cashier).searchParams.has('type')).toBe(false);
    await fetch(cashier);
    expect(world.gateway.orders.map(({ outTradeNo, protocol: made }) => [outTradeNo, made])).toEqual([
      ['PAGE1', protocol],
      ['PAGE2', protocol],
    ]);
  });

  it('makes no address for an order that gateways would change', () => {
    for (const change of [
      { name: '专业版' },
      { name: 'A & B' },
      { name: 'x'.repeat(61) },
      { notifyUrl: 'https://revera.example/n?a=1&b=2' },
      { money: fen(0n) },
    ]) {
      expect(() => world.client().payUrl({ ...order('PAGE3'), ...change })).toThrow(TypeError);
    }
  });

  it('creates, finds, refunds and finds refunded', async () => {
    const client = world.client();
    const created = await client.create(order('FLOW1'), BUYER);
    const tradeNo = world.gateway.orders.at(-1)?.tradeNo ?? '';
    const value = `${world.gateway.url}/pay/${tradeNo}`;
    expect(created).toEqual({ kind: 'success', value: { tradeNo, target: { kind: 'address', value } } });
    expect(await client.query({ outTradeNo: 'FLOW1' })).toMatchObject({ value: { tradeNo, status: 'unpaid' } });
    await world.gateway.pay('FLOW1');
    const paid = await client.query({ tradeNo });
    expect(paid).toMatchObject({ kind: 'success', value: { outTradeNo: 'FLOW1', money: 1_000n, status: 'paid' } });
    if (paid.kind !== 'success') return;
    expect(differencesOf(paid.value, { outTradeNo: 'FLOW1', money: MONEY, tradeNo })).toEqual([]);
    expect(differencesOf(paid.value, { outTradeNo: 'FLOW2', money: fen(1n), tradeNo: '1' })).toEqual([
      'order',
      'trade',
      'money',
    ]);
    const part = { order: { tradeNo }, money: fen(250n), outRefundNo: 'RFD000001' };
    expect((await client.refund(part)).kind).toBe('success');
    const state = { status: 'refunded', refundedMoney: protocol === 'v2' ? 250n : null };
    expect(await client.query({ tradeNo })).toMatchObject({ value: state });
    expect(await client.refund({ ...part, money: fen(751n), outRefundNo: 'RFD000002' })).toMatchObject({
      kind: 'refused',
      code: -1,
    });
  });

  it('tells an unknown order from a failure', async () => {
    expect(await world.client().query({ outTradeNo: 'NONE' })).toEqual({
      kind: 'refused',
      code: -1,
      message: '订单号不存在',
      isSigned: protocol === 'v2',
    });
  });

  const faults: readonly (readonly [string, EpayFault, string])[] = [
    ['no answer', { kind: 'hang' }, 'TIMEOUT'],
    ['500', { kind: 'status', status: 500 }, 'STATUS'],
    ['HTML', { kind: 'html' }, 'UNREADABLE'],
    ['an empty object', { kind: 'empty' }, 'UNEXPECTED'],
    ['half an answer', { kind: 'truncated' }, 'UNREADABLE'],
    ['code 1 in place of 0', { kind: 'other', members: { code: 1 } }, 'UNEXPECTED'],
    ['other money', { kind: 'other', members: { money: '9.99' } }, 'MISMATCH'],
    ['another number of the refund', { kind: 'other', members: { out_refund_no: 'RFD999999' } }, 'MISMATCH'],
    ['another merchant', { kind: 'other', members: { pid: 1002 } }, 'MISMATCH'],
    ...(protocol === 'v1'
      ? []
      : ([
          ['no signature', { kind: 'unsigned' }, 'UNSIGNED'],
          ['a wrong signature', { kind: 'forged', members: { refund_no: '1' } }, 'SIGNATURE'],
          ['an old answer', { kind: 'other', members: { code: 0 } }, 'TIMESTAMP'],
        ] as const)),
  ];
  it.each(faults)('F66 a refund answered with %s is unknown', async (title, fault, reason) => {
    const number = `FAULT${faults.findIndex(([name]) => name === title)}`;
    await world.client().create(order(number), BUYER);
    await world.gateway.pay(number);
    world.gateway.fault('refund', fault, 1);
    const before = world.gateway.requests.length;
    const asked = world.client({
      timeoutMs: fault.kind === 'hang' ? 200 : 5_000,
      clock: reason === 'TIMESTAMP' ? lateClock() : systemClock,
    });
    const outcome = await asked.refund({ order: { outTradeNo: number }, money: MONEY, outRefundNo: `RFD-${number}` });
    expect(outcome).toEqual({ kind: 'unknown', reason, isSent: true });
    expect(world.gateway.requests.length).toBe(before + 1);
    expect(world.gateway.orders.at(-1)?.refunded).toBe(1_000);
  });
});

/** Right when the request is signed, and ten minutes ahead when the answer is read. */
function lateClock(): Clock {
  let calls = 0;
  return {
    now: () => {
      calls += 1;
      return new Date(Date.now() + (calls > 1 ? 600_000 : 0));
    },
  };
}

describe('refunds', () => {
  let world: World;
  let client: EpayClient;
  afterEach(() => world.close());
  const paid = async (protocol: 'v1' | 'v2', settings?: Record<string, string>) => {
    world = await openWorld(protocol, settings);
    client = world.client();
    await client.create(order('R1'), BUYER);
    await world.gateway.pay('R1');
  };
  const request = { order: { outTradeNo: 'R1' }, money: MONEY, outRefundNo: 'RFD000001' };

  it('F66 a refusal counts only when it is signed, where there are signatures', async () => {
    await paid('v2');
    const tooMuch = { ...request, money: fen(1_001n) };
    expect(await client.refund(tooMuch)).toMatchObject({ kind: 'refused', isSigned: true });
    world.gateway.fault('refund', { kind: 'unsigned' }, 1);
    expect(await client.refund(tooMuch)).toEqual({ kind: 'unknown', reason: 'UNSIGNED', isSent: true });
  });

  it('F66 a number that was used before for other money is no success', async () => {
    await paid('v2');
    await client.refund({ ...request, money: fen(100n) });
    expect(await client.refund({ ...request, money: fen(200n) })).toMatchObject({ reason: 'MISMATCH' });
    expect(world.gateway.orders[0]?.refunded).toBe(100);
  });

  it('are asked about by their number', async () => {
    await paid('v2');
    expect(await client.queryRefund('RFD000001')).toMatchObject({ kind: 'refused', code: -1, isSigned: true });
    world.gateway.fault('refund', { kind: 'hang' }, 1);
    expect(await world.client({ timeoutMs: 200 }).refund(request)).toMatchObject({ reason: 'TIMEOUT' });
    expect(await client.queryRefund('RFD000001')).toEqual({
      kind: 'success',
      value: { isPaid: true, money: MONEY },
    });
    world.gateway.fault('refundquery', { kind: 'other', members: { status: 0 } }, 1);
    expect(await client.queryRefund('RFD000001')).toMatchObject({ value: { isPaid: false } });
    world.gateway.fault('refundquery', { kind: 'other', members: { out_refund_no: 'RFD000009' } }, 1);
    expect(await client.queryRefund('RFD000001')).toMatchObject({ reason: 'MISMATCH' });
  });

  it('cannot be asked about in V1, and no call is made for it', async () => {
    await paid('v1');
    const before = world.gateway.requests.length;
    expect(await client.queryRefund('RFD000001')).toEqual({ kind: 'unknown', reason: 'UNSUPPORTED', isSent: false });
    expect(await client.close({ outTradeNo: 'R1' })).toMatchObject({ reason: 'UNSUPPORTED' });
    expect(world.gateway.requests.length).toBe(before);
  });

  it('take the code of a compatible gateway for success only when the operator says so', async () => {
    await paid('v1', { EPAY_REFUND_SUCCESS_CODES: '0,1' });
    world.gateway.fault('refund', { kind: 'other', members: { code: 1 } }, 1);
    expect(await client.refund(request)).toEqual({ kind: 'success', value: { refundNo: null } });
  });

  it('leave a paid order open and close an unpaid one', async () => {
    await paid('v2');
    expect(await client.close({ outTradeNo: 'R1' })).toMatchObject({ kind: 'refused' });
    await client.create(order('R2'), BUYER);
    expect(await client.close({ outTradeNo: 'R2' })).toEqual({ kind: 'success', value: null });
  });
});

describe('an answer to a query', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld('v2');
    await world.client().create(order('Q1'), BUYER);
    await world.client().create(order('Q2'), BUYER);
  });
  afterAll(() => world.close());

  it.each([
    ['is unsigned', { kind: 'unsigned' }, 'UNSIGNED'],
    ['was changed', { kind: 'forged', members: { status: 1 } }, 'SIGNATURE'],
    ['is about another order', { kind: 'other', members: { out_trade_no: 'Q2' } }, 'MISMATCH'],
    ['is about another merchant', { kind: 'other', members: { pid: 1002 } }, 'MISMATCH'],
    ['names no merchant', { kind: 'other', members: { pid: null } }, 'MISMATCH'],
    ['has money that is none', { kind: 'other', members: { money: '1e3' } }, 'UNEXPECTED'],
    ['has a status of no meaning', { kind: 'other', members: { status: 7 } }, 'UNEXPECTED'],
  ] as const)('that %s is unknown', async (_title, fault, reason) => {
    world.gateway.fault('query', fault, 1);
    expect(await world.client().query({ outTradeNo: 'Q1' })).toMatchObject({ kind: 'unknown', reason });
  });
});

describe('F82 a created payment', () => {
  let world: World;
  afterEach(() => world.close());

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '/pay/1',
    '//pay.example/1',
    'https://other.example/pay/1',
    'http://pay-host.example/1',
    'https://me:pw@pay-host.example/',
    'https://pay-host.example.evil.example/',
    `https://pay-host.example/${'x'.repeat(2100)}`,
    'alipays://platform\nX: y',
    '',
  ])('F82 does not send the buyer to %j', async (value) => {
    for (const [protocol, members] of [
      ['v1', { payurl: value }],
      ['v2', { pay_info: value }],
    ] as const) {
      world = await openWorld(protocol, { EPAY_PAY_HOSTS: 'pay-host.example' });
      world.gateway.fault('create', { kind: 'other', members });
      expect(await world.client().create(order('C1'), BUYER)).toMatchObject({ reason: 'PAY_TARGET' });
      if (protocol === 'v1') await world.close();
    }
  });

  it('F82 sends the buyer to a wallet and to hosts that the operator named, and never shows markup', async () => {
    world = await openWorld('v2', { EPAY_PAY_HOSTS: 'qr.example, pay-host.example' });
    const created = async (members: Record<string, unknown>) => {
      world.gateway.fault('create', { kind: 'other', members }, 1);
      const outcome = await world.client().create(order('C2'), BUYER);
      return outcome.kind === 'success' ? outcome.value.target : outcome;
    };
    expect([
      await created({ pay_type: 'qrcode', pay_info: 'weixin://wxpay/bizpayurl?pr=1' }),
      await created({ pay_type: 'urlscheme', pay_info: 'alipays://platformapi/startapp' }),
      await created({ pay_type: 'qrcode', pay_info: 'https://QR.example/1' }),
    ]).toEqual([
      { kind: 'qrcode', value: 'weixin://wxpay/bizpayurl?pr=1' },
      { kind: 'address', value: 'alipays://platformapi/startapp' },
      { kind: 'qrcode', value: 'https://QR.example/1' },
    ]);
    for (const pay_type of ['html', 'jsapi', 'constructor']) {
      expect(await created({ pay_type, pay_info: `${world.gateway.url}/pay/1` })).toMatchObject({
        reason: 'PAY_TARGET',
      });
    }
  });

  it('F82 of V1 has exactly one target', async () => {
    world = await openWorld('v1');
    world.gateway.fault('create', { kind: 'other', members: { qrcode: 'weixin://wxpay/1' } }, 1);
    expect(await world.client().create(order('C3'), BUYER)).toMatchObject({ reason: 'PAY_TARGET' });
    world.gateway.fault('create', { kind: 'other', members: { payurl: undefined, html: '<script>' } }, 1);
    expect(await world.client().create(order('C3'), BUYER)).toMatchObject({ reason: 'PAY_TARGET' });
  });
});

describe('the network', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld('v1');
  });
  afterAll(() => world.close());
  const at = (gatewayUrl: string, change: Partial<EpayClientOptions> = {}) =>
    world.client({
      account: { pid: '1001', gatewayUrl, keys: { protocol: 'v1', key: 'the-key-that-must-not-leak', previous: null } },
      ...change,
    });
  const ask = (client: EpayClient) => client.query({ outTradeNo: 'N1' });

  it.each(['127.0.0.1', '169.254.169.254', '10.0.0.1'])('F81 contacts nobody for a name of %s', async (address) => {
    const tripwire = await startTripwireServer('https');
    const client = at(`https://pay.example:${tripwire.port}`, {
      allowLoopbackHttp: false,
      resolveName: () => Promise.resolve([{ address, family: 4 }]),
    });
    expect(await ask(client)).toEqual({ kind: 'unknown', reason: 'ADDRESS_REFUSED', isSent: false });
    expect(tripwire.requests).toEqual([]);
    await tripwire.close();
  });

  it('F81 follows no redirect, reads no body without an end and waits for nobody', async () => {
    const tripwire = await startTripwireServer();
    world.gateway.fault('query', { kind: 'redirect', location: `${tripwire.url}/?key=the-key-that-must-not-leak` }, 1);
    expect(await ask(at(world.gateway.url))).toEqual({ kind: 'unknown', reason: 'STATUS', isSent: true });
    expect(tripwire.requests).toEqual([]);
    await tripwire.close();
    world.gateway.fault('query', { kind: 'endless' }, 1);
    expect(await ask(at(world.gateway.url))).toMatchObject({ reason: 'TOO_LARGE' });
    world.gateway.fault('query', { kind: 'hang' }, 1);
    expect(await ask(at(world.gateway.url, { timeoutMs: 100 }))).toMatchObject({ reason: 'TIMEOUT', isSent: true });
  });

  it('F81 sends nothing to a host whose certificate is nobody’s', async () => {
    const receiver = await startWebhookReceiver({ tls: 'right' });
    expect(await ask(at(receiver.url))).toEqual({ kind: 'unknown', reason: 'ADDRESS_REFUSED', isSent: false });
    expect(receiver.received).toEqual([]);
    await receiver.close();
  });

  it('spares a gateway that failed five times in thirty seconds for thirty seconds', async () => {
    const clock = fixedClock(new Date());
    const client = at(world.gateway.url, { clock });
    world.gateway.fault('query', { kind: 'status', status: 502 }, 6);
    for (let call = 0; call < 5; call += 1) expect(await ask(client)).toMatchObject({ reason: 'STATUS' });
    const before = world.gateway.requests.length;
    expect(await ask(client)).toEqual({ kind: 'unknown', reason: 'BREAKER_OPEN', isSent: false });
    clock.advance(29_999);
    expect(await ask(client)).toMatchObject({ reason: 'BREAKER_OPEN' });
    expect(world.gateway.requests.length).toBe(before);
    clock.advance(1);
    expect(await ask(client)).toMatchObject({ reason: 'STATUS' });
    expect(await ask(client)).toMatchObject({ reason: 'BREAKER_OPEN' });
    clock.advance(30_000);
    // The key of this client is not the merchant's: an answer, and a definite one.
    expect(await ask(client)).toMatchObject({ kind: 'refused', code: -3 });
    expect(await ask(client)).toMatchObject({ kind: 'refused' });
  });

  it('F83 puts no key into the log', () => {
    const text = lines.join('');
    expect(text).toContain('the payment gateway gave no usable answer');
    const { EPAY_KEY } = world.gateway.settings('v1');
    for (const secret of ['the-key-that-must-not-leak', EPAY_KEY ?? '', 'key=', 'sign=']) {
      expect(text).not.toContain(secret);
    }
  });
});
