import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestAccount } from '../../../testing/test-accounts.ts';
import {
  brokenBooks,
  notice,
  openPaymentServer,
  paidFields,
  signV1,
  valueOf,
  type PaymentServer,
  type TestOrder,
} from '../../../testing/test-payments.ts';

let server: PaymentServer;
let account: TestAccount;
beforeAll(async () => {
  server = await openPaymentServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  account = await server.createAccount();
});
afterEach(async () => expect(await brokenBooks(server)).toEqual([]));

const stateOf = async ({ id }: TestOrder) => {
  const { status, fulfillment } = await server.order(account, id);
  return `${status} ${fulfillment ?? 'nothing'} ${await server.balance(account)}`;
};

describe('a notification', () => {
  it('F1 by GET of a pending order credits the balance, once', async () => {
    const order = await server.recharge(account);
    const fields = notice(order);
    expect([await server.notify(fields), await server.notify(fields)]).toEqual(['200 success', '200 success']);
    expect(await stateOf(order)).toBe('fulfilled balance 10000');
  });
});
