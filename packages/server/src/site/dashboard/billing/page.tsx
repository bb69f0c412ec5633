import type { FrozenPayment } from '../../../features/finance/index.ts';
import type { PresentedOrder } from '../../../features/billing/orders/index.ts';
import type { PresentedPlan, PresentedSubscription } from '../../../features/billing/subscriptions/index.ts';
import { DashboardPage } from '../kit/dashboard-page.tsx';
import { dashboardPath, may, type DashboardFrame } from '../kit/frame.ts';
import { Empty, Fact } from '../kit/parts.tsx';
import { Frozen } from './frozen.tsx';
import { moneyOf, OrderList } from './parts.tsx';
import { PlanList } from './plan-list.tsx';
import { BillingNav } from './nav.tsx';
import { Subscription } from './subscription.tsx';
import { BILLING } from './words.ts';

interface Props {
  frame: DashboardFrame;
  plan: string;
  subscription: PresentedSubscription | null;
  balance: { readonly available_minor: number; readonly held_minor: number };
  plans: readonly PresentedPlan[];
  orders: readonly PresentedOrder[];
  frozen: readonly FrozenPayment[];
  /** Whether money of the plan is asked back and nobody knows yet what becomes of it. */
  isRefunding: boolean;
}

/** What an organization pays for, what it has, and what it can buy. */
export function BillingPage({ frame, plan, subscription, balance, plans, orders, frozen, isRefunding }: Props) {
  const { language } = frame.shell;
  const words = BILLING[language];
  const open = orders.find(({ status }) => status === 'pending');
  return (
    <DashboardPage frame={frame} title={words.title} lead={words.lead}>
      <BillingNav frame={frame} />
      {open === undefined ? null : (
        <p class="notice tone-warning">
          {words.open(moneyOf(open.amount_minor, language))}{' '}
          <a href={dashboardPath(frame, `billing/orders/${open.id}`)}>{words.openLink}</a>
        </p>
      )}
      <Frozen frame={frame} frozen={frozen} />
      <section class="card" aria-labelledby="billing-plan">
        <h2 id="billing-plan">{words.planOf(plan)}</h2>
        {subscription === null ? (
          <p class="soft">{words.noSubscription}</p>
        ) : (
          <Subscription frame={frame} subscription={subscription} plans={plans} isRefunding={isRefunding} />
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
        {isRefunding ? (
          <p class="notice tone-warning">
            {words.refundOpenText} <a href={dashboardPath(frame, 'billing/refunds')}>{words.toRefunds}</a>
          </p>
        ) : null}
        <PlanList frame={frame} plans={plans} current={subscription?.plan_id ?? null} isRefunding={isRefunding} />
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
