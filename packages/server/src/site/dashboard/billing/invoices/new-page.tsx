import type { BillingProfile, OfferedOrder } from '../../../../features/billing/documents/index.ts';
import { INVOICE_TYPES } from '../../../../shared/billing-words.ts';
import { fenToJson } from '../../../../shared/fen.ts';
import { Checkboxes, SelectField, TextArea } from '../../../kit/components/fields.tsx';
import { PostForm, ProblemSummary, type FormState } from '../../../kit/components/form.tsx';
import { ShownText } from '../../../kit/components/shown-text.tsx';
import { formatNumber } from '../../../kit/format-number.ts';
import { DashboardPage } from '../../kit/dashboard-page.tsx';
import { dashboardPath, type DashboardFrame } from '../../kit/frame.ts';
import { Empty } from '../../kit/parts.tsx';
import { DASHBOARD } from '../../kit/words.ts';
import { BillingNav } from '../nav.tsx';
import { moneyOf } from '../parts.tsx';
import { onceFields } from '../twice.ts';
import { INVOICES } from './words.ts';
import { SITE } from '../../../kit/words/site.ts';

interface Props {
  frame: DashboardFrame;
  /** Null: there is nobody to make an invoice out to yet. */
  profile: BillingProfile | null;
  orders: readonly OfferedOrder[];
  /** How many orders can be on one invoice; older ones are not shown. */
  most: number;
  /** Those that are ticked. */
  chosen: ReadonlySet<string>;
  state: FormState;
}

/** Asks for an invoice about orders. */
export function NewInvoicePage({ frame, profile, orders, most, chosen, state }: Props) {
  const words = INVOICES[frame.shell.language];
  const toProfile = { href: dashboardPath(frame, 'billing/profile'), text: words.toProfile };
  return (
    <DashboardPage frame={frame} title={words.ask} state={state}>
      <BillingNav frame={frame} />
      {profile === null ? (
        <Empty text={words.noProfile} link={toProfile} />
      ) : orders.length === 0 ? (
        <Empty text={words.noOrders} />
      ) : (
        <AskForm frame={frame} profile={profile} orders={orders} most={most} chosen={chosen} state={state} />
      )}
    </DashboardPage>
  );
}

function AskForm({ frame, profile, orders, most, chosen, state }: Props & { profile: BillingProfile }) {
  const { language } = frame.shell;
  const words = INVOICES[language];
  const form = { id: 'invoice', state };
  return (
    <>
      <p>
        {words.madeOut}
        {SITE[language].colon}
        <ShownText text={profile.title} /> <a href={dashboardPath(frame, 'billing/profile')}>{words.changeProfile}</a>
      </p>
      <ProblemSummary language={language} form={form} />
      <PostForm
        id={form.id}
        action={dashboardPath(frame, 'billing/invoices/new')}
        csrf={frame.csrf}
        hidden={onceFields()}
      >
        <SelectField
          form={form}
          language={language}
          name="invoice_type"
          label={words.type}
          hint={words.specialHint}
          options={INVOICE_TYPES.map((value) => ({ value, label: words.types[value] }))}
        />
        <Checkboxes
          form={form}
          language={language}
          name="order_ids"
          label={words.orders}
          hint={words.ordersHint}
          options={orders.map((order) => ({ value: order.id, label: labelOf(order, frame) }))}
          chosen={chosen}
        />
        {orders.length < most ? null : <p class="soft">{words.more(formatNumber(most, language))}</p>}
        <TextArea
          form={form}
          language={language}
          name="remark"
          label={words.remark}
          maxLength={200}
          rows={2}
          isOptional
        />
        <div class="button-row">
          <button class="button">{words.submit}</button>
          <a class="button button-quiet" href={dashboardPath(frame, 'billing/invoices')}>
            {DASHBOARD[language].cancel}
          </a>
        </div>
      </PostForm>
    </>
  );
}

function labelOf({ orderNo, paidAt, left }: OfferedOrder, { shell: { language } }: DashboardFrame): string {
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'Asia/Shanghai' }).format(paidAt);
  return INVOICES[language].order(orderNo, day, moneyOf(fenToJson(left), language));
}
