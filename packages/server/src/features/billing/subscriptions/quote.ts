import type { DbTransaction } from '../../../platform/database.ts';
import { FIRST_PLAN } from '../../../platform/quota-terms.ts';
import { fen, fenFromStored, fenToJson, LARGEST_AMOUNT_FEN, type Fen } from '../../../shared/fen.ts';
import { findGivenPlan, findPlan, type Plan } from '../plans/index.ts';
import { liveSubscription, type LiveSubscription } from './queries/subscription.ts';
import { listUnused, listUnusedUnits } from './queries/upgrade.ts';
import type { PlanQuote, PlanSnapshot, PlanUnavailable } from './snapshot.ts';
import { creditOf, upgradePrice } from './upgrade-credit.ts';

/** A plan that is for sale, with its price. */
type Offered = Plan & { price: Fen };

/**
 * What a plan costs an organization now: as the first one, as a renewal of the one it has, or as an upgrade at once, with credit
 * for what is left. Of a lower one it says that it can only be the next.
 *
 * @param periods how many months; an upgrade is for as many as its credit demands
 */
export async function quotePlan(
  trx: DbTransaction,
  organizationId: string,
  planCode: string,
  { periods = 1 }: { periods?: number } = {},
): Promise<PlanQuote> {
  const plan = await findPlan(trx, planCode);
  const unavailable = whyNotOffered(plan);
  if (plan === undefined || unavailable !== undefined) return { unavailable: unavailable ?? 'unknown' };
  const offered = { ...plan, price: fenFromStored(plan.price_fen) };
  const live = await liveSubscription(trx, organizationId);
  const byOperator = await whatOperatorGave(trx, organizationId, live);
  if (byOperator !== undefined) return { unavailable: byOperator === planCode ? 'current_plan' : 'contact_sales' };
  if (live?.plan_code === planCode) return renewalOf(offered, periods);
  if (live === undefined || live.period_id === null) return quoteOf(offered, { change: 'new', months: periods });
  if (live.price_fen === null) return { unavailable: 'contact_sales' };
  if (offered.price <= fenFromStored(live.price_fen)) return { unavailable: 'downgrade_at_period_end' };
  return quoteUpgrade(trx, offered, { ...live, period_id: live.period_id });
}

/** The price of a month of this version as the next period of a subscription. */
export function renewalOf(plan: Plan & { price: Fen }, months: number): PlanQuote {
  return quoteOf(plan, { change: 'renewal', months });
}

/** Undefined: it can be bought. A hidden plan is off sale, for those who have it too. */
export function whyNotOffered(plan: Plan | undefined): PlanUnavailable | undefined {
  if (plan === undefined) return 'unknown';
  if (plan.price_fen === null) return 'contact_sales';
  if (plan.is_hidden) return 'off_sale';
  return plan.price_fen === 0 ? 'free' : undefined;
}

/** The plan that the operator gave the organization after it last paid for one: none is sold over it. */
async function whatOperatorGave(
  trx: DbTransaction,
  organizationId: string,
  live: LiveSubscription | undefined,
): Promise<string | undefined> {
  const given = await findGivenPlan(trx, organizationId);
  if (given === undefined || given.code === FIRST_PLAN) return undefined;
  return live === undefined || live.created_at < given.started_at ? given.code : undefined;
}

async function quoteUpgrade(
  trx: DbTransaction,
  plan: Offered,
  live: LiveSubscription & { period_id: string },
): Promise<PlanQuote> {
  const units = await listUnusedUnits(trx, live.organization_id);
  const credits = (await listUnused(trx, live.id)).map((period) => creditOf(period, units));
  const { amount, credit, months } = upgradePrice(plan.price, credits);
  return quoteOf(plan, {
    change: 'upgrade',
    months: fenToJson(fen(months)),
    amount,
    credit,
    replaces: { period_id: live.period_id, paid_until: live.current_period_end.toISOString() },
  });
}

function quoteOf(
  plan: Offered,
  given: Pick<PlanSnapshot, 'change'> &
    Partial<Pick<PlanSnapshot, 'replaces'>> & { months: number; amount?: Fen; credit?: Fen },
): PlanQuote {
  const { change, months, replaces = null, credit = fen(0n) } = given;
  const amount = given.amount ?? fen(plan.price * BigInt(months));
  if (amount > BigInt(LARGEST_AMOUNT_FEN)) return { unavailable: 'contact_sales' };
  return {
    purpose: change === 'renewal' ? 'plan_renewal' : 'plan_purchase',
    amount,
    snapshot: {
      plan_code: plan.code,
      plan_version: plan.version,
      name: plan.name.en,
      interval: 'month',
      interval_count: months,
      change,
      price_fen: fenToJson(plan.price),
      credit_fen: fenToJson(credit),
      replaces,
      auto_renew: false,
    },
  };
}
