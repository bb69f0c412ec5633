import { defineRoute, type Route } from '../../../http/route.ts';
import type { Db } from '../../../platform/database.ts';
import { payerOf } from '../ledger/index.ts';
import { changingOf } from '../subscriptions/index.ts';
import { changeAllowance, presentOverage } from './allowance.ts';
import { overageBody, overageSchema } from './schemas.ts';

const COMMON = { tags: ['Billing'], rateLimit: 'api', path: '/v1/billing/overage', errors: [] } as const;
const ANSWER = { 200: { description: 'What is allowed', schema: overageSchema } } as const;

/** Whether units beyond the plan are charged. */
export function chargeRoutes({ db }: { db: Db }): Route[] {
  return [
    defineRoute({
      ...COMMON,
      method: 'GET',
      operationId: 'getOverage',
      summary: 'Get what is charged beyond the plan',
      description: 'Whether the balance may be charged for units beyond the plan, and what was charged in this period.',
      auth: { kind: 'key_or_member', scope: 'billing:read', permission: 'billing:read' },
      responses: ANSWER,
      handler: async ({ principal }) => ({ status: 200, body: await presentOverage(db, payerOf(principal)) }),
    }),
    defineRoute({
      ...COMMON,
      method: 'PATCH',
      operationId: 'changeOverage',
      summary: 'Allow charges beyond the plan',
      description:
        'Where the plan has a price for more, a block of 1,000 units is bought from the balance when an operation is used up. Without this permission, or when the balance is short, the answer is QUOTA_EXCEEDED.',
      auth: { kind: 'key_or_member', scope: 'billing:write', permission: 'billing:write' },
      wholeNumbers: true,
      body: overageBody,
      responses: ANSWER,
      handler: async (context) => {
        const changing = changingOf(context);
        await changeAllowance(db, changing, context.body);
        return { status: 200, body: await presentOverage(db, changing.organizationId) };
      },
    }),
  ];
}
