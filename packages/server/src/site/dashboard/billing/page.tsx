import type { PresentedOrder } from '../../../features/billing/orders/index.ts';
import type { PresentedPlan, PresentedSubscription } from '../../../features/billing/subscriptions/index.ts';
import { When } from '../../kit/components/when.tsx';
import { DashboardPage } from '../kit/dashboard-page.tsx';
import { dashboardPath, may, type DashboardFrame } from '../kit/frame.ts';
import { Empty, Fact, StateBadge } from '../kit/parts.tsx';
import { moneyOf, OrderList } from './parts.tsx';
import { PlanList } from './plan-list.tsx';
import { BILLING } from './words.ts';

interface Props {
  frame: DashboardFrame;
  plan: string;
  subscription: PresentedSubscription | null;
  balance: { readonly available_minor: number; readonly held_minor: number };
  plans: readonly PresentedPlan[];
  orders: readonly PresentedOrder[];
}

/** What an organization pays for, what it has, and what it can buy. */
export function BillingPage({ frame, plan, subscription, balance, plans, orders }: Props) {
  const { language } = frame.shell;
  const words = BILLING[language];
  const open = orders.find(({ status }) => status === 'pending');
  return (
    <DashboardPage frame={frame} title={words.title} lead={words.lead}>
      {open === undefined ? null : (
        <p class="notice tone-warning">
          {words.open}: {moneyOf(open.amount_minor, language)}.{' '}
          <a href={dashboardPath(frame, `billing/orders/${open.id}`)}>{words.openLink}</a>
        </p>
      )}
      <section class="card" aria-labelledby="billing-plan">
        <h2 id="billing-plan">
          {words.plan}: {plan}
        </h2>
        {subscription === null ? (
          <p class="soft">{words.noSubscription}</p>
        ) : (
          <Subscription frame={frame} subscription={subscription} />
        )}
      </section>
      <section class="card" aria-labelledby="billing-balance">
        <h2 id="billing-balance">{words.balance}</h2>
        <dl class="record-facts">
          <Fact name={words.available}>
            <strong>{moneyOf(balance.available_minor, language)}</strong>
          </Fact>
          {balance.held_minor === 0 ? null : <Fact name={words.held}>{moneyOf(balance.held_minor, language)}</Fact>}
        </dl>
        <p class="button-row">
          {may(frame, 'billing:pay') ? (
            <a class="button" href={dashboardPath(frame, 'billing/recharge')}>
              {words.recharge}
            </a>
          ) : null}
          <a href={dashboardPath(frame, 'billing/transactions')}>{words.transactions}</a>
        </p>
      </section>
      <section aria-labelledby="billing-plans">
        <h2 id="billing-plans">{words.plans}</h2>
        <PlanList frame={frame} plans={plans} current={subscription?.plan_id ?? null} />
      </section>
      <section aria-labelledby="billing-orders">
        <div class="section-title">
          <h2 id="billing-orders">{words.orders}</h2>
          {orders.length === 0 ? null : <a href={dashboardPath(frame, 'billing/orders')}>{words.all}</a>}
        </div>
        {orders.length === 0 ? <Empty text={words.noOrders} /> : <OrderList frame={frame} orders={orders} />}
      </section>
    </DashboardPage>
  );
}

function Subscription({ frame, subscription }: { frame: DashboardFrame; subscription: PresentedSubscription }) {
  const { language } = frame.shell;
  const words = BILLING[language];
  const { status, auto_renew, cancel_at_period_end, current_period_end, grace_until, next_charge } = subscription;
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
      </dl>
      <p class="button-row">
        {may(frame, 'billing:write') ? (
          <a class="button button-quiet" href={dashboardPath(frame, 'billing/auto-renew')}>
            {auto_renew ? words.switchOff : words.switchOn}
          </a>
        ) : null}
        {may(frame, 'billing:cancel') && !cancel_at_period_end ? (
          <a class="button button-danger" href={dashboardPath(frame, 'billing/cancel')}>
            {words.cancel}
          </a>
        ) : null}
      </p>
    </>
  );
}
