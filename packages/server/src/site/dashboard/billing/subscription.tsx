import type { PresentedPlan, PresentedSubscription } from '../../../features/billing/subscriptions/index.ts';
import { When } from '../../kit/components/when.tsx';
import { dashboardPath, may, type DashboardFrame } from '../kit/frame.ts';
import { Fact, StateBadge } from '../kit/parts.tsx';
import { lowerPlans } from './lower-plans.ts';
import { moneyOf } from './parts.tsx';
import { BILLING } from './words.ts';

interface Props {
  frame: DashboardFrame;
  subscription: PresentedSubscription;
  plans: readonly PresentedPlan[];
  /** Whether money of the plan is asked back: nothing is renewed meanwhile. */
  isRefunding: boolean;
}

/** Until when the plan is paid, what comes then, and what can be changed of that. */
export function Subscription({ frame, subscription, plans, isRefunding }: Props) {
  const { language } = frame.shell;
  const words = BILLING[language];
  const { status, auto_renew, cancel_at_period_end, current_period_end, grace_until, next_charge } = subscription;
  const scheduled = subscription.scheduled_plan_id;
  return (
    <>
      <p class="badges">
        <StateBadge tone={status === 'active' ? 'good' : 'warning'}>{words.status[status]}</StateBadge>
        {cancel_at_period_end ? <span class="badge">{words.endsThen}</span> : null}
      </p>
      <dl class="record-facts">
        <Fact name={words.paidUntil}>
          <When at={current_period_end} language={language} />
        </Fact>
        {grace_until === null ? null : (
          <Fact name={words.graceUntil}>
            <When at={grace_until} language={language} />
          </Fact>
        )}
        <Fact name={words.autoRenew}>{auto_renew ? words.on : words.off}</Fact>
        {next_charge === null ? null : (
          <Fact name={words.nextCharge}>
            {moneyOf(next_charge.amount_minor, language)}, <When at={next_charge.at} language={language} /> (
            {next_charge.sufficient_balance ? words.enough : words.notEnough})
          </Fact>
        )}
        {scheduled === null ? null : (
          <Fact name={words.nextPlan}>{plans.find(({ id }) => id === scheduled)?.name ?? scheduled}</Fact>
        )}
      </dl>
      <Changes frame={frame} subscription={subscription} plans={plans} isRefunding={isRefunding} />
    </>
  );
}

function Changes({ frame, subscription, plans, isRefunding }: Props) {
  const { auto_renew, cancel_at_period_end } = subscription;
  const words = BILLING[frame.shell.language];
  const canRenew = !isRefunding && plans.some(({ id, purchasable }) => id === subscription.plan_id && purchasable);
  const canChoose = subscription.scheduled_plan_id !== null || lowerPlans(plans).length > 0;
  return (
    <p class="button-row">
      {canRenew && may(frame, 'billing:pay') ? (
        <a class="button button-quiet" href={dashboardPath(frame, 'billing/renew')}>
          {words.renewByHand}
        </a>
      ) : null}
      {may(frame, 'billing:write') ? (
        <a class="button button-quiet" href={dashboardPath(frame, 'billing/auto-renew')}>
          {auto_renew ? words.switchOff : words.switchOn}
        </a>
      ) : null}
      {canChoose && may(frame, 'billing:write') ? (
        <a class="button button-quiet" href={dashboardPath(frame, 'billing/next-plan')}>
          {words.nextPlanTitle}
        </a>
      ) : null}
      {may(frame, 'billing:cancel') && !cancel_at_period_end ? (
        <a class="button button-danger" href={dashboardPath(frame, 'billing/cancel')}>
          {words.cancel}
        </a>
      ) : null}
    </p>
  );
}
