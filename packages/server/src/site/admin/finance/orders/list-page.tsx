import type { PresentedOrder } from '../../../../features/billing/orders/index.ts';
import { ORDER_STATUSES, PAYMENT_CHANNELS } from '../../../../shared/billing-words.ts';
import { moneyOf, ORDER_TONE, purposeOf } from '../../../dashboard/billing/parts.tsx';
import { BILLING } from '../../../dashboard/billing/words.ts';
import { FilterForm } from '../../../dashboard/kit/list-filter.tsx';
import { ListTable } from '../../../dashboard/kit/list-table.tsx';
import { Empty, Pager, StateBadge, type PageOf } from '../../../dashboard/kit/parts.tsx';
import { DASHBOARD } from '../../../dashboard/kit/words.ts';
import { SelectField, TextField } from '../../../kit/components/fields.tsx';
import type { FormState } from '../../../kit/components/form.tsx';
import { ShownText } from '../../../kit/components/shown-text.tsx';
import { When } from '../../../kit/components/when.tsx';
import { formatNumber } from '../../../kit/format-number.ts';
import { AdminPage, adminPath, type AdminFrame } from '../../kit/admin-page.tsx';
import { FinanceNav } from '../nav.tsx';
import { ADMIN_ORDERS } from './words.ts';

export interface AdminOrderRow {
  readonly id: string;
  readonly order: PresentedOrder;
  readonly organization: { readonly id: string; readonly name: string };
}

interface Props {
  frame: AdminFrame;
  orders: readonly AdminOrderRow[];
  at: PageOf;
  /** The filter as it was typed. */
  state: FormState;
  /** How many orders a file has at most. */
  exportedMost: number;
}

const SECTION = 'finance/orders';

/** The orders of all organizations, to be searched. */
export function AdminOrdersPage({ frame, orders, at, state, exportedMost }: Props) {
  const { language } = frame.shell;
  const words = ADMIN_ORDERS[language];
  const asked = Object.fromEntries(Object.entries(state.values).filter(([, value]) => value !== ''));
  const isFiltered = Object.keys(asked).length > 0;
  return (
    <AdminPage frame={frame} title={words.title} lead={words.lead} state={state}>
      <FinanceNav frame={frame} />
      {orders.length === 0 && !isFiltered && at.page === 1 ? (
        <Empty text={words.empty} />
      ) : (
        <>
          <Filter frame={frame} state={state} />
          {orders.length === 0 ? (
            <Empty text={DASHBOARD[language].list.nothing} />
          ) : (
            <>
              <Orders frame={frame} orders={orders} />
              <p class="soft">
                <a href={adminPath(frame, `${SECTION}/export`, asked)} download>
                  {words.export}
                </a>{' '}
                {words.exportNote(formatNumber(exportedMost, language))}
              </p>
            </>
          )}
        </>
      )}
      <Pager at={at} language={language} href={(page) => adminPath(frame, SECTION, { ...asked, page: String(page) })} />
    </AdminPage>
  );
}

function Filter({ frame, state }: Pick<Props, 'frame' | 'state'>) {
  const { language } = frame.shell;
  const words = ADMIN_ORDERS[language];
  const billing = BILLING[language];
  const { list } = DASHBOARD[language];
  const common = { form: { id: 'filter', state }, language, isOptional: true } as const;
  const all = { value: '', label: list.all };
  const here = adminPath(frame, SECTION);
  return (
    <FilterForm language={language} action={here} reset={here} state={state}>
      <TextField {...common} name="number" type="search" label={words.number} hint={words.numberHint} maxLength={200} />
      <TextField
        {...common}
        name="organization"
        type="search"
        label={words.organization}
        hint={words.organizationHint}
        maxLength={200}
      />
      <SelectField
        {...common}
        name="status"
        label={words.status}
        options={[all, ...ORDER_STATUSES.map((value) => ({ value, label: billing.orderStatus[value] }))]}
      />
      <SelectField
        {...common}
        name="channel"
        label={billing.channel}
        options={[all, ...PAYMENT_CHANNELS.map((value) => ({ value, label: billing.channels[value] }))]}
      />
      <TextField {...common} name="from" type="date" label={list.from} />
      <TextField {...common} name="to" type="date" label={list.to} />
    </FilterForm>
  );
}

function Orders({ frame, orders }: Pick<Props, 'frame' | 'orders'>) {
  const { language } = frame.shell;
  const words = ADMIN_ORDERS[language];
  const billing = BILLING[language];
  return (
    <ListTable
      label={words.title}
      rows={orders}
      columns={[
        {
          name: words.number,
          isTitle: true,
          cell: ({ id, order }) => (
            <>
              <a class="short" href={adminPath(frame, `${SECTION}/${id}`)}>
                <code>{order.order_no}</code>
              </a>
              <span class="list-note soft">{purposeOf(order, language)}</span>
            </>
          ),
        },
        {
          name: words.organization,
          cell: ({ organization: { id, name } }) => (
            <a href={adminPath(frame, `organizations/${id}`)}>
              <ShownText text={name} />
            </a>
          ),
        },
        { name: billing.total, isNumber: true, cell: ({ order }) => moneyOf(order.amount_minor, language) },
        { name: billing.channel, isShort: true, cell: ({ order }) => billing.channels[order.channel] },
        {
          name: words.status,
          cell: ({ order: { status } }) => (
            <StateBadge tone={ORDER_TONE[status]}>{billing.orderStatus[status]}</StateBadge>
          ),
        },
        { name: words.made, cell: ({ order }) => <When at={order.created_at} language={language} /> },
      ]}
    />
  );
}
