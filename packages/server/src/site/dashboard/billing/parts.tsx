import type { PresentedOrder } from '../../../features/billing/orders/index.ts';
import type { Language } from '../../../shared/language.ts';
import { fenFromJson } from '../../../shared/fen.ts';
import type { Tone } from '../../../shared/statuses.ts';
import type { FormProps } from '../../kit/components/form.tsx';
import { SelectField } from '../../kit/components/fields.tsx';
import { When } from '../../kit/components/when.tsx';
import { formatMoney } from '../../kit/format-money.ts';
import { dashboardPath, type DashboardFrame } from '../kit/frame.ts';
import { Fact, StateBadge } from '../kit/parts.tsx';
import { BILLING } from './words.ts';

/** Fen of an answer as people read them. */
export function moneyOf(minor: number, language: Language): string {
  return formatMoney(fenFromJson(minor, 0), language);
}

export const ORDER_TONE: Readonly<Record<PresentedOrder['status'], Tone>> = {
  pending: 'warning',
  paid: 'neutral',
  fulfilled: 'good',
  cancelled: 'neutral',
  expired: 'neutral',
  failed: 'bad',
  partially_refunded: 'neutral',
  refunded: 'neutral',
};

/** What an order is for, such as `Plan: Starter`. */
export function purposeOf({ purpose, plan }: PresentedOrder, language: Language): string {
  const word = BILLING[language].purposes[purpose];
  return plan === null ? word : `${word} · ${plan.name}`;
}

export function OrderList({ frame, orders }: { frame: DashboardFrame; orders: readonly PresentedOrder[] }) {
  const { language } = frame.shell;
  const words = BILLING[language];
  return (
    <ul class="records">
      {orders.map((order) => (
        <li class="record" key={order.id}>
          <div class="record-head">
            <div class="record-title">
              <a href={dashboardPath(frame, `billing/orders/${order.id}`)}>{purposeOf(order, language)}</a>
            </div>
            <p class="badges">
              <strong>{moneyOf(order.amount_minor, language)}</strong>
              <StateBadge tone={ORDER_TONE[order.status]}>{words.orderStatus[order.status]}</StateBadge>
            </p>
          </div>
          <dl class="record-facts">
            <Fact name={words.made}>
              <When at={order.created_at} language={language} />
            </Fact>
            <Fact name={words.order('').trim()}>
              <code>{order.order_no}</code>
            </Fact>
          </dl>
        </li>
      ))}
    </ul>
  );
}

/** The ways to pay through the gateway, and from the balance where that is possible. */
export function ChannelField({
  form,
  language,
  withBalance,
}: {
  form: FormProps;
  language: Language;
  withBalance: boolean;
}) {
  const words = BILLING[language];
  const offered = ['alipay', 'wxpay', 'cashier', ...(withBalance ? ['balance' as const] : [])] as const;
  return (
    <SelectField
      form={form}
      language={language}
      name="channel"
      label={words.channel}
      initial="alipay"
      options={offered.map((value) => ({ value, label: words.channels[value] }))}
    />
  );
}
