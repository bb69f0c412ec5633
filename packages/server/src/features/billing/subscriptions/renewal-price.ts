import type { Db } from '../../../platform/database.ts';
import { fenFromStored, type Fen } from '../../../shared/fen.ts';
import { findPlan, findPlanVersion, type Plan } from '../plans/index.ts';
import { announcedVersion, type SubscriptionRow } from './queries/subscription.ts';
import { renewalOf, whyNotOffered } from './quote.ts';
import type { PlanQuote } from './snapshot.ts';

type Renewing = Pick<
  SubscriptionRow,
  'id' | 'plan_code' | 'plan_version' | 'scheduled_plan_code' | 'current_period_end'
>;

/**
 * The next month of a subscription that renews by itself. Its price is the one that was paid before, unless a new one was announced
 * in time; a plan that was chosen as the next one costs what it costs now.
 */
export async function quoteRenewal(db: Db, subscription: Renewing): Promise<PlanQuote> {
  const code = subscription.scheduled_plan_code ?? subscription.plan_code;
  const newest = await findPlan(db, code);
  const unavailable = whyNotOffered(newest);
  if (newest === undefined || unavailable !== undefined) return { unavailable: unavailable ?? 'unknown' };
  const plan = code === subscription.plan_code ? await versionOf(db, subscription, newest) : newest;
  if (plan.price_fen === null) return { unavailable: 'contact_sales' };
  return renewalOf({ ...plan, price: fenFromStored(plan.price_fen) }, 1);
}

async function versionOf(db: Db, subscription: Renewing, newest: Plan): Promise<Plan> {
  const version = (await announcedVersion(db, subscription)) ?? subscription.plan_version;
  return version === newest.version ? newest : findPlanVersion(db, newest.code, version);
}

/** Undefined: the plan is no longer to be had. */
export async function nextPrice(db: Db, subscription: Renewing): Promise<Fen | undefined> {
  const quote = await quoteRenewal(db, subscription);
  return quote.unavailable === undefined ? quote.amount : undefined;
}
