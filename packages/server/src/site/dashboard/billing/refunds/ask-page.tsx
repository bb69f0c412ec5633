import type { PresentedOrder } from '../../../../features/billing/orders/index.ts';
import type { RefundOffer } from '../../../../features/billing/refunds/index.ts';
import { fenToJson, formatYuan } from '../../../../shared/fen.ts';
import { SelectField, TextArea } from '../../../kit/components/fields.tsx';
import { OperatorLink } from '../../../kit/components/operator-link.tsx';
import { PostForm, ProblemSummary, type FormState } from '../../../kit/components/form.tsx';
import { DashboardPage } from '../../kit/dashboard-page.tsx';
import { dashboardPath, type DashboardFrame } from '../../kit/frame.ts';
import { DASHBOARD } from '../../kit/words.ts';
import { AmountField } from '../amount.tsx';
import { BillingNav } from '../nav.tsx';
import { moneyOf, purposeOf } from '../parts.tsx';
import { REFUNDS } from './words.ts';

interface Props {
  frame: DashboardFrame;
  order: PresentedOrder;
  offer: RefundOffer;
  state: FormState;
}

/** Asks for money of an order back, or says why nothing of it can be asked for. */
export function AskRefundPage({ frame, order, offer, state }: Props) {
  const { language } = frame.shell;
  const words = REFUNDS[language];
  const { refusal } = offer;
  return (
    <DashboardPage frame={frame} title={words.askTitle(order.order_no)} state={state}>
      <BillingNav frame={frame} />
      <p class="lead">
        {purposeOf(order, language)} · {moneyOf(order.amount_minor, language)}
      </p>
      {refusal === null ? (
        <AskForm frame={frame} order={order} offer={offer} state={state} />
      ) : (
        <>
          <p class="notice tone-warning">
            {refusal === 'exceeds_refundable' ? words.nothing : words.not[refusal]}
            {refusal === 'invoice_issued' ? <OperatorLink operator={frame.shell.operator} language={language} /> : null}
          </p>
          <p>
            <a href={dashboardPath(frame, `billing/orders/${order.id}`)}>{words.back}</a>
          </p>
        </>
      )}
    </DashboardPage>
  );
}

function AskForm({ frame, order, offer: { most, isWhole, destinations }, state }: Props) {
  const { language } = frame.shell;
  const words = REFUNDS[language];
  const form = { id: 'refund', state };
  return (
    <>
      <p>
        {words.most(moneyOf(fenToJson(most), language))} {isWhole ? words.whole : null}
      </p>
      <p class="soft">{words.rules}</p>
      <ProblemSummary language={language} form={form} />
      <PostForm id={form.id} action={dashboardPath(frame, `billing/orders/${order.id}/refund`)} csrf={frame.csrf}>
        <AmountField form={form} language={language} label={words.amount} initial={formatYuan(most)} />
        <SelectField
          form={form}
          language={language}
          name="destination"
          label={words.destination}
          options={destinations.map((value) => ({ value, label: words.destinations[value] }))}
        />
        <TextArea
          form={form}
          language={language}
          name="reason"
          label={words.reason}
          hint={words.reasonHint}
          maxLength={500}
        />
        <div class="button-row">
          <button class="button">{words.next}</button>
          <a class="button button-quiet" href={dashboardPath(frame, `billing/orders/${order.id}`)}>
            {DASHBOARD[language].cancel}
          </a>
        </div>
      </PostForm>
    </>
  );
}
