import type { StandingRow } from '../../usage/index.ts';
import type { Balance } from '../orders/index.ts';
import type { LiveSubscription } from '../subscriptions/index.ts';
import { OVERVIEW_LIMITS } from './limits.ts';
import type { PresentedAlert } from './schemas.ts';

/** What alerts are made of, all of one moment. */
export interface AlertFacts {
  now: Date;
  balance: Pick<Balance, 'paid' | 'bonus'>;
  /** Since when the wallet is below the bound; undefined: it never was above. */
  shortSince: Date | undefined;
  subscription: LiveSubscription | undefined;
  /** Whether the balance is enough for the next renewal; undefined: nothing will be taken. */
  canRenew: boolean | undefined;
  reviewedSince: Date | undefined;
  usage: readonly StandingRow[];
}

/** Each alert once, in the order of its table. */
export function alertsOf(facts: AlertFacts): PresentedAlert[] {
  const { now, balance, subscription, canRenew } = facts;
  const isLow = balance.paid + balance.bonus < OVERVIEW_LIMITS.lowBalance;
  const isInGrace = subscription?.status === 'grace';
  const since: readonly (readonly [PresentedAlert['code'], Date | undefined])[] = [
    ['low_balance', isLow ? facts.shortSince : undefined],
    ['grace', isInGrace ? subscription.current_period_end : undefined],
    ['renewal_short', canRenew === false ? now : undefined],
    ['quota_80', earliest(facts.usage.filter(isMostlyUsed).map(({ warned_at }) => warned_at ?? now))],
    ['quota_100', earliest(facts.usage.filter(isUsedUp).map(({ exceeded_at }) => exceeded_at ?? now))],
    ['payment_review', facts.reviewedSince],
  ];
  return since.flatMap(([code, at]) => (at === undefined ? [] : [{ code, at: at.toISOString() }]));
}

/** Of an operation of which the plan includes nothing, nothing is used up. */
function isMostlyUsed({ included, extra, used, reserved }: StandingRow): boolean {
  if (included === null || included + extra === 0) return false;
  return (used + reserved) * 100 >= (included + extra) * OVERVIEW_LIMITS.warnedPercent;
}

function isUsedUp(row: StandingRow): boolean {
  return isMostlyUsed(row) && row.used + row.reserved >= (row.included ?? 0) + row.extra;
}

function earliest(times: readonly Date[]): Date | undefined {
  return times.toSorted((a, b) => a.getTime() - b.getTime())[0];
}
