import { createHash } from 'node:crypto';
import { startFakeEpayGateway, type FakeEpayGateway, type FakeEpayOptions } from '@revera/testkit/servers';
import { z } from 'zod';
import type { App } from '../app.ts';
import type { TestAccount } from './test-accounts.ts';
import { openTestServer, type Answer, type TestServer, type TestServerOptions } from './test-services.ts';

/** What the fake gateway and its merchant share in V1. */
const PID = '1001';
export const EPAY_KEY = 'Fk7Qm2Xv9Lr4Tz8Wc3Nb6Hj1Pd5Gs0Ya';

export type Fields = Readonly<Record<string, string>>;

/** A server that is the merchant of a fake gateway. */
export interface PaymentServer extends TestServer {
  gateway: FakeEpayGateway;
  app: App;
  /** Orders a recharge of this many fen. */
  recharge(account: TestAccount, amount?: number, channel?: string): Promise<TestOrder>;
  order(account: TestAccount, id: string): Promise<TestOrder>;
  balance(account: TestAccount): Promise<number>;
  /** Sends a notification to the merchant; answers `200 success`. */
  notify(fields: Fields | string, options?: SentBy): Promise<string>;
}

export interface SentBy {
  method?: 'GET' | 'POST';
  address?: string;
}

const orderSchema = z.looseObject({
  id: z.string(),
  order_no: z.string(),
  amount_minor: z.int(),
  status: z.string(),
  fulfillment: z.string().nullable(),
  pay_url: z.string().nullable(),
});

export type TestOrder = z.infer<typeof orderSchema>;

export function asOrder({ body }: Pick<Answer, 'body'>): TestOrder {
  return orderSchema.parse(body);
}

/** @param settings besides those of the gateway's merchant */
export async function openPaymentServer({
  protocol = 'v1',
  settings,
  gateway: gatewayOptions = {},
  ...options
}: TestServerOptions & { protocol?: 'v1' | 'v2'; gateway?: Partial<FakeEpayOptions> } = {}): Promise<PaymentServer> {
  const gateway = await startFakeEpayGateway({ pid: PID, key: EPAY_KEY, ...gatewayOptions });
  const server = await openTestServer({ ...options, settings: { ...gateway.settings(protocol), ...settings } });
  const { app, call } = server.variant({});
  const order = async ({ session }: TestAccount, id: string): Promise<TestOrder> =>
    asOrder(await call('GET', '/v1/billing/orders/{order_id}', { session, params: { order_id: id } }));
  return {
    ...server,
    gateway,
    app,
    order,
    recharge: async ({ session }, amount = 10_000, channel = 'alipay') =>
      asOrder(await call('POST', '/v1/billing/recharge', { session, json: { amount_minor: amount, channel } })),
    balance: async ({ session }) => {
      const { body } = await call('GET', '/v1/billing/balance', { session });
      return z.looseObject({ available_minor: z.int() }).parse(body).available_minor;
    },
    notify: async (fields, { method = 'GET', address } = {}) => {
      const text = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString();
      const answer = await app.inject({
        method,
        url: `/api/payments/epay/notify${method === 'GET' ? `?${text}` : ''}`,
        ...(address === undefined ? {} : { remoteAddress: address }),
        ...(method === 'GET'
          ? {}
          : { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: text }),
      });
      return `${answer.statusCode} ${answer.body}`;
    },
    close: async () => {
      await server.close();
      await gateway.close();
    },
  };
}

let trades = 0;

/** A number that the gateway gives to a payment. */
export function newTradeNo(): string {
  trades += 1;
  return `20261120180000${String(trades).padStart(5, '0')}${String(process.pid)}`;
}

/** What a gateway says of an order that was paid in full, unsigned. */
export function paidFields({ order_no, amount_minor }: Pick<TestOrder, 'order_no' | 'amount_minor'>): Fields {
  return {
    pid: PID,
    trade_no: newTradeNo(),
    out_trade_no: order_no,
    type: 'alipay',
    name: 'product',
    money: String(amount_minor / 100),
    trade_status: 'TRADE_SUCCESS',
  };
}

/** Signs as gateways of V1 do; written from the protocol, and not with the code under test. */
export function signV1(fields: Fields, key = EPAY_KEY): Fields {
  const text = Object.entries(fields)
    .filter(([name, value]) => value !== '' && name !== 'sign' && name !== 'sign_type')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const sign = createHash('md5')
    .update(text + key)
    .digest('hex');
  return { ...fields, sign, sign_type: 'MD5' };
}

/** A signed notification of a payment in full, or with other fields, which are signed too. */
export function notice(order: Pick<TestOrder, 'order_no' | 'amount_minor'>, change: Fields = {}): Fields {
  return signV1({ ...paidFields(order), ...change });
}

/** What is wrong in the books; nothing of it may ever be. Each is named by its invariant. */
const BROKEN_BOOKS = `
  select 'I1 the entries do not sum to zero' as problem from ledger_entry having coalesce(sum(amount_fen), 0) <> 0
  union all select 'I3 a balance is not the sum of its entries: ' || a.code from ledger_account a
    where a.balance_fen <> a.normal_sign * coalesce((select sum(e.amount_fen) from ledger_entry e where e.account_id = a.id), 0)
  union all select 'I5 an account is negative: ' || a.code from ledger_entry e join ledger_account a on a.id = e.account_id
    where not a.may_overdraw and e.balance_after_fen < 0
  union all select 'I6 an order was fulfilled twice' from ledger_transaction where kind = 'fulfil' group by source_id having count(*) > 1
  union all select 'I7 a fulfilled order has no payment of its amount: ' || o.order_no from payment_order o
    where o.fulfilled_at is not null and o.channel <> 'balance' and not exists (
      select from provider_payment p where p.order_id = o.id and p.state = 'applied' and p.amount_fen = o.amount_fen)
  union all select 'I8 the gateway holds something else than it received' from ledger_account a where a.code = 'cash_epay'
    and a.balance_fen <> (select coalesce(sum(amount_fen), 0) from provider_payment)
      - (select coalesce(sum(amount_fen), 0) from provider_refund where state = 'succeeded' and destination = 'original')
  union all select 'I9 money between two accounts' from ledger_account a where a.code = 'payment_clearing'
    and a.balance_fen <> (select coalesce(sum(amount_fen), 0) from payment_order where status = 'paid')
  union all select 'I14 an accepted notification has no payment' from payment_notification n
    where n.verdict in ('accepted', 'late') and not exists (
      select from provider_payment p where p.trade_no = n.trade_no and p.order_id = n.order_id)
`;

export async function brokenBooks({ services }: Pick<TestServer, 'services'>): Promise<string[]> {
  const { rows } = await services.database.pool.query<{ problem: string }>(BROKEN_BOOKS);
  return rows.map(({ problem }) => problem);
}

/** One value of one row. */
export async function valueOf<T>(
  { services }: Pick<TestServer, 'services'>,
  sql: string,
  values: unknown[] = [],
): Promise<T | undefined> {
  const { rows } = await services.database.pool.query<{ value: T }>(sql, values);
  return rows[0]?.value;
}
