import { buyPlan, checkoutBody, ORDER_LIMITS, renew, renewBody } from '../../../features/billing/orders/index.ts';
import { hasOpenPlanRefund } from '../../../features/billing/refunds/index.ts';
import { offeredPlans, quotePlan, type PlanQuote } from '../../../features/billing/subscriptions/index.ts';
import type { PageAnswer, PageRoute } from '../../../http/page-route.ts';
import { AppError } from '../../../shared/app-error.ts';
import { fenFromJson, fenToJson } from '../../../shared/fen.ts';
import { SelectField } from '../../kit/components/fields.tsx';
import type { ShownForm } from '../../kit/form-page.ts';
import { formatNumber } from '../../kit/format-number.ts';
import { privatePage } from '../../kit/site.ts';
import { dashboardForm } from '../kit/form.ts';
import type { Dashboard, Visit } from '../kit/visit.ts';
import { buyingOnce, PAYS, toOrder } from './buying.ts';
import { explainMoney } from './explain.ts';
import { OrderFormPage } from './order-form-page.tsx';
import { moneyOf } from './parts.tsx';
import { requirePrices } from './priced.ts';
import { requireSubscription } from './subscribed.ts';
import { askAgain } from './ask-again-answer.tsx';
import { isConfirmed } from './twice.ts';
import { BuyingWaitsPage } from './buying-waits-page.tsx';
import { BILLING } from './words.ts';

type Offer = Extract<PlanQuote, { unavailable?: undefined }>;

const EXPECTED = 'expected';

/** The forms that order months of a plan: a checkout, and a renewal by hand. */
export function planForms(dashboard: Dashboard): PageRoute[] {
  return [...checkoutForm(dashboard), ...renewForm(dashboard)];
}

function checkoutForm(dashboard: Dashboard): PageRoute[] {
  const path = 'billing/checkout';
  return dashboardForm(dashboard, {
    ...PAYS,
    path,
    fields: ['plan_id', 'channel'],
    schema: checkoutBody,
    input: (form) => ({
      plan_id: form.get('plan_id') ?? '',
      channel: form.get('channel') ?? '',
      auto_renew: form.has('auto_renew'),
      ...expectedIn(form),
    }),
    explain: explainMoney,
    run: async (request, visit) => {
      requirePrices(dashboard);
      const offer = await offerOf(dashboard, visit, request.plan_id);
      if (await isWaiting(dashboard, visit, offer)) return waits(visit);
      if (request.channel === 'balance' && !isConfirmed(visit)) {
        return confirmPayment(visit, offer, { path, fields: ['plan_id', 'channel', 'auto_renew'] });
      }
      const { body } = await buyPlan(dashboard.services.orders, buyingOnce(visit), request);
      return toOrder(visit, body.id);
    },
    page: (visit, shown) => checkoutPage(dashboard, visit, shown),
  });
}

/** What the buyer was shown before it is taken from the balance. */
function expectedIn(form: ReadonlyMap<string, string>): { expected_amount_minor?: number } {
  const text = form.get(EXPECTED) ?? '';
  return /^[1-9]\d{0,9}$/.test(text) ? { expected_amount_minor: Number(text) } : {};
}

/** What a plan costs now. @throws {AppError} NOT_FOUND for one that cannot be had */
async function offerOf({ services }: Dashboard, { member }: Visit, planCode: string, periods = 1): Promise<Offer> {
  const quote = await services.db
    .transaction()
    .execute((trx) => quotePlan(trx, member.organizationId, planCode, { periods }));
  if (quote.unavailable !== undefined) throw new AppError('NOT_FOUND');
  return quote;
}

/** Whether the time that a renewal would follow on, or an upgrade credit, may still be refunded. */
async function isWaiting({ services }: Dashboard, { member }: Visit, { snapshot }: Offer): Promise<boolean> {
  return snapshot.change !== 'new' && (await hasOpenPlanRefund(services.db, member.organizationId));
}

function waits({ frame }: Visit): PageAnswer {
  return privatePage(<BuyingWaitsPage frame={frame} />, frame.shell.language, { status: 409 });
}

/** What is taken from the balance is gone at once: the sum is shown before. */
function confirmPayment(
  visit: Visit,
  offer: Offer,
  { path, fields }: { readonly path: string; readonly fields: readonly string[] },
): PageAnswer {
  const { language } = visit.context;
  const words = BILLING[language];
  return askAgain(visit, {
    path,
    back: 'billing',
    fields,
    shown: { [EXPECTED]: String(fenToJson(offer.amount)) },
    step: {
      title: words.confirmBalanceTitle,
      subject: priceOf(offer, language),
      text: words.confirmBalance(moneyOf(fenToJson(offer.amount), language)),
      button: words.payNow(moneyOf(fenToJson(offer.amount), language)),
      isDanger: false,
    },
  });
}

function priceOf({ snapshot }: Offer, language: Visit['context']['language']): string {
  const words = BILLING[language];
  const { price_fen: price, interval_count: months, credit_fen: credit } = snapshot;
  const [each, count] = [moneyOf(price, language), formatNumber(months, language)];
  return credit === 0 ? words.priceText(each, count) : words.creditText(each, count, moneyOf(credit, language));
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
  const offer = await offerOf(dashboard, visit, code);
  if (await isWaiting(dashboard, visit, offer)) return waits(visit);
  const page = (
    <OrderFormPage
      frame={frame}
      title={words.checkoutTitle(plan.name)}
      lead={words.payNow(moneyOf(fenToJson(offer.amount), language))}
      form={{ id: 'checkout', state }}
      section="billing/checkout"
      hidden={{ plan_id: plan.id }}
      withBalance
      before={<p>{priceOf(offer, language)}</p>}
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

function renewForm(dashboard: Dashboard): PageRoute[] {
  const path = 'billing/renew';
  return dashboardForm(dashboard, {
    ...PAYS,
    path,
    fields: ['periods', 'channel'],
    schema: renewBody,
    input: (form) => ({
      channel: form.get('channel') ?? '',
      periods: /^\d{1,2}$/.test(form.get('periods') ?? '') ? Number(form.get('periods')) : 0,
      ...expectedIn(form),
    }),
    explain: explainMoney,
    run: async (request, visit) => {
      const { plan_code: code } = await requireSubscription(dashboard, visit);
      const offer = await offerOf(dashboard, visit, code, request.periods);
      if (await isWaiting(dashboard, visit, offer)) return waits(visit);
      if (request.channel === 'balance' && !isConfirmed(visit)) {
        return confirmPayment(visit, offer, { path, fields: ['periods', 'channel'] });
      }
      const { body } = await renew(dashboard.services.orders, buyingOnce(visit), request);
      return toOrder(visit, body.id);
    },
    page: (visit, shown) => renewPage(dashboard, visit, shown),
  });
}

/** @throws {AppError} NOT_FOUND: there is nothing to renew */
async function renewPage(dashboard: Dashboard, visit: Visit, { state, answer }: ShownForm): Promise<PageAnswer> {
  const { frame } = visit;
  const { language } = frame.shell;
  const words = BILLING[language];
  const { plan_code: code, name } = await requireSubscription(dashboard, visit);
  const offer = await offerOf(dashboard, visit, code);
  if (await isWaiting(dashboard, visit, offer)) return waits(visit);
  const { amount } = offer;
  const form = { id: 'renew', state };
  const months = Array.from({ length: ORDER_LIMITS.periodsAtOnce }, (_, i) => i + 1);
  const options = months.map((count) => {
    const price = moneyOf(fenToJson(fenFromJson(fenToJson(amount) * count)), language);
    return { value: String(count), label: words.monthsOption(formatNumber(count, language), price) };
  });
  const page = (
    <OrderFormPage
      frame={frame}
      title={words.renewTitle(name[language])}
      lead={words.renewText}
      form={form}
      section="billing/renew"
      withBalance
      before={<SelectField form={form} language={language} name="periods" label={words.months} options={options} />}
    />
  );
  return privatePage(page, language, answer);
}
