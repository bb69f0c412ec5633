import type { Db } from '../../../platform/database.ts';
import { fen, fenFromStored, fenToJson, NO_FEN, type Fen } from '../../../shared/fen.ts';
import type { Language } from '../../../shared/language.ts';
import { balanceOf } from '../ledger/index.ts';
import type { LiveSubscription, PeriodRow } from './queries/subscription.ts';
import { nextPrice } from './renewal-price.ts';
import type { PresentedPeriod, PresentedSubscription } from './schemas.ts';

/** A subscription as the API, and events, show it. */
export async function presentSubscription(
  db: Db,
  row: LiveSubscription,
  language: Language,
): Promise<PresentedSubscription> {
  return {
    id: row.id,
    plan_id: row.plan_code,
    plan_name: row.name[language],
    status: row.status,
    auto_renew: row.auto_renew,
    cancel_at_period_end: row.cancel_at_period_end,
    current_period_start: row.current_period_start.toISOString(),
    current_period_end: row.current_period_end.toISOString(),
    grace_until: row.grace_until?.toISOString() ?? null,
    next_charge: row.auto_renew ? await nextCharge(db, row) : null,
    scheduled_plan_id: row.scheduled_plan_code,
  };
}

async function nextCharge(db: Db, row: LiveSubscription): Promise<PresentedSubscription['next_charge']> {
  const price = await nextPrice(db, row);
  if (price === undefined) return null;
  return {
    amount_minor: fenToJson(price),
    at: row.current_period_end.toISOString(),
    sufficient_balance: (await spendable(db, row.organization_id)) >= price,
  };
}

/** What an organization can spend, gifts included. */
async function spendable(db: Db, organizationId: string): Promise<Fen> {
  let sum = NO_FEN;
  for (const code of ['wallet', 'wallet_bonus'] as const)
    sum = fen(sum + (await balanceOf(db, { code, organizationId })));
  return sum;
}

export function presentPeriod({ plan_code, starts_at, ends_at, amount_fen, order_id }: PeriodRow): PresentedPeriod {
  return {
    plan_id: plan_code,
    start: starts_at.toISOString(),
    end: ends_at.toISOString(),
    amount_minor: fenToJson(fenFromStored(amount_fen)),
    order_id,
  };
}
