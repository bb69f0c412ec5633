import { cursorPage, cursorPageSchema, decodeCursor } from '../../../http/cursor.ts';
import { defineRoute, type Route } from '../../../http/route.ts';
import { presentBalance, presentTransaction } from './present.ts';
import { listWallet, readBalance } from './queries/transactions.ts';
import { balanceSchema, transactionSchema, transactionsQuery } from './schemas.ts';
import type { OrderServices } from './services.ts';
import { payerOf, READS_MONEY } from '../ledger/index.ts';

const COMMON = { method: 'GET', tags: ['Billing'], auth: READS_MONEY, rateLimit: 'api', errors: [] } as const;

/** What an organization has, and how it came to that. */
export function walletRoutes(services: Pick<OrderServices, 'db'>): Route[] {
  return [balanceRoute(services), transactionsRoute(services)];
}

function balanceRoute({ db }: Pick<OrderServices, 'db'>): Route {
  return defineRoute({
    ...COMMON,
    path: '/v1/billing/balance',
    operationId: 'getBalance',
    summary: 'Get the balance',
    description: 'What the organization can spend, in fen, at the moment of the request.',
    responses: { 200: { description: 'The balance', schema: balanceSchema } },
    handler: async ({ principal }) => {
      return { status: 200, body: presentBalance(await readBalance(db, payerOf(principal))) };
    },
  });
}

function transactionsRoute({ db }: Pick<OrderServices, 'db'>): Route {
  return defineRoute({
    ...COMMON,
    path: '/v1/billing/transactions',
    operationId: 'listTransactions',
    summary: 'List transactions',
    description:
      'What came onto the balance and went from it, newest first. Without a filter, the balance after each is that of the next one and its amount.',
    query: transactionsQuery,
    responses: { 200: { description: 'A page of transactions', schema: cursorPageSchema(transactionSchema) } },
    handler: async ({ query, principal }) => {
      const organizationId = payerOf(principal);
      const { limit, cursor, type, direction, from, to, order_id: orderId } = query;
      const filter = { organizationId, type, direction, from, to, orderId };
      const before = cursor === undefined ? undefined : Number.parseInt(decodeCursor(cursor, filter), 10);
      const rows = await listWallet(db, { ...filter, before, limit: limit + 1 });
      const positionOf = ({ sequence }: { sequence: number }): string => String(sequence);
      return { status: 200, body: cursorPage(rows, limit, filter, { present: presentTransaction, positionOf }) };
    },
  });
}
