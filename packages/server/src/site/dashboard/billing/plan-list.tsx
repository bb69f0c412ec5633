import type { PresentedPlan } from '../../../features/billing/subscriptions/index.ts';
import { dashboardPath, may, type DashboardFrame } from '../kit/frame.ts';
import { moneyOf } from './parts.tsx';
import { BILLING } from './words.ts';

interface Props {
  frame: DashboardFrame;
  plans: readonly PresentedPlan[];
  /** The plan that is subscribed to; null: none is. */
  current: string | null;
  /** Whether money of that plan is asked back: nothing is renewed or upgraded meanwhile. */
  isRefunding: boolean;
}

/** The plans, each with its price and whether it can be bought. */
export function PlanList({ frame, plans, current, isRefunding }: Props) {
  return (
    <ul class="plans">
      {plans.map((plan) => (
        <Plan
          frame={frame}
          plan={plan}
          isCurrent={plan.id === current}
          isWaiting={isRefunding && current !== null}
          key={plan.id}
        />
      ))}
    </ul>
  );
}

interface PlanProps {
  frame: DashboardFrame;
  plan: PresentedPlan;
  isCurrent: boolean;
  /** Whether buying it has to wait. */
  isWaiting: boolean;
}

function Plan({ frame, plan, isCurrent, isWaiting }: PlanProps) {
  const { language } = frame.shell;
  const words = BILLING[language];
  const { name, price_minor: price, description, purchasable, unavailable_reason: reason } = plan;
  return (
    <li class="card plan">
      <h3>{name}</h3>
      <p class="plan-price">
        <strong>{price === null ? words.byContract : moneyOf(price, language)}</strong>
        {price === null ? null : <span class="soft"> {words.perMonth}</span>}
      </p>
      <p class="soft">{description}</p>
      <p class="plan-action">
        {purchasable && isWaiting ? (
          <span class="badge">{words.refundOpen}</span>
        ) : purchasable && may(frame, 'billing:pay') ? (
          <a class="button" href={dashboardPath(frame, 'billing/checkout', { plan: plan.id })}>
            {isCurrent ? words.renew : words.choose}
            <span class="visually-hidden"> {name}</span>
          </a>
        ) : reason === 'contact_sales' && frame.shell.operator.contact !== null ? (
          <a class="button button-quiet" href={frame.shell.operator.contact}>
            {words.why.contact_sales}
            <span class="visually-hidden"> {name}</span>
          </a>
        ) : reason === null ? null : (
          <span class="badge">{words.why[reason]}</span>
        )}
      </p>
    </li>
  );
}
