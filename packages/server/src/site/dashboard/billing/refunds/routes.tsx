import { readOrder } from '../../../../features/billing/orders/index.ts';
import {
  askForRefund,
  findRequest,
  listRequests,
  presentRefund,
  refundBody,
  refundOfferOf,
  withdrawOwnRefund,
  type RefundBody,
} from '../../../../features/billing/refunds/index.ts';
import { changingOf } from '../../../../features/billing/subscriptions/index.ts';
import type { PageAnswer, PageRoute } from '../../../../http/page-route.ts';
import { AppError, reasonOf } from '../../../../shared/app-error.ts';
import { isId } from '../../../../shared/ids.ts';
import type { FormProblem } from '../../../kit/components/form.tsx';
import { ShownText } from '../../../kit/components/shown-text.tsx';
import { NO_INPUT, type ShownForm } from '../../../kit/form-page.ts';
import { privatePage } from '../../../kit/site.ts';
import { confirmStep } from '../../kit/confirm-routes.tsx';
import { dashboardForm } from '../../kit/form.ts';
import { askerOf, type Dashboard, type Visit } from '../../kit/visit.ts';
import { typedAmount } from '../amount.tsx';
import { explainMoney } from '../explain.ts';
import { moneyOf } from '../parts.tsx';
import { pricedRoute, requirePrices } from '../priced.ts';
import { askAgain } from '../ask-again-answer.tsx';
import { isConfirmed, onceOf } from '../twice.ts';
import { AskRefundPage } from './ask-page.tsx';
import { RefundsPage } from './list-page.tsx';
import { REFUNDS } from './words.ts';

const PAGE_SIZE = 20;
const LIST = 'billing/refunds';
const ASK = 'billing/orders/{order_id}/refund';
const FIELDS = ['amount', 'destination', 'reason'] as const;

/** Requests for refunds: their list, the form of an order that makes one, and the step that withdraws one. */
export function refundPages(dashboard: Dashboard): PageRoute[] {
  return [
    ...pricedRoute(dashboard, { path: LIST, permission: 'billing:read' }, (visit) => listPage(dashboard, visit)),
    ...askForm(dashboard),
    ...withdrawStep(dashboard),
  ];
}

async function listPage({ services }: Dashboard, { frame, member, context }: Visit): Promise<PageAnswer> {
  const before = context.query.get('before') ?? '';
  const rows = await listRequests(services.db, {
    organizationId: member.organizationId,
    status: undefined,
    orderId: undefined,
    after: isId('refund', before) ? before : undefined,
    limit: PAGE_SIZE + 1,
  });
  return privatePage(
    <RefundsPage
      frame={frame}
      refunds={rows.slice(0, PAGE_SIZE).map(presentRefund)}
      next={rows.length > PAGE_SIZE ? (rows[PAGE_SIZE - 1]?.id ?? null) : null}
    />,
    context.language,
  );
}

function askForm(dashboard: Dashboard): PageRoute[] {
  return dashboardForm(dashboard, {
    path: ASK,
    permission: 'billing:refund',
    recent: 'never',
    fields: FIELDS,
    schema: refundBody,
    input: (form, { context }) => ({
      order_id: context.params['order_id'] ?? '',
      amount_minor: typedAmount(form),
      reason: form.get('reason') ?? '',
      destination: form.get('destination') ?? '',
    }),
    place: (problem, { context }) =>
      problem.field === 'amount_minor' ? { field: 'amount', text: REFUNDS[context.language].amountWrong } : problem,
    explain: explainRefund,
    run: async (body, visit) => {
      requirePrices(dashboard);
      if (!isConfirmed(visit)) return confirmRefund(visit, body);
      const asking = { ...changingOf(askerOf(visit)), key: onceOf(visit) };
      await askForRefund(dashboard.services.refunds, asking, body);
      return visit.done(LIST, 'refund_requested');
    },
    page: (visit, shown) => askPage(dashboard, visit, shown),
  });
}

/** Why it is not allowed, in words for whoever asks. */
function explainRefund(error: AppError, visit: Visit): FormProblem | null {
  const words: Readonly<Record<string, string>> = REFUNDS[visit.context.language].not;
  const text = error.code === 'REFUND_NOT_ALLOWED' ? words[reasonOf(error) ?? ''] : undefined;
  return text === undefined ? explainMoney(error, visit) : { field: '', text };
}

function confirmRefund(visit: Visit, { amount_minor, destination = 'original', reason }: RefundBody): PageAnswer {
  const { language } = visit.context;
  const words = REFUNDS[language];
  const amount = moneyOf(amount_minor, language);
  return askAgain(visit, {
    path: ASK,
    back: ASK,
    fields: FIELDS,
    step: {
      title: words.confirmTitle,
      subject: <ShownText text={reason} />,
      text: words.confirm(amount, words.destinations[destination]),
      button: words.submit,
      isDanger: false,
    },
  });
}

async function askPage(dashboard: Dashboard, visit: Visit, { state, answer }: ShownForm): Promise<PageAnswer> {
  requirePrices(dashboard);
  const { orders, refunds } = dashboard.services;
  const { frame, member, context } = visit;
  const { organizationId } = member;
  const named = { organizationId, name: context.params['order_id'] ?? '' };
  const order = await readOrder(orders, named, { isRefreshed: false });
  const offer = await refundOfferOf(refunds, { organizationId, orderId: order.id });
  if (offer === undefined) throw new AppError('NOT_FOUND');
  return privatePage(
    <AskRefundPage frame={frame} order={order} offer={offer} state={state} />,
    context.language,
    answer,
  );
}

function withdrawStep(dashboard: Dashboard): PageRoute[] {
  return confirmStep(dashboard, {
    ...NO_INPUT,
    path: `${LIST}/{id}/withdraw`,
    back: LIST,
    permission: 'billing:refund',
    recent: 'never',
    explain: explainMoney,
    run: async (_, visit) => {
      requirePrices(dashboard);
      const { id } = await ownRequest(dashboard, visit);
      await withdrawOwnRefund(dashboard.services.refunds, changingOf(askerOf(visit)), id);
      return visit.done(LIST, 'refund_withdrawn');
    },
    describe: async (visit) => {
      requirePrices(dashboard);
      const { language } = visit.context;
      const words = REFUNDS[language];
      const { amount_minor, destination } = presentRefund(await ownRequest(dashboard, visit));
      const subject = `${moneyOf(amount_minor, language)} · ${words.destinations[destination]}`;
      return { title: words.withdraw, subject, text: words.withdrawText, button: words.withdraw };
    },
  });
}

/** The request that the address names. @throws {AppError} NOT_FOUND */
async function ownRequest({ services }: Dashboard, { context, member }: Visit) {
  const row = await findRequest(services.db, context.params['id'] ?? '');
  if (row?.organization_id !== member.organizationId) throw new AppError('NOT_FOUND');
  return row;
}
