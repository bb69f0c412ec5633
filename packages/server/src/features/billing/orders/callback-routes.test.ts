import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  notice,
  openPaymentServer,
  type Fields,
  type PaymentServer,
  type TestOrder,
} from '../../../testing/test-payments.ts';

let server: PaymentServer;
let order: TestOrder;
beforeAll(async () => {
  server = await openPaymentServer();
  order = await server.recharge(await server.createAccount());
});
afterAll(() => server.close());

const JSON_ASKED = { accept: 'application/json' };

describe.each([
  ['GET', '/api/payments/epay/notify'],
  ['POST', '/api/payments/epay/notify'],
  ['GET', '/api/payments/epay/return'],
] as const)(
  'GET /api/payments/epay/notify, POST /api/payments/epay/notify and GET /api/payments/epay/return (%s %s)',
  (method, path) => {
    const send = async (fields: Fields, headers: Record<string, string> = {}, app = server.app) => {
      const text = new URLSearchParams(fields).toString();
      const answer = await app.inject({
        method,
        url: `${path}?${text}`,
        headers: { ...JSON_ASKED, ...headers },
      });
      return `${answer.statusCode} ${answer.json<{ error: { code: string } }>().error.code}`;
    };

    it('400 PAYMENT_SIGNATURE_INVALID for a message that nobody signed', async () => {
      expect(await send({ ...notice(order), sign: '0'.repeat(32) })).toBe('400 PAYMENT_SIGNATURE_INVALID');
    });

    it('404 PAYMENT_ORDER_NOT_FOUND for an order that nobody knows', async () => {
      const unknown = { order_no: 'PO20261120UNKNOWNORDER', amount_minor: 100 };
      expect(await send(notice(unknown))).toBe('404 PAYMENT_ORDER_NOT_FOUND');
    });

    it('409 PAYMENT_AMOUNT_MISMATCH for another amount; who comes back is not held against it', async () => {
      const other = notice(order, { money: '99.99' });
      if (path.endsWith('notify')) expect(await send(other)).toBe('409 PAYMENT_AMOUNT_MISMATCH');
      else
        expect((await server.app.inject({ url: `${path}?${new URLSearchParams(other).toString()}` })).statusCode).toBe(
          303,
        );
    });

    it('415 INVALID_FILE_TYPE for a body that is packed', async () => {
      expect(await send(notice(order), { 'content-encoding': 'gzip' })).toBe('415 INVALID_FILE_TYPE');
    });

    it('503 PAYMENT_PROVIDER_UNAVAILABLE without a gateway', async () => {
      const { app } = server.variant({ services: { payments: null } });
      expect(await send(notice(order), {}, app)).toBe('503 PAYMENT_PROVIDER_UNAVAILABLE');
    });
  },
);
