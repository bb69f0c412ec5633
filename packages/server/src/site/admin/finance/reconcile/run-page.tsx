import type { ComponentChildren } from 'preact';
import type { PresentedRun } from '../../../../features/finance/index.ts';
import { SITE } from '../../../kit/words/site.ts';
import { ListTable } from '../../../dashboard/kit/list-table.tsx';
import { ShownText } from '../../../kit/components/shown-text.tsx';
import type { Language } from '../../../../shared/language.ts';
import { BILLING } from '../../../dashboard/billing/words.ts';
import { moneyOf } from '../../../dashboard/billing/parts.tsx';
import { wordIn } from '../../../dashboard/kit/parts.tsx';
import { AdminPage, adminPath, type AdminFrame } from '../../kit/admin-page.tsx';
import { FinanceNav } from '../nav.tsx';
import { RunBadges, RunFacts, type ReconcileRunRow } from './page.tsx';
import { dayAt } from '../days.ts';
import { ADMIN_RECONCILE } from './words.ts';

interface Props {
  frame: AdminFrame;
  run: ReconcileRunRow;
  /** The first of them. */
  items: PresentedRun['items'];
  isTruncated: boolean;
  hasGateway: boolean;
}

/** One comparison, with what differs and what is done about it. */
export function ReconcileRunPage({ frame, run, items, isTruncated, hasGateway }: Props) {
  const { language } = frame.shell;
  const words = ADMIN_RECONCILE[language];
  return (
    <AdminPage frame={frame} title={words.detail} lead={run.id}>
      <FinanceNav frame={frame} />
      <p>
        <a href={adminPath(frame, 'finance/reconcile')}>{words.back}</a>
      </p>
      <RunBadges frame={frame} run={run} />
      <RunFacts frame={frame} run={run} />
      <h2>{words.differences}</h2>
      {isTruncated ? <p class="notice tone-warning">{words.truncated}</p> : null}
      {run.status === 'completed' ? (
        <Items frame={frame} items={items} />
      ) : (
        <p>{run.status === 'running' ? words.runningText : words.failedText}</p>
      )}
      <p class="button-row">
        {run.status === 'running' ? (
          <a class="button button-quiet" href={adminPath(frame, `finance/reconcile/${run.id}`)}>
            {words.refresh}
          </a>
        ) : null}
        {hasGateway && run.status === 'completed' && run.mode === 'dry_run' && items.length > 0 ? (
          <a class="button button-quiet" href={adminPath(frame, 'finance/reconcile/new', againOf(run))}>
            {words.actOn}
          </a>
        ) : null}
      </p>
    </AdminPage>
  );
}

/** The same days, to be acted on. */
function againOf({ from, to }: ReconcileRunRow): Record<string, string> {
  return { mode: 'apply', from: dayAt(new Date(from)), to: dayAt(new Date(Date.parse(to) - 1)) };
}

function Items({ frame, items }: Pick<Props, 'frame' | 'items'>) {
  const { language } = frame.shell;
  const words = ADMIN_RECONCILE[language];
  if (items.length === 0) return <p>{words.none}</p>;
  return (
    <ListTable
      label={words.differences}
      rows={items.map((item, index) => ({ ...item, id: String(index) }))}
      columns={[
        { name: words.order, isTitle: true, cell: (item) => <Numbers frame={frame} item={item} /> },
        { name: words.difference, cell: (item) => words.classes[item.class] },
        { name: words.ours, cell: ({ ours }) => <Members known={ours} language={language} /> },
        { name: words.theirs, cell: ({ theirs }) => <Members known={theirs} language={language} /> },
        {
          name: words.action,
          cell: ({ action, applied }) => (
            <>
              {words.actions[action]}
              {action === 'none' ? null : <span class="soft"> ({applied ? words.applied : words.notApplied})</span>}
            </>
          ),
        },
      ]}
    />
  );
}

/** Under which numbers an order is known, here and at the gateway. */
function Numbers({ frame, item }: { frame: AdminFrame; item: PresentedRun['items'][number] }) {
  const { language } = frame.shell;
  return (
    <>
      {item.order_no === null ? null : (
        <a href={adminPath(frame, `finance/orders/${encodeURIComponent(item.order_no)}`)}>
          <ShownText text={item.order_no} />
        </a>
      )}
      {item.trade_no === null ? null : (
        <span class="list-note soft">
          {ADMIN_RECONCILE[language].trade}
          {SITE[language].colon}
          <ShownText text={item.trade_no} />
        </span>
      )}
    </>
  );
}

/** What one side knows, name by name; the gateway chose some of it. */
function Members({
  known,
  language,
}: {
  known: Readonly<Record<string, unknown>> | null;
  language: Language;
}): ComponentChildren {
  if (known === null) return '—';
  const { member } = ADMIN_RECONCILE[language];
  return Object.entries(known)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => (
      <div key={name}>
        <span class="soft">
          <ShownText text={wordIn(member, name)} />
        </span>{' '}
        <ShownText text={wordValue(name, value, language)} />
      </div>
    ));
}

function wordValue(name: string, value: unknown, language: Language): string {
  if (name.endsWith('_minor') && Number.isSafeInteger(value)) return moneyOf(Number(value), language);
  if (typeof value !== 'string') return JSON.stringify(value);
  return name === 'status' ? wordIn(BILLING[language].orderStatus, value) : value;
}
