import type { PresentedOrder } from '../../../features/billing/orders/index.ts';
import { When } from '../../kit/components/when.tsx';
import { DashboardPage } from '../kit/dashboard-page.tsx';
import { dashboardPath, may, type DashboardFrame } from '../kit/frame.ts';
import { Fact, StateBadge, WhenOr } from '../kit/parts.tsx';
import { BillingNav } from './nav.tsx';
import { moneyOf, ORDER_TONE, purposeOf } from './parts.tsx';
import { BILLING } from './words.ts';

interface Props {
  frame: DashboardFrame;
  order: PresentedOrder;
  /** Whether the buyer comes from the gateway. */
  isBack: boolean;
}

/** One order: what it is for, where it is paid, and what became of it. */
export function OrderPage({ frame, order, isBack }: Props) {
  const { language } = frame.shell;
  const words = BILLING[language];
  const { id, order_no, status, amount_minor, refunded_minor, channel, fulfillment, pay_url } = order;
  const here = `billing/orders/${id}`;
  const isOpen = status === 'pending';
  return (
    <DashboardPage frame={frame} title={words.order(order_no)}>
      <BillingNav frame={frame} />
      <section class="card" aria-labelledby="order-purpose">
        <div class="record-head">
          <h2 id="order-purpose">{purposeOf(order, language)}</h2>
          <p class="badges">
            <StateBadge tone={ORDER_TONE[status]}>{words.orderStatus[status]}</StateBadge>
          </p>
        </div>
        {fulfillment === null ? null : <p>{words.fulfillment[fulfillment]}</p>}
        {isOpen && isBack ? <p role="status">{words.asking}</p> : null}
        <dl class="record-facts">
          <Fact name={words.total}>
            <strong>{moneyOf(amount_minor, language)}</strong>
          </Fact>
          <Fact name={words.channel}>{words.channels[channel]}</Fact>
          <Fact name={words.made}>
            <When at={order.created_at} language={language} />
          </Fact>
          {isOpen ? (
            <Fact name={words.expires}>
              <When at={order.expires_at} language={language} />
            </Fact>
          ) : (
            <Fact name={words.paidAt}>
              <WhenOr at={order.paid_at} language={language} otherwise="—" />
            </Fact>
          )}
          {refunded_minor === 0 ? null : <Fact name={words.refunded}>{moneyOf(refunded_minor, language)}</Fact>}
        </dl>
        {isOpen ? (
          <>
            {pay_url === null ? null : <p>{words.payText}</p>}
            <p class="button-row">
              {pay_url === null ? null : (
                <a class="button" href={pay_url} rel="noreferrer">
                  {words.pay(moneyOf(amount_minor, language))}
                </a>
              )}
              <a class="button button-quiet" href={dashboardPath(frame, here)}>
                {words.refresh}
              </a>
              {may(frame, 'billing:pay') ? (
                <a class="button button-danger" href={dashboardPath(frame, `${here}/cancel`)}>
                  {words.cancelOrder}
                </a>
              ) : null}
            </p>
          </>
        ) : null}
        <RefundLink frame={frame} order={order} />
      </section>
    </DashboardPage>
  );
}

function RefundLink({ frame, order: { id, status } }: Pick<Props, 'frame' | 'order'>) {
  const isRefundable = status === 'fulfilled' || status === 'partially_refunded';
  if (!isRefundable || !may(frame, 'billing:refund')) return null;
  return (
    <p class="button-row">
      <a class="button button-quiet" href={dashboardPath(frame, `billing/orders/${id}/refund`)}>
        {BILLING[frame.shell.language].refund}
      </a>
    </p>
  );
}
