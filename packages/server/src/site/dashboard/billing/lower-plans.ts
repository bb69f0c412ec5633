import type { PresentedPlan } from '../../../features/billing/subscriptions/index.ts';

/** Plans that can follow on the present one, and are paid for. */
export function lowerPlans(plans: readonly PresentedPlan[]): PresentedPlan[] {
  return plans.filter(
    ({ unavailable_reason: reason, price_minor: price }) =>
      reason === 'downgrade_at_period_end' && price !== null && price > 0,
  );
}
