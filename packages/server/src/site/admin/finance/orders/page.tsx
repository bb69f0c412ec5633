import type { PresentedOrder } from '../../../../features/billing/orders/index.ts';
import type { OrderStatus } from '../../../../shared/billing-words.ts';
import { moneyOf, ORDER_TONE, purposeOf } from '../../../dashboard/billing/parts.tsx';
import { BILLING } from '../../../dashboard/billing/words.ts';
import { Fact, StateBadge, WhenOr } from '../../../dashboard/kit/parts.tsx';
import { DASHBOARD } from '../../../dashboard/kit/words.ts';
import { ShownText } from '../../../kit/components/shown-text.tsx';
import { When } from '../../../kit/components/when.tsx';
import { AdminPage, adminPath, type AdminFrame } from '../../kit/admin-page.tsx';
import { FinanceNav } from '../nav.tsx';
import { Notifications, Papers, Payments, type ShownNotice, type ShownPaper, type ShownPayment } from './records.tsx';
import { ADMIN_ORDERS } from './words.ts';

export interface AdminOrder {
  readonly order: PresentedOrder;
  readonly organization: { readonly id: string; readonly name: string };
  readonly orderedBy: string;
  readonly history: readonly { readonly version: number; readonly status: OrderStatus; readonly at: string }[];
  readonly payments: readonly ShownPayment[];
  readonly notifications: readonly ShownNotice[];
  readonly refunds: readonly ShownPaper[];
  readonly invoices: readonly ShownPaper[];
}

interface Props {
  frame: AdminFrame;
  given: AdminOrder;
  /** Whether there is a gateway to ask about it. */
  canCompare: boolean;
}

/** One order of any organization: what it is, how it came there, and what the gateway has said of it. */
export function AdminOrderPage({ frame, given, canCompare }: Props) {
  const { language } = frame.shell;
  const words = ADMIN_ORDERS[language];
  const billing = BILLING[language];
  const { order, payments, notifications, refunds, invoices } = given;
  return (
    <AdminPage frame={frame} title={billing.order(order.order_no)}>
      <FinanceNav frame={frame} />
      <section class="card" aria-labelledby="order-purpose">
        <div class="record-head">
          <h2 id="order-purpose">{purposeOf(order, language)}</h2>
          <p class="badges">
            <StateBadge tone={ORDER_TONE[order.status]}>{billing.orderStatus[order.status]}</StateBadge>
          </p>
        </div>
        {order.fulfillment === null ? null : <p>{billing.fulfillment[order.fulfillment]}</p>}
        <Facts frame={frame} given={given} />
        {canCompare && order.channel !== 'balance' ? (
          <p class="button-row">
            <a class="button button-quiet" href={adminPath(frame, 'finance/reconcile/new', { order: order.order_no })}>
              {words.compare}
            </a>
          </p>
        ) : null}
      </section>
      <History frame={frame} given={given} />
      <Payments frame={frame} payments={payments} isFromBalance={order.channel === 'balance'} />
      <Notifications frame={frame} notifications={notifications} />
      <Papers frame={frame} kind="refunds" papers={refunds} />
      <Papers frame={frame} kind="invoices" papers={invoices} />
    </AdminPage>
  );
}

function Facts({ frame, given: { order, organization, orderedBy } }: Pick<Props, 'frame' | 'given'>) {
  const { language } = frame.shell;
  const words = ADMIN_ORDERS[language];
  const billing = BILLING[language];
  return (
    <dl class="record-facts">
      <Fact name={billing.total}>
        <strong>{moneyOf(order.amount_minor, language)}</strong>
      </Fact>
      {order.refunded_minor === 0 ? null : (
        <Fact name={billing.refunded}>{moneyOf(order.refunded_minor, language)}</Fact>
      )}
      <Fact name={billing.channel}>{billing.channels[order.channel]}</Fact>
      <Fact name={words.organization}>
        <a href={adminPath(frame, `organizations/${organization.id}`)}>
          <ShownText text={organization.name} />
        </a>
      </Fact>
      <Fact name={words.made}>
        <When at={order.created_at} language={language} />
      </Fact>
      <Fact name={billing.paidAt}>
        <WhenOr at={order.paid_at} language={language} otherwise="—" />
      </Fact>
      {order.fulfilled_at === null ? null : (
        <Fact name={words.fulfilled}>
          <When at={order.fulfilled_at} language={language} />
        </Fact>
      )}
      {order.closed_at === null ? null : (
        <Fact name={words.closed}>
          <When at={order.closed_at} language={language} />
        </Fact>
      )}
      <Fact name={words.by}>
        <code>
          <ShownText text={orderedBy} />
        </code>
      </Fact>
      <Fact name={DASHBOARD[language].id}>
        <code>{order.id}</code>
      </Fact>
    </dl>
  );
}

function History({ frame, given: { history } }: Pick<Props, 'frame' | 'given'>) {
  const { language } = frame.shell;
  const words = ADMIN_ORDERS[language];
  const { orderStatus } = BILLING[language];
  return (
    <section aria-labelledby="order-history">
      <h2 id="order-history">{words.history}</h2>
      <ol class="records">
        {history.map(({ version, status, at }) => (
          <li class="record record-dense" key={version}>
            <div class="record-head">
              <StateBadge tone={ORDER_TONE[status]}>{orderStatus[status]}</StateBadge>
              <When at={at} language={language} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
