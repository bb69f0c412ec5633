import {
  buyingOf,
  buyPlan,
  checkoutBody,
  ORDER_LIMITS,
  recharge,
  rechargeBody,
} from '../../../features/billing/orders/index.ts';
import { offeredPlans } from '../../../features/billing/subscriptions/index.ts';
import type { FormFields } from '../../../http/form-fields.ts';
import { redirect, type PageAnswer, type PageRoute } from '../../../http/page-route.ts';
import { AppError } from '../../../shared/app-error.ts';
import { ERROR_CODES } from '../../../shared/error-codes.ts';
import { fen, fenToJson, parseEpayMoney, type Fen } from '../../../shared/fen.ts';
import type { Language } from '../../../shared/language.ts';
import { TextField } from '../../kit/components/fields.tsx';
import type { FormProblem } from '../../kit/components/form.tsx';
import type { ShownForm } from '../../kit/form-page.ts';
import { formatMoney } from '../../kit/format-money.ts';
import { privatePage } from '../../kit/site.ts';
import { dashboardForm } from '../kit/form.ts';
import { dashboardPath } from '../kit/frame.ts';
import type { Dashboard, Visit } from '../kit/visit.ts';
import { OrderFormPage } from './order-form-page.tsx';
import { moneyOf } from './parts.tsx';
import { requirePrices } from './routes.tsx';
import { BILLING } from './words.ts';

const PAYS = { permission: 'billing:pay', recent: 'never', rateLimit: 'order' } as const;

/** The forms that make orders. Each leads to the page of its order, where it is paid. */
export function orderForms(dashboard: Dashboard): PageRoute[] {
  return [...rechargeForm(dashboard), ...checkoutForm(dashboard)];
}

function rechargeForm(dashboard: Dashboard): PageRoute[] {
  return dashboardForm(dashboard, {
    ...PAYS,
    path: 'billing/recharge',
    fields: ['amount', 'channel'],
    schema: rechargeBody,
    input: (form) => {
      const amount = readAmount(form);
      return { amount_minor: amount === undefined ? null : fenToJson(amount), channel: form.get('channel') ?? '' };
    },
    place: (problem, { context }) => (problem.field === 'amount_minor' ? amountProblem(context) : problem),
    explain: explainMoney,
    run: async (request, visit) => {
      requirePrices(dashboard);
      const { body } = await recharge(dashboard.services.orders, buyingFor(visit), request);
      return toOrder(visit, body.id);
    },
    page: (visit, shown) => rechargePage(dashboard, visit, shown),
  });
}

/** What is no amount is told apart from one that is too small or too large. */
function amountProblem({ form, language }: Visit['context']): FormProblem {
  const isAmount = readAmount(form) !== undefined;
  return { field: 'amount', text: isAmount ? boundsText(language) : BILLING[language].amountWrong };
}

function readAmount(form: FormFields): Fen | undefined {
  return parseEpayMoney((form.get('amount') ?? '').trim());
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
      before={
        <TextField
          form={form}
          language={language}
          name="amount"
          label={words.amount}
          hint={boundsText(language)}
          inputMode="numeric"
          maxLength={12}
        />
      }
    />
  );
  return privatePage(page, language, answer);
}

function checkoutForm(dashboard: Dashboard): PageRoute[] {
  return dashboardForm(dashboard, {
    ...PAYS,
    path: 'billing/checkout',
    fields: ['plan_id', 'channel'],
    schema: checkoutBody,
    input: (form) => ({
      plan_id: form.get('plan_id') ?? '',
      channel: form.get('channel') ?? '',
      auto_renew: form.has('auto_renew'),
    }),
    explain: explainMoney,
    run: async (request, visit) => {
      requirePrices(dashboard);
      const { body } = await buyPlan(dashboard.services.orders, buyingFor(visit), request);
      return toOrder(visit, body.id);
    },
    page: (visit, shown) => checkoutPage(dashboard, visit, shown),
  });
}

/** @throws {AppError} NOT_FOUND for a plan that is not offered */
async function checkoutPage(dashboard: Dashboard, visit: Visit, { state, answer }: ShownForm): Promise<PageAnswer> {
  requirePrices(dashboard);
  const { frame, member, context } = visit;
  const { language } = frame.shell;
  const words = BILLING[language];
  const code = context.form.get('plan_id') ?? context.query.get('plan') ?? '';
  const plans = await offeredPlans(dashboard.services, member.organizationId, language);
  const plan = plans.find(({ id }) => id === code);
  if (plan === undefined || plan.price_minor === null) throw new AppError('NOT_FOUND');
  const page = (
    <OrderFormPage
      frame={frame}
      title={words.checkoutTitle(plan.name)}
      lead={words.checkoutLead(moneyOf(plan.price_minor, language))}
      form={{ id: 'checkout', state }}
      section="billing/checkout"
      hidden={{ plan_id: plan.id }}
      withBalance
      after={
        <label class="check">
          <input type="checkbox" name="auto_renew" checked={context.form.has('auto_renew')} />
          <span>{words.renewBox}</span>
        </label>
      }
    />
  );
  return privatePage(page, language, answer);
}

function buyingFor({ member, context }: Visit) {
  return buyingOf({ principal: member, address: context.address, requestId: context.requestId });
}

function toOrder({ frame }: Visit, id: string): PageAnswer {
  return redirect(dashboardPath(frame, `billing/orders/${id}`));
}

/** The refusals of orders, in the words of their codes. */
export function explainMoney({ code }: AppError, { context }: Visit): FormProblem | null {
  return EXPLAINED.has(code) ? { field: '', text: ERROR_CODES[code].message[context.language] } : null;
}

const EXPLAINED: ReadonlySet<string> = new Set<AppError['code']>([
  'PLAN_NOT_AVAILABLE',
  'SUBSCRIPTION_REQUIRED',
  'INSUFFICIENT_BALANCE',
  'PAYMENT_ORDER_EXPIRED',
  'PAYMENT_ALREADY_PROCESSED',
  'PAYMENT_PROVIDER_UNAVAILABLE',
  'PAYMENT_FULFILLMENT_PENDING',
]);
