import { buyingOf, cancelOrder, readOrder } from '../../../features/billing/orders/index.ts';
import { cancelAtPeriodEnd, changeAutoRenew, changingOf } from '../../../features/billing/subscriptions/index.ts';
import type { PageRoute } from '../../../http/page-route.ts';
import { NO_INPUT } from '../../kit/form-page.ts';
import { confirmStep } from '../kit/confirm-routes.tsx';
import { askerOf, type Dashboard, type Visit } from '../kit/visit.ts';
import { explainMoney } from './explain.ts';
import { nextPlanStep } from './next-plan-routes.tsx';
import { moneyOf, purposeOf } from './parts.tsx';
import { requirePrices } from './priced.ts';
import { requireSubscription } from './subscribed.ts';
import { BILLING } from './words.ts';

/** What is asked once more: switching automatic renewal, cancelling the subscription or an order, the next plan. */
export function billingSteps(dashboard: Dashboard): PageRoute[] {
  return [
    ...autoRenewStep(dashboard),
    ...cancelStep(dashboard),
    ...cancelOrderStep(dashboard),
    ...nextPlanStep(dashboard),
  ];
}

function autoRenewStep(dashboard: Dashboard): PageRoute[] {
  return confirmStep(dashboard, {
    ...NO_INPUT,
    path: 'billing/auto-renew',
    back: 'billing',
    permission: 'billing:write',
    recent: 'never',
    explain: explainMoney,
    run: async (_, visit) => {
      const { auto_renew: isOn } = await requireSubscription(dashboard, visit);
      await changeAutoRenew(dashboard.services, changingOf(askerOf(visit)), !isOn);
      return visit.done('billing', isOn ? 'auto_renew_off' : 'auto_renew_on');
    },
    describe: async (visit) => {
      const { language } = visit.context;
      const words = BILLING[language];
      const { auto_renew: isOn, name } = await requireSubscription(dashboard, visit);
      const title = isOn ? words.switchOff : words.switchOn;
      const text = isOn ? words.switchOffText : words.switchOnText;
      return { title, subject: name[language], text, button: title, isDanger: false };
    },
  });
}

function cancelStep(dashboard: Dashboard): PageRoute[] {
  return confirmStep(dashboard, {
    ...NO_INPUT,
    path: 'billing/cancel',
    back: 'billing',
    permission: 'billing:cancel',
    recent: 'never',
    explain: explainMoney,
    run: async (_, visit) => {
      await requireSubscription(dashboard, visit);
      await cancelAtPeriodEnd(dashboard.services.subscriptions, changingOf(askerOf(visit)), undefined);
      return visit.done('billing', 'subscription_cancelled');
    },
    describe: async (visit) => {
      const { language } = visit.context;
      const words = BILLING[language];
      const { name } = await requireSubscription(dashboard, visit);
      return { title: words.cancelTitle, subject: name[language], text: words.cancelText, button: words.cancel };
    },
  });
}

function cancelOrderStep(dashboard: Dashboard): PageRoute[] {
  const nameOf = ({ context }: Visit) => context.params['order_id'] ?? '';
  return confirmStep(dashboard, {
    ...NO_INPUT,
    path: 'billing/orders/{order_id}/cancel',
    back: 'billing/orders/{order_id}',
    permission: 'billing:pay',
    recent: 'never',
    rateLimit: 'order',
    explain: explainMoney,
    run: async (_, visit) => {
      requirePrices(dashboard);
      await cancelOrder(dashboard.services.orders, buyingOf(askerOf(visit)), { name: nameOf(visit) });
      return visit.done('billing', 'order_cancelled');
    },
    describe: async (visit) => {
      requirePrices(dashboard);
      const { language } = visit.context;
      const words = BILLING[language];
      const named = { organizationId: visit.member.organizationId, name: nameOf(visit) };
      const order = await readOrder(dashboard.services.orders, named, { isRefreshed: false });
      return {
        title: words.cancelOrderTitle,
        subject: `${purposeOf(order, language)} · ${moneyOf(order.amount_minor, language)} · ${order.order_no}`,
        text: words.cancelOrderText,
        button: words.cancelOrder,
      };
    },
  });
}
