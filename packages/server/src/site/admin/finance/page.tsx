import { ListTable } from '../../dashboard/kit/list-table.tsx';
import { Fact, StateBadge, wordIn } from '../../dashboard/kit/parts.tsx';
import { CutText, ShownText } from '../../kit/components/shown-text.tsx';
import { When } from '../../kit/components/when.tsx';
import { formatNumber } from '../../kit/format-number.ts';
import { SITE } from '../../kit/words/site.ts';
import { AdminPage, adminPath, type AdminFrame } from '../kit/admin-page.tsx';
import { ADMIN } from '../kit/words.ts';
import { FinanceNav } from './nav.tsx';
import { ADMIN_FINANCE } from './words.ts';

export interface AttentionRow {
  readonly class: string;
  readonly count: number;
  readonly oldestAt: string;
}

/** Money that waits for a decision. */
export interface CaseRow {
  readonly id: string;
  /** The number of the order. */
  readonly order: string;
  /** Null: no order is known. */
  readonly orderId: string | null;
  /** At the gateway; null: it has none. */
  readonly trade: string | null;
  readonly organizationId: string | null;
  readonly organizationName: string | null;
  /** As it is shown. */
  readonly amount: string;
  readonly reason: string | null;
  readonly at: string;
}

interface Props {
  frame: AdminFrame;
  isBalanced: boolean;
  /** Names and amounts, as they are shown. */
  figures: readonly (readonly [name: string, amount: string])[];
  attention: readonly AttentionRow[];
  suspense: readonly CaseRow[];
  frozen: readonly CaseRow[];
  refunds: readonly CaseRow[];
  /** Refunds of which nobody knows what came. */
  unknownRefunds: readonly CaseRow[];
  /** Requests for invoices that nobody has ended. */
  invoicesWaiting: number;
}

/** The state of money, and what waits for a person. */
export function AdminFinancePage(props: Props) {
  const { frame, isBalanced, figures, attention, suspense, frozen, refunds, unknownRefunds } = props;
  const { language } = frame.shell;
  const words = ADMIN_FINANCE[language];
  return (
    <AdminPage frame={frame} title={ADMIN[language].tabs.finance} lead={words.lead}>
      <FinanceNav frame={frame} />
      <p>
        <StateBadge tone={isBalanced ? 'good' : 'bad'}>{isBalanced ? words.balanced : words.unbalanced}</StateBadge>
      </p>
      <h2>{words.totals}</h2>
      <dl class="record-facts">
        {figures.map(([name, amount]) => (
          <Fact name={name} key={name}>
            {amount}
          </Fact>
        ))}
      </dl>
      <h2>{words.attention}</h2>
      <Attention frame={frame} attention={attention} />
      <h2>{words.suspense}</h2>
      <Cases frame={frame} label={words.suspense} cases={suspense} place="suspense" steps={['resolve']} />
      <h2>{words.frozen}</h2>
      <Cases frame={frame} label={words.frozen} cases={frozen} place="frozen" steps={['lift']} />
      <h2>{words.refunds}</h2>
      <Cases frame={frame} label={words.refunds} cases={refunds} place="refunds" steps={['approve', 'reject']} />
      <h2>{words.unknownRefunds}</h2>
      <Cases frame={frame} label={words.unknownRefunds} cases={unknownRefunds} place="refunds" steps={['settle']} />
      <h2>{words.invoicesWaiting}</h2>
      <InvoicesWaiting {...props} />
    </AdminPage>
  );
}

function InvoicesWaiting({ frame, invoicesWaiting }: Props) {
  const { language } = frame.shell;
  const words = ADMIN_FINANCE[language];
  if (invoicesWaiting === 0) return <p>{words.none}</p>;
  return (
    <p>
      <a href={adminPath(frame, 'finance/invoices', { status: 'submitted' })}>
        {words.toInvoices(formatNumber(invoicesWaiting, language))}
      </a>
    </p>
  );
}

function Attention({ frame, attention }: Pick<Props, 'frame' | 'attention'>) {
  const { language } = frame.shell;
  const words = ADMIN_FINANCE[language];
  if (attention.length === 0) return <p>{words.nothing}</p>;
  return (
    <ListTable
      label={words.attention}
      rows={attention.map((row) => ({ ...row, id: row.class }))}
      columns={[
        { name: words.reason, isTitle: true, cell: (row) => wordIn(words.classes, row.class) },
        { name: words.count, isNumber: true, cell: ({ count }) => formatNumber(count, language) },
        { name: words.since, cell: ({ oldestAt }) => <When at={oldestAt} language={language} /> },
      ]}
    />
  );
}

interface CasesProps {
  frame: AdminFrame;
  label: string;
  cases: readonly CaseRow[];
  /** Below `finance`. */
  place: 'suspense' | 'frozen' | 'refunds';
  steps: readonly ('resolve' | 'lift' | 'approve' | 'reject' | 'settle')[];
}

function Cases({ frame, label, cases, place, steps }: CasesProps) {
  const { language } = frame.shell;
  const words = ADMIN_FINANCE[language];
  if (cases.length === 0) return <p>{words.none}</p>;
  return (
    <ListTable
      label={label}
      rows={cases}
      columns={[
        { name: words.order, isTitle: true, cell: (row) => <Order frame={frame} row={row} /> },
        { name: words.organization, cell: (row) => <Organization frame={frame} row={row} /> },
        { name: words.amount, isNumber: true, cell: ({ amount }) => amount },
        {
          name: words.reason,
          cell: ({ reason }) => (reason === null ? '–' : <CutText text={reason} language={language} />),
        },
        { name: words.when, cell: ({ at }) => <When at={at} language={language} /> },
        { name: words.action, cell: (row) => <Steps frame={frame} row={row} place={place} steps={steps} /> },
      ]}
    />
  );
}

interface CaseProps {
  frame: AdminFrame;
  row: CaseRow;
}

function Order({ frame, row: { order, orderId, trade } }: CaseProps) {
  const { language } = frame.shell;
  return (
    <>
      {orderId === null ? (
        <ShownText text={order} />
      ) : (
        <a class="short" href={adminPath(frame, `finance/orders/${orderId}`)}>
          <ShownText text={order} />
        </a>
      )}
      {trade === null ? null : (
        <span class="list-note soft">
          {ADMIN_FINANCE[language].trade}
          {SITE[language].colon}
          <ShownText text={trade} />
        </span>
      )}
    </>
  );
}

function Organization({ frame, row: { organizationId, organizationName } }: CaseProps) {
  if (organizationId === null) return <>{ADMIN_FINANCE[frame.shell.language].unknown}</>;
  return (
    <a href={adminPath(frame, `organizations/${organizationId}`)}>
      <ShownText text={organizationName ?? organizationId} />
    </a>
  );
}

function Steps({ frame, row: { id, order }, place, steps }: CaseProps & Pick<CasesProps, 'place' | 'steps'>) {
  const words = ADMIN_FINANCE[frame.shell.language];
  return (
    <span class="badges">
      {steps.map((step) => (
        <a
          class="button button-quiet button-small"
          href={adminPath(frame, `finance/${place}/${encodeURIComponent(id)}/${step}`)}
          key={step}
        >
          {words[step]}
          <span class="visually-hidden">
            {' '}
            <ShownText text={order} />
          </span>
        </a>
      ))}
    </span>
  );
}
