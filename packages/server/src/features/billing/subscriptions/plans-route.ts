import { z } from 'zod';
import { defineRoute, type Route } from '../../../http/route.ts';
import type { Db, DbTransaction } from '../../../platform/database.ts';
import { LARGEST_AMOUNT_FEN } from '../../../shared/fen.ts';
import type { Language, Localized } from '../../../shared/language.ts';
import { BOUNDED_OPERATIONS, OPERATIONS, type QuotaBasis } from '../../../shared/operations.ts';
import { BLOCK_UNITS, byPrice, listPlans, planOf, type Plan } from '../plans/index.ts';
import { quotePlan } from './quote.ts';
import { payerOf } from '../ledger/index.ts';

const REASONS = ['off_sale', 'current_plan', 'downgrade_at_period_end', 'contact_sales'] as const;

const entitlementSchema = z.object({
  feature_key: z.string(),
  kind: z.literal('metered'),
  limit: z.int().nullable().describe('Units a period; null: no bound'),
  unit: z.literal('operation'),
  reset: z.literal('period'),
  on_exceed: z.enum(['block', 'charge']).nullable().describe('What happens beyond the limit; null without one'),
  overage: z
    .object({ unit_quantity: z.int(), unit_price_minor: z.int() })
    .nullable()
    .describe('The price of so many more units, in fen; null: none are sold'),
});

const planSchema = z
  .object({
    id: z.string().describe('What a checkout names'),
    code: z.string(),
    name: z.string(),
    description: z.string().describe('What it includes, in words'),
    price_minor: z.int().min(0).max(LARGEST_AMOUNT_FEN).nullable().describe('A month, in fen; null: by contract'),
    currency: z.literal('CNY'),
    interval: z.literal('month'),
    interval_count: z.literal(1),
    entitlements: z.array(entitlementSchema),
    purchasable: z.boolean(),
    unavailable_reason: z.enum(REASONS).nullable(),
    version: z.int().min(1),
  })
  .meta({ id: 'Plan' });

export type PresentedPlan = z.infer<typeof planSchema>;

export interface PlanServices {
  db: Db;
  quotaBasis: QuotaBasis;
}

export function plansRoute({ db, quotaBasis }: PlanServices): Route {
  return defineRoute({
    tags: ['Billing'],
    rateLimit: 'api',
    method: 'GET',
    path: '/v1/billing/plans',
    operationId: 'listPlans',
    summary: 'List plans',
    description:
      'The plans that are for sale, the cheapest first, and the plan of the organization where it is another. Where nothing is paid, the one plan that all have.',
    auth: { kind: 'key_or_member', scope: 'billing:read', permission: 'subscription:read' },
    responses: {
      200: {
        description: 'The plans',
        schema: z.object({ data: z.array(planSchema), currency: z.literal('CNY') }),
      },
    },
    errors: ['BILLING_PERMISSION_REQUIRED'],
    handler: async ({ principal, language }) => {
      const data = await offeredPlans({ db, quotaBasis }, payerOf(principal), language);
      return {
        status: 200,
        headers: { 'content-language': language },
        body: { data, currency: SAME_FOR_ALL.currency },
      };
    },
  });
}

/** The plans that an organization may see, each with whether it can be bought. */
export async function offeredPlans(
  { db, quotaBasis }: PlanServices,
  organizationId: string,
  language: Language,
): Promise<PresentedPlan[]> {
  return quotaBasis === 'nothing'
    ? [await presentOnlyPlan(db, organizationId, language)]
    : await db.transaction().execute((trx) => presentPlans(trx, organizationId, language));
}

async function presentPlans(trx: DbTransaction, organizationId: string, language: Language): Promise<PresentedPlan[]> {
  const own = await planOf(trx, organizationId, 'plans');
  const shown = (await listPlans(trx)).filter(({ code, is_hidden: isHidden }) => !isHidden || code === own.code);
  const plans: PresentedPlan[] = [];
  for (const plan of shown.toSorted(byPrice)) {
    const { unavailable } = await quotePlan(trx, organizationId, plan.code);
    const reason = unavailable === 'free' || unavailable === 'unknown' ? 'downgrade_at_period_end' : unavailable;
    plans.push(presentPlan(plan, language, plan.code === own.code && reason !== undefined ? 'current_plan' : reason));
  }
  return plans;
}

function presentPlan(
  { code, version, name, price_fen: price, included, more_fen: more, when_used_up: whenUsedUp }: Plan,
  language: Language,
  reason: PresentedPlan['unavailable_reason'] | undefined,
): PresentedPlan {
  return {
    ...SAME_FOR_ALL,
    id: code,
    code,
    name: name[language],
    description: describe(included, language),
    price_minor: price,
    entitlements: BOUNDED_OPERATIONS.map((operation) => {
      const limit = included[operation] ?? null;
      const blockPrice = whenUsedUp === 'charge' && limit !== null ? more[operation] : null;
      const overage =
        typeof blockPrice === 'number' ? { unit_quantity: BLOCK_UNITS, unit_price_minor: blockPrice } : null;
      const onExceed = limit === null ? null : overage === null ? 'block' : 'charge';
      return entitlementOf(operation, { limit, on_exceed: onExceed, overage });
    }),
    purchasable: reason === undefined,
    unavailable_reason: reason ?? null,
    version,
  };
}

const A_MONTH: Localized = { en: 'A month: ', 'zh-CN': '每月：' };
const NO_BOUND: Localized = { en: 'without a limit', 'zh-CN': '不限量' };

/** Such as `A month: Verification 20,000 · Signature 2,000`. */
function describe(included: Plan['included'], language: Language): string {
  const parts = BOUNDED_OPERATIONS.map((operation) => {
    const limit = included[operation]?.toLocaleString(language) ?? NO_BOUND[language];
    return `${OPERATIONS[operation][language]} ${limit}`;
  });
  return `${A_MONTH[language]}${parts.join(' · ')}`;
}

const SAME_FOR_ALL = { currency: 'CNY', interval: 'month', interval_count: 1 } as const;

function entitlementOf(
  operation: string,
  given: Pick<z.infer<typeof entitlementSchema>, 'limit' | 'on_exceed' | 'overage'>,
): z.infer<typeof entitlementSchema> {
  return { feature_key: operation, kind: 'metered', unit: 'operation', reset: 'period', ...given };
}

async function presentOnlyPlan(db: Db, organizationId: string, language: Language): Promise<PresentedPlan> {
  const { code, name, version } = await planOf(db, organizationId, 'nothing');
  return {
    ...SAME_FOR_ALL,
    id: code,
    code,
    name: name[language],
    description: describe({}, language),
    price_minor: 0,
    entitlements: BOUNDED_OPERATIONS.map((operation) =>
      entitlementOf(operation, { limit: null, on_exceed: null, overage: null }),
    ),
    purchasable: false,
    unavailable_reason: 'current_plan',
    version,
  };
}
