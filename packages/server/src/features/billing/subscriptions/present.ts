import type { Db } from '../../../platform/database.ts';
import { fenFromStored, fenToJson } from '../../../shared/fen.ts';
import type { Language } from '../../../shared/language.ts';
import { spendableOf } from '../ledger/index.ts';
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
  const { paid, bonus } = await spendableOf(db, row.organization_id);
  return {
    amount_minor: fenToJson(price),
    at: row.current_period_end.toISOString(),
    sufficient_balance: paid + bonus >= price,
  };
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
