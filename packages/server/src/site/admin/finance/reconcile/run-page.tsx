import type { ComponentChildren } from 'preact';
import type { PresentedRun } from '../../../../features/finance/index.ts';
import { ScrollTable } from '../../../kit/components/scroll-table.tsx';
import { ShownText } from '../../../kit/components/shown-text.tsx';
import { AdminPage, adminPath, type AdminFrame } from '../../kit/admin-page.tsx';
import { RunBadges, RunFacts, type ReconcileRunRow } from './page.tsx';
import { ADMIN_RECONCILE } from './words.ts';

interface Props {
  frame: AdminFrame;
  run: ReconcileRunRow;
  /** The first of them. */
  items: PresentedRun['items'];
  isTruncated: boolean;
}

/** One comparison, with what differs and what is done about it. */
export function ReconcileRunPage({ frame, run, items, isTruncated }: Props) {
  const { language } = frame.shell;
  const words = ADMIN_RECONCILE[language];
  return (
    <AdminPage frame={frame} title={words.detail} lead={run.id}>
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
    </AdminPage>
  );
}

function Items({ frame, items }: Pick<Props, 'frame' | 'items'>) {
  const words = ADMIN_RECONCILE[frame.shell.language];
  if (items.length === 0) return <p>{words.none}</p>;
  return (
    <ScrollTable label={words.differences}>
      <thead>
        <tr>
          <th scope="col">{words.order}</th>
          <th scope="col">{words.difference}</th>
          <th scope="col">{words.ours}</th>
          <th scope="col">{words.theirs}</th>
          <th scope="col">{words.action}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item, index) => (
          <tr key={index}>
            <th scope="row">
              {item.order_no === null ? null : <ShownText text={item.order_no} />}
              {item.trade_no === null ? null : (
                <>
                  <br />
                  <span class="soft">
                    {words.trade}: <ShownText text={item.trade_no} />
                  </span>
                </>
              )}
            </th>
            <td>{words.classes[item.class]}</td>
            <td>
              <Members known={item.ours} />
            </td>
            <td>
              <Members known={item.theirs} />
            </td>
            <td>
              {words.actions[item.action]}
              {item.action === 'none' ? null : (
                <span class="soft"> ({item.applied ? words.applied : words.notApplied})</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}

/** What one side knows, name by name; the gateway chose some of it. */
function Members({ known }: { known: Readonly<Record<string, unknown>> | null }): ComponentChildren {
  if (known === null) return '—';
  return Object.entries(known).map(([name, value]) => (
    <div key={name}>
      <code>
        <ShownText text={name} />
      </code>{' '}
      <ShownText text={typeof value === 'string' ? value : JSON.stringify(value)} />
    </div>
  ));
}
