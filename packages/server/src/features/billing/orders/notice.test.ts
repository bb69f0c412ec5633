import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fen } from '../../../shared/fen.ts';
import type { TestAccount } from '../../../testing/test-accounts.ts';
import { newOrder } from '../../../testing/test-orders.ts';
import {
  brokenBooks,
  newTradeNo,
  notice,
  openPaymentServer,
  paidFields,
  signV1,
  valueOf,
  type Fields,
  type PaymentServer,
  type TestOrder,
} from '../../../testing/test-payments.ts';
import { createWebhook } from '../../../testing/test-webhooks.ts';

const NOTIFY = '/api/payments/epay/notify';
const FORM = 'application/x-www-form-urlencoded';

let server: PaymentServer;
let account: TestAccount;
let order: TestOrder;
beforeAll(async () => {
  server = await openPaymentServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  account = await server.createAccount();
  order = await server.recharge(account);
});
afterEach(async () => expect(await brokenBooks(server)).toEqual([]));

/** Status, what it gave, and the balance of its organization. */
const state = async () => {
  const { status, fulfillment } = await server.order(account, order.id);
  return `${status} ${fulfillment ?? 'nothing'} ${await server.balance(account)}`;
};
const PENDING = 'pending nothing 0';
const PAID = 'fulfilled balance 10000';
const suspended = () =>
  valueOf<string>(
    server,
    `select string_agg(reason, ' ' order by reason) as value from provider_payment where out_trade_no = $1 and state = 'unapplied'`,
    [order.order_no],
  );
const post = (headers: Record<string, string>, payload: string | Buffer, query = '') =>
  server.app.inject({ method: 'POST', url: `${NOTIFY}${query}`, headers, payload });
const queryOf = (fields: Fields): string => new URLSearchParams(fields).toString();

describe('a notification that counts', () => {
  it('F1 by GET of a pending order credits the balance, and writes down what came', async () => {
    expect(await server.notify(notice(order))).toBe('200 success');
    expect(await state()).toBe(PAID);
    const verdict = 'select verdict as value from payment_notification where order_id = $1';
    expect(await valueOf(server, verdict, [order.id])).toBe('accepted');
  });

  it('F2 by POST, in a form or in the query, is the same', async () => {
    expect(await server.notify(notice(order), { method: 'POST' })).toBe('200 success');
    expect(await state()).toBe(PAID);
    order = await server.recharge(account, 500);
    const { statusCode, body } = await post({}, '', `?${queryOf(notice(order))}`);
    expect([statusCode, body, await server.balance(account)]).toEqual([200, 'success', 10_500]);
  });

  it('F3 that comes 100 times, half of them together, counts once and is told once', async () => {
    const { organizationId } = account;
    const { key } = await server.createKey({ organizationId, mode: 'live', scopes: ['webhooks:manage'] });
    await createWebhook(server, key, { url: 'https://hooks.example/' });
    const fields = notice(order);
    const together = await Promise.all(Array.from({ length: 50 }, () => server.notify(fields)));
    const after: string[] = [];
    for (let time = 0; time < 50; time += 1) after.push(await server.notify(fields));
    expect(new Set([...together, ...after])).toEqual(new Set(['200 success']));
    expect(await state()).toBe(PAID);
    const events = `select string_agg(type, ' ' order by type) as value from webhook_event where organization_id = $1`;
    expect(await valueOf(server, events, [organizationId])).toBe('balance.credited payment.succeeded');
  });

  it.each(['100', '100.0', '100.00'])('F13 of %s counts as 10,000 fen', async (money) => {
    expect(await server.notify(notice(order, { money }))).toBe('200 success');
    expect(await state()).toBe(PAID);
  });

  it.each(['TRADE_CLOSED', 'WAIT_BUYER_PAY', 'TRADE_FINISHED', 'trade_success'])(
    'F16 with the status %s is acknowledged, and pays nothing',
    async (trade_status) => {
      expect(await server.notify(notice(order, { trade_status }))).toBe('200 success');
      expect(await state()).toBe(PENDING);
    },
  );

  it('F17 with a field that nobody knows counts when that is signed too', async () => {
    expect(await server.notify({ ...notice(order), other: 'x' })).toBe('400 fail');
    expect(await server.notify(notice(order, { other: 'x' }))).toBe('200 success');
    expect(await state()).toBe(PAID);
  });
});

describe('a notification that does not count', () => {
  it.each<[string, (good: string) => string]>([
    ['one bit off', (good) => (good.startsWith('0') ? `1${good.slice(1)}` : `0${good.slice(1)}`)],
    ['in capitals', (good) => good.toUpperCase()],
    ['of 31 characters', (good) => good.slice(1)],
    ['of 33 characters', (good) => `${good}0`],
    ['empty', () => ''],
    ['0', () => '0'],
    ['true', () => 'true'],
  ])('F5 a signature that is %s is refused', async (_what, change) => {
    const fields = notice(order);
    const sign = change(fields['sign'] ?? '');
    // A signature without letters is the same in capitals.
    if (sign !== fields['sign']) expect(await server.notify({ ...fields, sign })).toBe('400 fail');
    expect(await state()).toBe(PENDING);
  });

  it('F5 no signature, and an array of one, are refused', async () => {
    const { sign = '', ...rest } = notice(order);
    expect(await server.notify(rest)).toBe('400 fail');
    expect(await server.notify(`${queryOf(rest)}&sign[]=${sign}`)).toBe('400 fail');
    expect(await state()).toBe(PENDING);
  });

  it('F6 any field that was changed after signing is refused', async () => {
    const fields = notice(order);
    for (const [name, value] of Object.entries(fields)) {
      expect([name, await server.notify({ ...fields, [name]: `${value}1` })]).toEqual([name, '400 fail']);
    }
    expect(await state()).toBe(PENDING);
  });

  it.each(['', 'another-key-of-some-length'])('F7 signed with the key "%s" is refused', async (key) => {
    expect(await server.notify(signV1(paidFields(order), key))).toBe('400 fail');
    expect(await state()).toBe(PENDING);
  });

  it('F9 for an order of another account, however well it is signed, is refused and books nothing', async () => {
    const other = await newOrder(server.services.database, fen(10_000n));
    const number = 'select order_no as value from payment_order where id = $1';
    const order_no = (await valueOf<string>(server, number, [other.id])) ?? '';
    expect(await server.notify(notice({ order_no, amount_minor: 10_000 }))).toBe('400 fail');
    const found = 'select count(*)::int as value from provider_payment where out_trade_no = $1';
    expect(await valueOf(server, found, [order_no])).toBe(0);
    const verdict = 'select verdict as value from payment_notification order by id desc limit 1';
    expect(await valueOf(server, verdict)).toBe('pid_mismatch');
  });

  it.each(['99.99', '100.01'])('F14 of %s waits in suspense, once, and is refused each time', async (money) => {
    const fields = notice(order, { money });
    expect([await server.notify(fields), await server.notify(fields)]).toEqual(['409 fail', '409 fail']);
    expect([await state(), await suspended()]).toEqual([PENDING, 'amount_mismatch']);
    expect(await server.notify(notice(order))).toBe('200 success');
    expect(await state()).toBe(PAID);
  });

  it.each(['0', '0.00', '1e2', '+100', '0100', '100.000', ' 100', '１００', '1,00', 'NaN', '1'.repeat(40), ''])(
    'F14 F15 of the amount "%s" cannot be read',
    async (money) => {
      expect(await server.notify(notice(order, { money }))).toBe('400 fail');
      expect([await state(), await suspended()]).toEqual([PENDING, null]);
    },
  );

  it('F16 without a status cannot be read', async () => {
    const { trade_status: _missing, ...rest } = paidFields(order);
    expect(await server.notify(signV1(rest))).toBe('400 fail');
    expect(await state()).toBe(PENDING);
  });

  it('F18 whose fields were moved across a separator is refused', async () => {
    // The same text is signed: `name=a&money=100` as one value, and as two.
    const { money = '', name: _name, ...rest } = paidFields(order);
    const signed = signV1({ ...rest, name: 'x', money });
    const { sign = '' } = signed;
    const shifted = { ...rest, money: `${money}&name=x`, sign, sign_type: 'MD5' };
    expect(await server.notify(shifted)).toBe('400 fail');
    expect(await state()).toBe(PENDING);
  });

  it('F19 repeated, strange, numerous, long or broken parameters are refused', async () => {
    const good = queryOf(notice(order));
    const many = Array.from({ length: 65 }, (_none, number) => `x${number}=1`).join('&');
    const bad = [
      `${good}&money=100`,
      `${good}&out_trade_no=${order.order_no}`,
      `${good}&a[b]=c`,
      `${good}&__proto__=x`,
      `${good}&${many}`,
      `${good}&x=%00`,
      `${good}&x=%zz`,
      `${good}&x=%ff%fe`,
    ];
    for (const text of bad) expect([text, await server.notify(text)]).toEqual([text, '400 fail']);
    const long = `${good}&x=${'y'.repeat(17 * 1024)}`;
    expect(await server.notify(long, { method: 'POST' })).toBe('400 fail');
    expect(await state()).toBe(PENDING);
  });

  it('F20 with fields in the query and in the form is refused', async () => {
    const text = queryOf(notice(order));
    const { statusCode, body } = await post({ 'content-type': FORM }, text, `?${text}`);
    expect([statusCode, body, await state()]).toEqual([400, 'fail', PENDING]);
  });

  it('F22 for an order that nobody knows waits in suspense, once', async () => {
    const fields = notice({ order_no: 'PO20261120NOBODYKNOWS1', amount_minor: 300 });
    expect([await server.notify(fields), await server.notify(fields)]).toEqual(['404 fail', '404 fail']);
    const rows = `select count(*)::int as value from provider_payment where out_trade_no = 'PO20261120NOBODYKNOWS1' and reason = 'unknown_order'`;
    expect(await valueOf(server, rows)).toBe(1);
    const attack = notice(order, { out_trade_no: `${order.order_no}' or '1'='1` });
    expect([await server.notify(attack), await state()]).toEqual(['400 fail', PENDING]);
  });

  it('F23 F24 of another method or type is refused in one word, as is everything else', async () => {
    const text = queryOf(notice(order));
    const multipart = '--x\r\nContent-Disposition: form-data; name="pid"\r\n\r\n1001\r\n--x--\r\n';
    const answers = await Promise.all([
      ...(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'] as const).map((method) =>
        server.app.inject({ method, url: `${NOTIFY}?${text}` }),
      ),
      post({ 'content-type': 'application/json' }, JSON.stringify(notice(order))),
      post({ 'content-type': 'application/json' }, '{'),
      post({ 'content-type': 'multipart/form-data; boundary=x' }, multipart),
      post({ 'content-type': FORM, 'content-encoding': 'gzip' }, text),
      post({ 'content-type': FORM }, 'x'.repeat(80 * 1024)),
      server.app.inject({ method: 'GET', url: '/api/payments/epay/notify/ok' }),
      server.app.inject({ method: 'GET', url: `${NOTIFY}?sign=success&money=ok` }),
      server.app.inject({ method: 'GET', url: `/api/payments/%zz` }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([
      405, 405, 405, 405, 405, 415, 415, 415, 415, 413, 404, 400, 404,
    ]);
    for (const { body, headers, raw } of answers) {
      expect(raw.req.method === 'HEAD' ? 'fail' : body).toBe('fail');
      expect(headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(headers['x-error-code']).toMatch(/^[A-Z_]+$/);
    }
    expect(answers[0]?.headers['allow']).toBe('GET, POST');
    expect(await state()).toBe(PENDING);
  });

  it('F24 who asks for JSON by its name gets the envelope', async () => {
    const headers = { accept: 'application/json' };
    const answer = await server.app.inject({
      method: 'GET',
      url: `${NOTIFY}?${queryOf(notice(order, { money: '1' }))}`,
      headers,
    });
    expect([answer.statusCode, answer.json()]).toMatchObject([409, { error: { code: 'PAYMENT_AMOUNT_MISMATCH' } }]);
  });

  it('F84 many refusals of one address are not written down, and its good messages still count', async () => {
    const { app } = server.variant({ limits: { refusedNoticesPerMinute: 5 } });
    const send = (fields: Fields) =>
      app.inject({ method: 'GET', url: `${NOTIFY}?${queryOf(fields)}`, remoteAddress: '192.0.2.7' });
    const forged = { ...notice(order), sign: '0'.repeat(32) };
    const statuses: number[] = [];
    for (let time = 0; time < 8; time += 1) statuses.push((await send(forged)).statusCode);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429, 429]);
    const rows = `select count(*)::int as value from payment_notification where remote_ip = '192.0.2.7'`;
    expect(await valueOf(server, rows)).toBe(5);
    expect((await send(notice(order))).body).toBe('success');
    expect(await state()).toBe(PAID);
  });
});

describe('a payment that comes late, or again', () => {
  const close = (id: string) =>
    server.call('POST', '/v1/billing/orders/{order_id}/cancel', { session: account.session, params: { order_id: id } });

  it('F27 after the order was cancelled is credited', async () => {
    await close(order.id);
    const fields = notice(order);
    expect([await server.notify(fields), await server.notify(fields)]).toEqual(['200 success', '200 success']);
    expect(await state()).toBe(PAID);
    const verdicts = `select string_agg(verdict, ' ' order by id) as value from payment_notification where out_trade_no = $1`;
    expect(await valueOf(server, verdicts, [order.order_no])).toBe('late duplicate');
  });

  it.each(['1 millisecond', '23 hours', '11 days'])('F26 %s after the end of the order is credited', async (ago) => {
    const old = await newPastOrder(ago);
    expect(await server.notify(notice(old))).toBe('200 success');
    const history = `select string_agg(status, ' ' order by version) as value from payment_order_history where order_id = $1`;
    expect(await valueOf(server, history, [old.id])).toBe('pending expired paid fulfilled');
    expect(await server.balance(account)).toBe(10_000);
  });

  /** An order whose time ended this long ago. */
  async function newPastOrder(ago: string): Promise<TestOrder> {
    const id = `ord_${newTradeNo().slice(-22).padStart(22, '0')}`;
    await server.services.database.pool.query(
      `insert into payment_order (id, order_no, organization_id, created_by, purpose, amount_fen, channel, provider_account_id,
         created_at, expires_at)
       select $1, upper('PAST' || substr(md5($1), 1, 12)), organization_id, created_by, purpose, amount_fen, channel,
         provider_account_id, now() - $3::interval - interval '30 minutes', now() - $3::interval
       from payment_order where id = $2`,
      [id, order.id, ago],
    );
    return server.order(account, id);
  }

  it('F30 of a second number, one after the other and together, waits in suspense', async () => {
    const both = await Promise.all([server.notify(notice(order)), server.notify(notice(order))]);
    expect([both, await suspended()]).toEqual([['200 success', '200 success'], 'second_payment']);
    const third = notice(order);
    expect([await server.notify(third), await server.notify(third)]).toEqual(['200 success', '200 success']);
    expect([await state(), await suspended()]).toEqual([PAID, 'second_payment second_payment']);
  });

  it('F31 under a number that paid for another order is a repetition of that one', async () => {
    const other = await server.recharge(account, 20_000);
    const trade_no = newTradeNo();
    await server.notify(notice(other, { trade_no }));
    expect(await server.notify(notice(order, { trade_no }))).toBe('200 success');
    expect((await server.order(account, order.id)).status).toBe('pending');
    expect(await server.balance(account)).toBe(20_000);
  });
});
