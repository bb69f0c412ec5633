import { defineRoute, type Route } from '../../../http/route.ts';
import type { Db } from '../../../platform/database.ts';
import { fenFromJson, fenToJson } from '../../../shared/fen.ts';
import { writeAudit } from '../../audit/index.ts';
import { payerOf } from '../ledger/index.ts';
import { changingOf, type Changing } from '../subscriptions/index.ts';
import { chargedOf, lockAllowance, putAllowance, readAllowance } from './queries.ts';
import { overageBody, overageSchema, type PresentedOverage } from './schemas.ts';

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
      handler: async ({ principal }) => ({ status: 200, body: await present(db, payerOf(principal)) }),
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
        return { status: 200, body: await present(db, changing.organizationId) };
      },
    }),
  ];
}

async function changeAllowance(
  db: Db,
  { organizationId, by }: Changing,
  { enabled, monthly_limit_minor: given }: { enabled: boolean; monthly_limit_minor?: number | null | undefined },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const before = await lockAllowance(trx, organizationId);
    const stated = given === undefined || given === null ? null : fenFromJson(given, 0);
    const limit = given === undefined ? before.limit : stated;
    if (before.isEnabled === enabled && before.limit === limit) return;
    await putAllowance(trx, organizationId, { isEnabled: enabled, limit });
    await writeAudit(trx, {
      ...by,
      organizationId,
      action: 'overage.changed',
      target: { kind: 'organization', id: organizationId },
      details: { enabled, monthly_limit_fen: limit === null ? null : fenToJson(limit) },
    });
  });
}

async function present(db: Db, organizationId: string): Promise<PresentedOverage> {
  const [{ isEnabled, limit }, charged] = await Promise.all([
    readAllowance(db, organizationId),
    chargedOf(db, organizationId),
  ]);
  return {
    enabled: isEnabled,
    monthly_limit_minor: limit === null ? null : fenToJson(limit),
    charged_minor: fenToJson(charged),
  };
}
