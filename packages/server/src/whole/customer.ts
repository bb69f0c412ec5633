import { join } from 'node:path';
import { expect } from 'vitest';
import { z } from 'zod';
import { listMailbox } from '../platform/mailer.ts';
import { until } from '../platform/test-process.ts';
import { readCookie, SESSION_COOKIE } from '../shared/session-token.ts';
import { sessionOf, type TestSession } from '../testing/test-accounts.ts';
import { ask, type Asking } from './client.ts';
import { PATIENCE_MS, type Installation } from './server-process.ts';

const ACCOUNT = { email: 'mei@example.com', password: 'brass kettle under the pier' };

export const orderSchema = z.looseObject({
  id: z.string(),
  order_no: z.string(),
  status: z.string(),
  amount_minor: z.int(),
  pay_url: z.string().nullable(),
});

export type CustomersOrder = z.infer<typeof orderSchema>;

/** Somebody who has nothing but the addresses of the product, and acts for the organization that they founded. */
export interface Customer {
  email: string;
  session: TestSession;
  /** Sends a request, demands this status, and answers the body. */
  demand<S extends z.ZodType>(status: number, schema: S, path: string, asking?: Asking): Promise<z.infer<S>>;
  post<S extends z.ZodType>(status: number, schema: S, path: string, json?: unknown): Promise<z.infer<S>>;
  recharge(amount: number): Promise<CustomersOrder>;
  /** In fen. */
  balance(): Promise<number>;
  /** The same person at a process that was started since. */
  at(address: string): Customer;
}

/** Registers somebody by the mail of the development mailbox, signs in, and founds an organization. */
export async function registerCustomer({ dataDir }: Installation, address: string): Promise<Customer> {
  const visitor = customerAt(address, { cookie: '', csrf: '' });
  const asVisitor = { method: 'POST', session: undefined } as const;
  await visitor.demand(201, z.unknown(), '/v1/auth/register', { ...asVisitor, json: ACCOUNT });
  const token = await until(
    async () => {
      const mails = await listMailbox(join(dataDir, 'mailbox'), 10);
      return mails.map(({ message }) => /verify-email\?token=([\w-]+)/.exec(message.text)?.[1]).find(Boolean);
    },
    { everyMs: 100, withinMs: PATIENCE_MS },
  );
  await visitor.demand(200, z.unknown(), '/v1/auth/email/verify/confirm', { ...asVisitor, json: { token } });
  const signedIn = customerAt(address, await signIn(address));
  const { id } = await signedIn.post(201, z.looseObject({ id: z.string() }), '/v1/organizations', { name: 'Pictures' });
  return customerAt(address, { ...signedIn.session, organizationId: id });
}

/** A new session of the person who was registered. */
export async function signIn(address: string): Promise<TestSession> {
  const { headers } = await ask(`${address}/v1/auth/login`, { method: 'POST', json: ACCOUNT });
  const cookie = headers.getSetCookie().map((line) => readCookie(line, SESSION_COOKIE));
  return sessionOf(cookie.find(Boolean) ?? '');
}

export function customerAt(address: string, session: TestSession): Customer {
  const demand: Customer['demand'] = async (status, schema, path, asking = {}) => {
    const answer = await ask(address + path, { session, ...asking });
    expect([path, answer.status, answer.status === status ? '' : answer.body]).toEqual([path, status, '']);
    return schema.parse(answer.body);
  };
  const post: Customer['post'] = (status, schema, path, json = {}) =>
    demand(status, schema, path, { method: 'POST', json });
  return {
    email: ACCOUNT.email,
    session,
    demand,
    post,
    recharge: (amount_minor) => post(201, orderSchema, '/v1/billing/recharge', { amount_minor, channel: 'alipay' }),
    balance: async () => {
      const { available_minor } = await demand(200, balanceSchema, '/v1/billing/balance');
      return available_minor;
    },
    at: (other) => customerAt(other, session),
  };
}

const balanceSchema = z.looseObject({ available_minor: z.int() });
