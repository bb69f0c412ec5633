import { generateKeyPairSync } from 'node:crypto';
import { request, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../app.ts';
import { createLog } from '../platform/log.ts';
import { checkLedger } from '../features/billing/ledger/index.ts';
import type { TestAccount } from '../testing/test-accounts.ts';
import {
  EPAY_KEY,
  openPaymentServer,
  paidFields,
  type PaymentServer,
  type TestOrder,
} from '../testing/test-payments.ts';
import {
  encode,
  NOTICE_ATTACKS,
  signMd5,
  signRsa,
  type AttackWorld,
  type Fields,
  type Outcome,
} from './forged-notices.ts';

const NOTIFY = '/api/payments/epay/notify';
const RETURN = '/api/payments/epay/return';
const FORM = 'application/x-www-form-urlencoded';
const AMOUNT = 10_000;
/** Every answer of ours that is no acknowledgement must be without these. */
const ACKNOWLEDGES = /success|ok/i;

interface Answered {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

/** What is said to a notification: the status, and the code of a refusal. */
const SAID: Readonly<Record<Outcome, string>> = {
  counts: '200 success',
  malformed: '400 fail VALIDATION_ERROR',
  bad_signature: '400 fail PAYMENT_SIGNATURE_INVALID',
  pid_mismatch: '400 fail PAYMENT_SIGNATURE_INVALID',
};

describe.each(['v1', 'v2'] as const)('the addresses of a gateway of %s', (protocol) => {
  const platform = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const merchant = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const log: string[] = [];
  let server: PaymentServer;
  let app: App;
  let account: TestAccount;
  let others: TestOrder;
  let open: TestOrder;
  beforeAll(async () => {
    const gateway = { platformKeys: platform, merchantKeys: merchant };
    server = await openPaymentServer({ protocol, gateway });
    const wholeLog = createLog({ level: 'trace', write: (line) => void log.push(line) });
    ({ app } = server.variant({ services: { log: wholeLog } }));
    await app.listen({ host: '127.0.0.1', port: 0 });
    account = await server.createAccount();
    others = await server.recharge(await server.createAccount(), AMOUNT);
    open = await server.recharge(account, AMOUNT);
  });
  afterAll(() => server.close());
  const sign = (fields: Fields): Fields =>
    protocol === 'v1' ? signMd5(fields, EPAY_KEY) : signRsa(fields, platform.privateKey);
  const timestamp = (): string => String(Math.floor(server.services.clock.now().getTime() / 1000));
  const paidOf = (order: TestOrder): Fields => ({
    ...paidFields(order),
    ...(protocol === 'v2' ? { timestamp: timestamp() } : {}),
  });
  const worldOf = (order: TestOrder): AttackWorld => ({
    protocol,
    paid: paidOf(order),
    othersOrder: others.order_no,
    sign,
    key: EPAY_KEY,
    platform,
  });

  /** Over the wire, with nothing done to what is sent. */
  function send(
    method: string,
    path: string,
    { body, headers = {} }: { body?: string | Buffer; headers?: Record<string, string> } = {},
  ): Promise<Answered> {
    const address = app.server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    return new Promise((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
        let text = '';
        response.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  const said = ({ status, headers, body }: Answered): string => {
    const code = headers['x-error-code'];
    return [status, body, ...(typeof code === 'string' ? [code] : [])].join(' ');
  };
  const attacks = NOTICE_ATTACKS.filter((attack) => attack.protocol === undefined || attack.protocol === protocol);
  const refusals = attacks.filter(({ outcome }) => outcome !== 'counts');
  const variants = attacks.filter(({ outcome }) => outcome === 'counts');

  /** What is written of messages and of money, and of the last message how it was judged. */
  async function written(): Promise<{ messages: number; money: string; last: string }> {
    const { rows } = await server.services.database.pool.query<{ messages: number; money: string; last: string }>(
      `select count(*)::int as messages,
         (select count(*) || ' ' || (select status from payment_order where id = $1) from ledger_transaction) as money,
         (select method || ' ' || source || ' ' || verdict from payment_notification order by id desc limit 1) as last
       from payment_notification`,
      [open.id],
    );
    return rows[0] ?? { messages: 0, money: '', last: '' };
  }

  /** What is refused leaves nothing but its row. */
  async function leavesOnly(row: string | null, go: () => Promise<Answered>): Promise<Answered> {
    const before = await written();
    const answer = await go();
    const messages = before.messages + (row === null ? 0 : 1);
    expect(await written()).toEqual({ ...before, messages, last: row ?? before.last });
    expect(answer.body).not.toMatch(ACKNOWLEDGES);
    return answer;
  }

  describe.each(['GET', 'POST'] as const)('%s /api/payments/epay/notify', (method) => {
    const tell = (text: string): Promise<Answered> =>
      method === 'GET'
        ? send('GET', `${NOTIFY}?${text}`)
        : send('POST', NOTIFY, { body: text, headers: { 'content-type': FORM } });

    it.each(refusals)('refuses $name', async ({ make, outcome: usual, inForm = usual }) => {
      const outcome = method === 'GET' ? usual : inForm;
      const answer = await leavesOnly(`${method} notify ${outcome}`, () => tell(encode(make(worldOf(open)))));
      expect(said(answer)).toBe(SAID[outcome]);
      expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    });

    it.each(variants)('credits $name, once', async ({ make }) => {
      const payer = await server.createAccount();
      const order = await server.recharge(payer, AMOUNT);
      const text = encode(make(worldOf(order)));
      for (let time = 0; time < 2; time += 1) {
        const answer = await tell(text);
        expect([said(answer), answer.headers['content-type']]).toEqual([SAID.counts, 'text/plain; charset=utf-8']);
      }
      expect([await server.balance(payer), (await written()).last]).toEqual([AMOUNT, `${method} notify duplicate`]);
    });

    it('takes the message of a payment again, and moves nothing to whoever it is told for', async () => {
      const payer = await server.createAccount();
      const order = await server.recharge(payer, AMOUNT);
      const paid = paidOf(order);
      expect(said(await tell(encode(sign(paid))))).toBe(SAID.counts);
      const { messages, money } = await written();
      // Even with the key: a number of the gateway pays once.
      const told = await tell(encode(sign({ ...paid, out_trade_no: others.order_no })));
      expect([said(told), await written()]).toEqual([
        SAID.counts,
        { messages: messages + 1, money, last: `${method} notify duplicate` },
      ]);
    });
  });

  describe('GET /api/payments/epay/return', () => {
    const pageOf = () => `dashboard/billing/orders/${open.id}?org=${account.organizationId}&from=epay`;
    const page = ({ status, headers }: Answered) => [status, headers.location, headers['referrer-policy']];
    const unverified = () => server.services.links.page('en', 'dashboard/billing/orders?payment=unverified');

    it.each(refusals)('sends the buyer on, unverified: $name', async ({ make, outcome }) => {
      const go = () => send('GET', `${RETURN}?${encode(make(worldOf(open)))}`);
      expect(page(await leavesOnly(`GET return ${outcome}`, go))).toEqual([303, unverified(), 'no-referrer']);
    });

    it.each(variants)('sends the buyer to the order, and moves no money: $name', async ({ make }) => {
      const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
      const go = () => send('GET', `${RETURN}?${encode(make(worldOf(open)))}`, { headers });
      const order = server.services.links.page('en', pageOf());
      expect(page(await leavesOnly(null, go))).toEqual([303, order, 'no-referrer']);
    });

    it('sends the buyer nowhere else than home, whatever is asked for', async () => {
      const text = encode(sign({ ...paidOf(open), redirect: 'https://evil.example/', return_url: '//evil.example' }));
      const { headers } = await leavesOnly(null, () => send('GET', `${RETURN}?${text}`));
      expect(headers.location).toBe(server.services.links.page('en', pageOf()));
    });
  });

  describe('what is no message', () => {
    const good = () => encode(sign(paidOf(open)));
    const multipart = '--x\r\nContent-Disposition: form-data; name="pid"\r\n\r\n1001\r\n--x--\r\n';
    const rows: readonly [name: string, said: string, go: () => Promise<Answered>, row?: string][] = [
      ['a POST to where buyers return', '405 fail METHOD_NOT_ALLOWED', () => post(RETURN, good())],
      [
        'JSON',
        '415 fail INVALID_FILE_TYPE',
        () => post(NOTIFY, JSON.stringify(sign(paidOf(open))), 'application/json'),
      ],
      [
        'JSON, with the message in the query',
        '415 fail INVALID_FILE_TYPE',
        () => post(`${NOTIFY}?${good()}`, '{}', 'application/json'),
      ],
      ['multipart', '415 fail INVALID_FILE_TYPE', () => post(NOTIFY, multipart, 'multipart/form-data; boundary=x')],
      ['text', '415 fail INVALID_FILE_TYPE', () => post(NOTIFY, good(), 'text/plain')],
      ['a form of another name', '415 fail INVALID_FILE_TYPE', () => post(NOTIFY, good(), `${FORM}-x`)],
      [
        'bytes that call themselves compressed',
        '415 fail INVALID_FILE_TYPE',
        () => send('POST', NOTIFY, { body: good(), headers: { 'content-type': FORM, 'content-encoding': 'gzip' } }),
      ],
      ['a body of a megabyte', '413 fail FILE_TOO_LARGE', () => post(NOTIFY, `${good()}&x=${'y'.repeat(1024 * 1024)}`)],
      [
        'a body of 17 KiB',
        SAID.malformed,
        () => post(NOTIFY, `${good()}&x=${'y'.repeat(17 * 1024)}`),
        'POST notify malformed',
      ],
      [
        'a body of bytes',
        SAID.malformed,
        () => post(NOTIFY, Buffer.from(Array.from({ length: 256 }, (_none, at) => at))),
        'POST notify malformed',
      ],
      ['a form and a query', SAID.malformed, () => post(`${NOTIFY}?${good()}`, good()), 'POST notify malformed'],
      ['a query of 17 KiB', '431 ', () => send('GET', `${NOTIFY}?${good()}&x=${'y'.repeat(17 * 1024)}`)],
      ['nothing', SAID.malformed, () => send('GET', NOTIFY), 'GET notify malformed'],
      ['a path beneath', '404 fail NOT_FOUND', () => send('GET', `${NOTIFY}/success?${good()}`)],
    ];
    const post = (path: string, body: string | Buffer, type = FORM) =>
      send('POST', path, { body, headers: { 'content-type': type } });

    it.each(rows)('refuses %s', async (_name, expected, go, row) => {
      const answer = await leavesOnly(row ?? null, go);
      expect(said(answer)).toBe(expected);
    });
  });

  it('moves no money that was not paid, and writes nothing secret into the log', async () => {
    expect((await checkLedger(server.services.database.db)).mismatches).toEqual([]);
    expect(await server.balance(account)).toBe(0);
    const text = log.join('');
    const secrets = [platform, merchant].flatMap(({ privateKey, publicKey }) => [
      privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
      publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    ]);
    expect([EPAY_KEY, ...secrets].filter((secret) => text.includes(secret))).toEqual([]);
    expect(text).not.toMatch(/\bsign=|trade_no=/);
    expect(text).toContain('"answered"');
  });
});
