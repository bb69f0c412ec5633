import type { AdminInvoice } from '../../../../features/billing/documents/index.ts';
import { INVOICE_STATUSES } from '../../../../shared/billing-words.ts';
import { INVOICE_TONE } from '../../../dashboard/billing/invoices/list-page.tsx';
import { INVOICES } from '../../../dashboard/billing/invoices/words.ts';
import { moneyOf } from '../../../dashboard/billing/parts.tsx';
import { FilterForm } from '../../../dashboard/kit/list-filter.tsx';
import { ListTable } from '../../../dashboard/kit/list-table.tsx';
import { Empty, Pager, StateBadge, type PageOf } from '../../../dashboard/kit/parts.tsx';
import { DASHBOARD } from '../../../dashboard/kit/words.ts';
import { SelectField, TextField } from '../../../kit/components/fields.tsx';
import type { FormState } from '../../../kit/components/form.tsx';
import { ShownText } from '../../../kit/components/shown-text.tsx';
import { When } from '../../../kit/components/when.tsx';
import { AdminPage, adminPath, type AdminFrame } from '../../kit/admin-page.tsx';
import { FinanceNav } from '../nav.tsx';
import { ADMIN_INVOICES } from './words.ts';

interface Props {
  frame: AdminFrame;
  invoices: readonly AdminInvoice[];
  at: PageOf;
  /** The filter as it was typed. */
  state: FormState;
}

const SECTION = 'finance/invoices';

/** The invoices that organizations have asked for, to be searched. */
export function AdminInvoicesPage({ frame, invoices, at, state }: Props) {
  const { language } = frame.shell;
  const words = ADMIN_INVOICES[language];
  const asked = Object.fromEntries(Object.entries(state.values).filter(([, value]) => value !== ''));
  const isFiltered = Object.keys(asked).length > 0;
  return (
    <AdminPage frame={frame} title={words.title} lead={words.lead} state={state}>
      <FinanceNav frame={frame} />
      {invoices.length === 0 && !isFiltered && at.page === 1 ? (
        <Empty text={words.empty} />
      ) : (
        <>
          <Filter frame={frame} state={state} />
          {invoices.length === 0 ? (
            <Empty text={DASHBOARD[language].list.nothing} />
          ) : (
            <Invoices frame={frame} invoices={invoices} />
          )}
        </>
      )}
      <Pager at={at} language={language} href={(page) => adminPath(frame, SECTION, { ...asked, page: String(page) })} />
    </AdminPage>
  );
}

function Filter({ frame, state }: Pick<Props, 'frame' | 'state'>) {
  const { language } = frame.shell;
  const words = ADMIN_INVOICES[language];
  const { status } = INVOICES[language];
  const common = { form: { id: 'filter', state }, language, isOptional: true } as const;
  const all = { value: '', label: DASHBOARD[language].list.all };
  const here = adminPath(frame, SECTION);
  return (
    <FilterForm language={language} action={here} reset={here} state={state}>
      <TextField {...common} name="q" type="search" label={words.search} hint={words.searchHint} maxLength={200} />
      <SelectField
        {...common}
        name="status"
        label={words.status}
        options={[all, ...INVOICE_STATUSES.map((value) => ({ value, label: status[value] }))]}
      />
    </FilterForm>
  );
}

function Invoices({ frame, invoices }: Pick<Props, 'frame' | 'invoices'>) {
  const { language } = frame.shell;
  const words = ADMIN_INVOICES[language];
  const shared = INVOICES[language];
  return (
    <ListTable
      label={words.title}
      rows={invoices}
      columns={[
        {
          name: words.madeOut,
          isTitle: true,
          cell: ({ id, profile: { title }, invoice_type: type }) => (
            <>
              <a href={adminPath(frame, `${SECTION}/${id}`)}>
                <ShownText text={title} />
              </a>
              <span class="list-note soft">{shared.types[type]}</span>
            </>
          ),
        },
        { name: shared.amount, isNumber: true, cell: ({ amount_minor: minor }) => moneyOf(minor, language) },
        {
          name: words.status,
          cell: ({ status }) => <StateBadge tone={INVOICE_TONE[status]}>{shared.status[status]}</StateBadge>,
        },
        {
          name: shared.number,
          cell: ({ invoice_no: number }) =>
            number === null ? (
              '–'
            ) : (
              <code>
                <ShownText text={number} />
              </code>
            ),
        },
        { name: shared.asked, cell: ({ created_at: at }) => <When at={at} language={language} /> },
      ]}
    />
  );
}
