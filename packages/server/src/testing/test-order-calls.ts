import type { TestAccount } from './test-accounts.ts';
import { notice, type PaymentServer, type TestOrder } from './test-payments.ts';
import { giveBalance } from './test-plans.ts';
import type { Call } from './test-services.ts';

const ORDER = '/v1/billing/orders/{order_id}';

export const keyed = (key: string): Call => ({ headers: { 'idempotency-key': key } });

/** The calls of the routes of orders, by the session of the account of the test that is under way. */
export function orderCalls(present: () => { server: PaymentServer; account: TestAccount }) {
  const call = (method: 'GET' | 'POST', path: string, given: Call) => {
    const { server, account } = present();
    return server.call(method, path, { session: account.session, ...given });
  };
  const post = (path: string, json: unknown, given: Call = {}) => call('POST', path, { json, ...given });
  const database = () => present().server.services.database;
  return {
    post,
    recharge: (json: object = {}, given: Call = {}) =>
      post('/v1/billing/recharge', { amount_minor: 10_000, channel: 'alipay', ...json }, given),
    buy: (json: object = {}, given: Call = {}) =>
      post('/v1/billing/checkout', { plan_id: 'starter', channel: 'alipay', ...json }, given),
    get: (id: string, given: Call = {}) => call('GET', ORDER, { params: { order_id: id }, ...given }),
    cancel: (id: string, given: Call = {}) => call('POST', `${ORDER}/cancel`, { params: { order_id: id }, ...given }),
    pay: (order: TestOrder) => present().server.notify(notice(order)),
    giveMoney: (amount: bigint) => giveBalance(database(), present().account.organizationId, amount),
    /** Nobody can move the end of an order; the guard is switched off for what only time does. */
    endOrder: ({ id }: TestOrder) =>
      database().pool.query(
        `begin; set local session_replication_role = replica;
         update payment_order set created_at = now() - interval '1 hour', expires_at = now() - interval '1 second'
         where id = '${id}';
         commit`,
      ),
  };
}
