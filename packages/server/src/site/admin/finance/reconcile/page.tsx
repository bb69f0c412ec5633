import type { ReconcileMode, ReconcileStatus } from '../../../../shared/billing-words.ts';
import type { Tone } from '../../../../shared/statuses.ts';
import { Empty, Fact, Pager, StateBadge, type PageOf } from '../../../dashboard/kit/parts.tsx';
import { ShownText } from '../../../kit/components/shown-text.tsx';
import { When } from '../../../kit/components/when.tsx';
import { formatNumber } from '../../../kit/format-number.ts';
import { AdminPage, adminPath, type AdminFrame } from '../../kit/admin-page.tsx';
import { FinanceNav } from '../nav.tsx';
import { ADMIN_RECONCILE } from './words.ts';

export interface ReconcileRunRow {
  readonly id: string;
  readonly status: ReconcileStatus;
  readonly mode: ReconcileMode;
  readonly startedAt: string;
  readonly from: string;
  readonly to: string;
  /** Null: the schedule. */
  readonly startedBy: string | null;
  readonly scanned: { readonly ours: number; readonly theirs: number };
  readonly differences: number;
}

interface Props {
  frame: AdminFrame;
  runs: readonly ReconcileRunRow[];
  at: PageOf;
  hasGateway: boolean;
}

/** Every comparison with the gateway, and what came of it. */
export function ReconcileRunsPage({ frame, runs, at, hasGateway }: Props) {
  const { language } = frame.shell;
  const words = ADMIN_RECONCILE[language];
  return (
    <AdminPage frame={frame} title={words.title} lead={words.lead}>
      <FinanceNav frame={frame} />
      {hasGateway ? (
        <p>
          <a class="button" href={adminPath(frame, 'finance/reconcile/new')}>
            {words.start}
          </a>
        </p>
      ) : (
        <p class="soft">{words.noGateway}</p>
      )}
      {runs.length === 0 ? (
        <Empty text={words.empty} />
      ) : (
        <ul class="records">
          {runs.map((run) => (
            <li class="record" key={run.id}>
              <div class="record-head">
                <div class="record-title">
                  <a href={adminPath(frame, `finance/reconcile/${run.id}`)}>
                    <When at={run.startedAt} language={language} />
                  </a>
                </div>
                <RunBadges run={run} frame={frame} />
              </div>
              <RunFacts run={run} frame={frame} />
            </li>
          ))}
        </ul>
      )}
      <Pager
        at={at}
        language={language}
        href={(page) => adminPath(frame, 'finance/reconcile', { page: String(page) })}
      />
    </AdminPage>
  );
}

interface RunProps {
  frame: AdminFrame;
  run: ReconcileRunRow;
}

const TONE: Readonly<Record<ReconcileStatus, Tone>> = { running: 'neutral', completed: 'good', failed: 'bad' };

export function RunBadges({ frame, run: { mode, status } }: RunProps) {
  const words = ADMIN_RECONCILE[frame.shell.language];
  return (
    <p class="badges">
      <span class="badge">{words.modes[mode]}</span>
      <StateBadge tone={TONE[status]}>{words.statuses[status]}</StateBadge>
    </p>
  );
}

export function RunFacts({ frame, run }: RunProps) {
  const { language } = frame.shell;
  const words = ADMIN_RECONCILE[language];
  const number = (value: number) => formatNumber(value, language);
  return (
    <dl class="record-facts">
      <Fact name={words.window}>
        <When at={run.from} language={language} /> – <When at={run.to} language={language} />
      </Fact>
      <Fact name={words.scanned}>{words.scannedText(number(run.scanned.ours), number(run.scanned.theirs))}</Fact>
      <Fact name={words.differences}>{number(run.differences)}</Fact>
      <Fact name={words.by}>{run.startedBy === null ? words.schedule : <ShownText text={run.startedBy} />}</Fact>
    </dl>
  );
}
