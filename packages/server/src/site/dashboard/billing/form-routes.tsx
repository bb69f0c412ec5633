import { ORDER_LIMITS, recharge, rechargeBody } from '../../../features/billing/orders/index.ts';
import type { PageAnswer, PageRoute } from '../../../http/page-route.ts';
import { fen } from '../../../shared/fen.ts';
import type { Language } from '../../../shared/language.ts';
import type { FormProblem } from '../../kit/components/form.tsx';
import type { ShownForm } from '../../kit/form-page.ts';
import { formatMoney } from '../../kit/format-money.ts';
import { privatePage } from '../../kit/site.ts';
import { dashboardForm } from '../kit/form.ts';
import type { Dashboard, Visit } from '../kit/visit.ts';
import { AmountField, typedAmount } from './amount.tsx';
import { buyingOnce, PAYS, toOrder } from './buying.ts';
import { explainMoney } from './explain.ts';
import { OrderFormPage } from './order-form-page.tsx';
import { planForms } from './plan-routes.tsx';
import { requirePrices } from './priced.ts';
import { BILLING } from './words.ts';

/** The forms that make orders. Each leads to the page of its order, where it is paid. */
export function orderForms(dashboard: Dashboard): PageRoute[] {
  return [...rechargeForm(dashboard), ...planForms(dashboard)];
}

function rechargeForm(dashboard: Dashboard): PageRoute[] {
  return dashboardForm(dashboard, {
    ...PAYS,
    path: 'billing/recharge',
    fields: ['amount', 'channel'],
    schema: rechargeBody,
    input: (form) => ({ amount_minor: typedAmount(form), channel: form.get('channel') ?? '' }),
    place: (problem, { context }) => (problem.field === 'amount_minor' ? amountProblem(context) : problem),
    explain: explainMoney,
    run: async (request, visit) => {
      requirePrices(dashboard);
      const { body } = await recharge(dashboard.services.orders, buyingOnce(visit), request);
      return toOrder(visit, body.id);
    },
    page: (visit, shown) => rechargePage(dashboard, visit, shown),
  });
}

/** What is no amount is told apart from one that is too small or too large. */
function amountProblem({ form, language }: Visit['context']): FormProblem {
  const isAmount = typedAmount(form) !== null;
  return { field: 'amount', text: isAmount ? boundsText(language) : BILLING[language].amountWrong };
}

function boundsText(language: Language): string {
  return BILLING[language].amountHint(
    formatMoney(fen(BigInt(ORDER_LIMITS.rechargeLeastFen)), language),
    formatMoney(fen(BigInt(ORDER_LIMITS.rechargeMostFen)), language),
  );
}

function rechargePage(dashboard: Dashboard, { frame }: Visit, { state, answer }: ShownForm): PageAnswer {
  requirePrices(dashboard);
  const { language } = frame.shell;
  const words = BILLING[language];
  const form = { id: 'recharge', state };
  const page = (
    <OrderFormPage
      frame={frame}
      title={words.rechargeTitle}
      lead={words.rechargeLead}
      form={form}
      section="billing/recharge"
      withBalance={false}
      before={<AmountField form={form} language={language} label={words.amount} hint={boundsText(language)} />}
    />
  );
  return privatePage(page, language, answer);
}
