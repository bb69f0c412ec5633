import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startWebhookReceiver, type WebhookReceiver } from '../webhook-receiver.ts';
import { startFakeEpayGateway, type FakeEpayGateway } from './gateway.ts';
import { isRsaSignature, md5Signature, readParameters, rsaSignature, type Parameters } from './signing.ts';
import type { FakeEpayOptions } from './options.ts';

const KEY = '89unJUB8HZ54Hj7x4nUj56HN4nUzUJ8i';
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Of both sides, made once. */
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });

describe('signatures of the gateway', () => {
  const a4 = {
    money: '100',
    name: 'product',
    out_trade_no: 'PO20261120A1B2C3D4',
    pid: '1001',
    trade_no: '2026112018000012345',
    trade_status: 'TRADE_SUCCESS',
    type: 'alipay',
  };

  it('are those that real gateways were seen to make', () => {
    expect(md5Signature(a4, KEY)).toBe('4a4a551e1ca57cae1e2b46b3adadc5dc');
    expect(md5Signature({ ...a4, money: '100.00' }, KEY)).toBe('241041c41b855d50ef2bde9c228102a2');
    const [c1, c3] = [
      'pid=1001&trade_no=2026112102241045088&out_trade_no=T1795199050180&type=alipay&name=VIP%E4%BC%9A%E5%91%98+%26amp%3B+%E6%B5%8B%E8%AF%95%5C%26quot%3B%26lt%3Bb%26gt%3B%5C%26%23039%3B&money=10&trade_status=TRADE_SUCCESS&param=a+b%2Bc%26amp%3Bd%3De+%E4%B8%AD%E6%96%87',
      'pid=1001&trade_no=2026112102241084447&out_trade_no=T1795199050181&type=alipay&name=VIP&money=0.1&trade_status=TRADE_SUCCESS',
    ].map((query) => md5Signature(readParameters(query, 1), KEY));
    expect([c1, c3]).toEqual(['c5b5484150fd98d993e006aaa261a0c8', '2f855997f2bdea477b91b1a83b7151bb']);
  });

  it('differ between the builds for a value of spaces', () => {
    const a10 = {
      ...a4,
      money: '1',
      out_trade_no: 'PO20261120A1B2C3DA',
      trade_no: '2026112018000012350',
      param: '   ',
    };
    expect([md5Signature(a10, KEY, 1), md5Signature(a10, KEY, 2)]).toEqual([
      '05f3b9d0aedc979c111980ec328b86ab',
      '1f7a7510fd2ede61cdcff770e1877c31',
    ]);
  });

  it('of RSA hold for a text in Unicode', () => {
    const key = createPublicKey({
      key: Buffer.from(
        'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAx28V0vZnyBMqkrol7dUzyKSbm4knJEjGok0bhp4V0TYwSri8wE69jKg4ZiZbDb8vVmUt5bykhEYRosloZaDJEYtCi6jsTkVOWR06tjj0zXc86QpVJrYTwhoiunFaZOk/6Xz9a/C/dCBfoixjy2m8fYJMX63oHW3d2rvUcPJrVVR6vYojaVuj9R81t7MN4Rsj3YUiUzYiFzj+QcQznL2nhO3KEP/nIKnS7tuaHynbmh1ABgLYP82Cm7Zv3+EqOiqcCJ+jly7OEiZ+xeYXV8zPE4pxUhxbOXbul+5qrNjv11W9b99mDQpFcmnc7Rd3IyjulIKqIiqr3PVTh804jlEXxwIDAQAB',
        'base64',
      ),
      format: 'der',
      type: 'spki',
    });
    const r2 = {
      ...a4,
      name: '专业版 月付',
      api_trade_no: '2026112022001498765432101234',
      buyer: '2088012345678901',
      timestamp: '1795168805',
      sign: 'rwVTrMEwLsRzFs4d9KNIehH2vcMXa+KQ2tpybt8+LrA5Fv51xoIe2kl3I1M49rmVwjKiLnvpp+jogHrQ/N90GVgsQeodIHF5L2MrGUKJK6ngznIJF6Ac15sNdiKUjXsu/EgbJ40meupFiBCcBU0d/0ZwYTaKWnqc6HPbpkLWPptZx3ASIyE7kWnsfuEwgH9YGzGsxnsujheAl59t5O+jQIeYPBIMHk4xF9pBlSNadgfw2rfEGzJxjUPTaGEwLJwG52RE+5thPo2HefP/klAZihAjPbZ8r6qL3OZbhS6tT1ZlU+e5YdChUcPRN3Y3/XnLZ7/fi2tphydasPkCuGpp9g==',
    };
    expect([isRsaSignature(r2, key), isRsaSignature({ ...r2, money: '101' }, key)]).toEqual([true, false]);
  });

  it('leave arrays out in V2 and sign a word for them in V1', () => {
    expect([readParameters('a=1&x[]=2&a=3', 2), readParameters('x[]=2', 1)]).toEqual([{ a: '3' }, { x: 'Array' }]);
  });
});

describe('the gateway', () => {
  let gateway: FakeEpayGateway;
  let merchant: WebhookReceiver;
  let options: Partial<FakeEpayOptions> & { key: string };
  let nowMs = 0;
  beforeEach(async () => {
    nowMs = Date.now();
    options = { key: KEY, now: () => new Date(nowMs), merchantKeys: keys, platformKeys: keys };
    gateway = await startFakeEpayGateway(options);
    merchant = await startWebhookReceiver();
    merchant.set({ kind: 'answer', body: 'success' });
  });
  afterEach(async () => {
    await gateway.close();
    await merchant.close();
  });

  const signed = (fields: Parameters): URLSearchParams => {
    const all = { pid: '1001', ...fields };
    return new URLSearchParams({ ...all, sign: md5Signature(all, KEY), sign_type: 'MD5' });
  };
  const order = (fields: Parameters = {}): URLSearchParams =>
    signed({
      type: 'alipay',
      out_trade_no: 'PO1',
      name: 'order',
      money: '10.00',
      notify_url: `${merchant.url}/notify`,
      return_url: `${merchant.url}/return`,
      ...fields,
    });
  const post = async (path: string, body: URLSearchParams): Promise<Record<string, unknown>> => {
    const response = await fetch(gateway.url + path, { method: 'POST', body });
    return (await response.json()) as Record<string, unknown>;
  };
  const ask = async (query: string) =>
    (await (await fetch(`${gateway.url}/api.php?pid=1001&key=${KEY}&${query}`)).json()) as Record<string, unknown>;
  const notices = () => merchant.received.map(({ path }) => readParameters(path.split('?')[1] ?? '', 1));

  it.each([
    ['10.00', '10'],
    ['0.10', '0.1'],
    ['12345678.90', '12345678.9'],
    ['1.005', '1.01'],
    ['0.001', '0'],
  ])('notifies of %s as %s, by GET, with another name', async (money, told) => {
    await post('/mapi.php', order({ money, name: 'VIP' }));
    await gateway.pay('PO1');
    const [notice] = notices();
    expect(notice).toMatchObject({ money: told, name: 'product', trade_status: 'TRADE_SUCCESS', sign_type: 'MD5' });
    expect(notice?.['sign']).toBe(md5Signature(notice ?? {}, KEY));
    expect(merchant.received[0]?.method).toBe('GET');
  });

  it('escapes names and what it sends back', async () => {
    await gateway.close();
    gateway = await startFakeEpayGateway({ ...options, productName: null });
    const given = { name: `VIP会员 & 测试"<b>'`, param: 'p😀' };
    await post('/mapi.php', order(given));
    await gateway.pay('PO1');
    expect(notices()[0]).toMatchObject({
      name: String.raw`VIP会员 &amp; 测试\&quot;&lt;b&gt;\&#039;`,
      param: 'p?',
    });
  });

  it('notifies by POST when it is told to', async () => {
    await gateway.close();
    gateway = await startFakeEpayGateway({ ...options, notifyMethod: 'POST' });
    await post('/mapi.php', order());
    await gateway.pay('PO1');
    expect(merchant.received[0]).toMatchObject({ method: 'POST', path: '/notify' });
    expect(readParameters(merchant.received[0]?.body ?? '', 1)['trade_status']).toBe('TRADE_SUCCESS');
  });

  it('takes any body with the word for an acknowledgement, and no redirect', async () => {
    const acknowledged: boolean[] = [];
    for (const [number, status, body] of [
      ['a', 200, '{"success":false}'],
      ['b', 500, 'success'],
      ['c', 400, '<p>payment unsuccessful</p>'],
      ['d', 200, 'fail'],
    ] as const) {
      merchant.set({ kind: 'answer', status, body });
      await post('/mapi.php', order({ out_trade_no: number }));
      await gateway.pay(number);
      acknowledged.push(gateway.orders.at(-1)?.attempts[0]?.isAcknowledged ?? false);
    }
    merchant.set({ kind: 'redirect', location: '/success', status: 302 });
    await post('/mapi.php', order({ out_trade_no: 'e' }));
    await gateway.pay('e');
    acknowledged.push(gateway.orders.at(-1)?.attempts[0]?.isAcknowledged ?? false);
    expect(acknowledged).toEqual([true, true, true, false, false]);
  });

  it('tries five times, 1, 3, 19 and 55 minutes after the payment, and no more', async () => {
    merchant.set({ kind: 'answer', body: 'fail' });
    await post('/mapi.php', order());
    await gateway.pay('PO1');
    const paidAt = nowMs;
    const attempts: number[] = [];
    for (let minute = 0; minute <= 240; minute += 1) {
      nowMs = paidAt + minute * MINUTE_MS;
      const before = merchant.received.length;
      await gateway.runCron();
      if (merchant.received.length > before) attempts.push(minute);
    }
    expect([attempts, merchant.received.length]).toEqual([[1, 3, 19, 55], 5]);
  });

  it('never tries again when it learned of the payment by the return of the buyer', async () => {
    merchant.set({ kind: 'answer', body: 'fail' });
    await post('/mapi.php', order());
    expect(await gateway.pay('PO1', 'return')).toMatch(/\/return\?pid=1001&/);
    nowMs += 60 * MINUTE_MS;
    await gateway.runCron();
    expect(merchant.received).toHaveLength(1);
  });

  it('pays refunds that come together all of them, and gives the first result for a number used again', async () => {
    await post('/mapi.php', order({ money: '4.00' }));
    await gateway.pay('PO1');
    const hold = gateway.holdRefunds();
    const refund = () =>
      post('/api.php?act=refund', new URLSearchParams({ pid: '1001', key: KEY, out_trade_no: 'PO1', money: '4.00' }));
    const together = [refund(), refund(), refund(), refund()];
    await waitUntil(() => hold.waiting() === 4);
    hold.release();
    expect((await Promise.all(together)).map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(gateway.orders[0]?.refunded).toBe(1_600);
    expect(await refund()).toMatchObject({ code: -1 });
    expect(await ask('act=order&out_trade_no=PO1')).toMatchObject({ code: 1, status: 2, money: '4.00' });
  });

  it('deletes unpaid orders after a day, and takes their number again after ten with other money', async () => {
    const { trade_no: first } = await post('/mapi.php', order());
    expect((await post('/mapi.php', order()))['trade_no']).toBe(first);
    expect(await post('/mapi.php', order({ money: '11.00' }))).toMatchObject({ code: -1 });
    await gateway.pay('PO1');
    expect(await post('/mapi.php', order())).toMatchObject({ code: -1 });
    await post('/mapi.php', order({ out_trade_no: 'PO2' }));
    nowMs += DAY_MS;
    await gateway.runCron();
    expect(gateway.orders.map(({ outTradeNo }) => outTradeNo)).toEqual(['PO1']);
    nowMs += 9 * DAY_MS;
    const again = await post('/mapi.php', order({ money: '11.00' }));
    expect(again['code']).toBe(1);
    expect(again['trade_no']).not.toBe(first);
  });

  it('shows a page where a person pays, and refuses a wrong signature', async () => {
    const page = await (await fetch(`${gateway.url}/submit.php?${order().toString()}`)).text();
    const action = /action="([^"]+)"/.exec(page)?.[1] ?? '';
    const paid = await fetch(gateway.url + action, {
      method: 'POST',
      body: new URLSearchParams({ how: 'upstream' }),
      redirect: 'manual',
    });
    expect([paid.status, paid.headers.get('location')]).toEqual([303, expect.stringContaining('/return?pid=1001&')]);
    expect(merchant.received).toHaveLength(1);
    const wrong = order({ out_trade_no: 'PO2' });
    wrong.set('money', '0.01');
    expect(await (await fetch(`${gateway.url}/submit.php?${wrong.toString()}`)).text()).toContain('签名校验失败');
    expect(gateway.orders).toHaveLength(1);
  });

  it('signs V2 answers but not errors of signatures nor lists, whose filter is broken', async () => {
    const settings = gateway.settings('v2');
    expect(Object.keys(settings)).toContain('EPAY_PLATFORM_KEY');
    expect(await post('/api/pay/query', new URLSearchParams({ pid: '1001', out_trade_no: 'PO1' }))).toEqual({
      code: -3,
      msg: '时间戳字段(timestamp)校验失败',
    });
    await gateway.close();

    gateway = await startFakeEpayGateway(options);
    const v2 = (fields: Parameters) => {
      const all = { pid: '1001', timestamp: String(Math.floor(nowMs / 1000)), sign_type: 'RSA', ...fields };
      return new URLSearchParams({ ...all, sign: rsaSignature(all, keys.privateKey) });
    };
    for (const number of ['PO1', 'PO2']) await post('/mapi.php', order({ out_trade_no: number }));
    await gateway.pay('PO1');
    const isSigned = (answer: Record<string, unknown>) => {
      const texts = Object.entries(answer).flatMap(([name, value]) =>
        typeof value === 'string' || typeof value === 'number' ? [[name, `${value}`] as const] : [],
      );
      return isRsaSignature(Object.fromEntries(texts), keys.publicKey);
    };
    const found = await post('/api/pay/query', v2({ out_trade_no: 'PO1' }));
    expect([found['money'], isSigned(found), isSigned({ ...found, money: '1.00' })]).toEqual(['10.00', true, false]);
    const list = await post('/api/merchant/orders', v2({ offset: '0', limit: '50', status: '1' }));
    expect(list['data']).toMatchObject([{ out_trade_no: 'PO2', status: 0 }]);
    expect(isSigned({ ...list, data: [] })).toBe(true);
  });
});

async function waitUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await nextTurn();
}
