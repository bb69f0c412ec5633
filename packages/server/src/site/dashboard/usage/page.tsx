import type { Operation } from '../../../shared/operations.ts';
import { OPERATIONS } from '../../../shared/operations.ts';
import { TextField } from '../../kit/components/fields.tsx';
import { ProblemSummary, type FormState } from '../../kit/components/form.tsx';
import { When } from '../../kit/components/when.tsx';
import { DashboardPage } from '../kit/dashboard-page.tsx';
import { dashboardPath, type DashboardFrame } from '../kit/frame.ts';
import { Empty, Fact } from '../kit/parts.tsx';
import { Days, type DayRow } from './days.tsx';
import { Keys, type KeyRow } from './keys.tsx';
import { USAGE } from './words.ts';
import { formatNumber } from '../../kit/format-number.ts';

/** How an operation stands in the period that is under way. */
export interface StandingRow {
  readonly operation: Operation;
  /** With what was bought besides; null: there is no bound. */
  readonly included: number | null;
  readonly used: number;
  readonly reserved: number;
  readonly extra: number;
}

interface Props {
  frame: DashboardFrame;
  plan: string;
  period: { readonly start: string; readonly end: string };
  standings: readonly StandingRow[];
  days: readonly DayRow[];
  keys: { readonly rows: readonly KeyRow[]; readonly total: number };
  /** The days that are shown, as they were typed. */
  state: FormState;
}

export function UsagePage({ frame, plan, period, standings, days, keys, state }: Props) {
  const { language } = frame.shell;
  const words = USAGE[language];
  return (
    <DashboardPage frame={frame} title={words.title} lead={words.lead} state={state}>
      <section aria-labelledby="usage-period">
        <h2 id="usage-period">{words.period}</h2>
        <dl class="record-facts">
          <Fact name={words.plan}>{plan}</Fact>
          <Fact name={words.resets}>
            <When at={period.end} language={language} />
          </Fact>
        </dl>
        <ul class="meters">
          {standings.map((standing) => (
            <Meter standing={standing} frame={frame} key={standing.operation} />
          ))}
        </ul>
        <p class="soft">{words.note}</p>
      </section>
      <section aria-labelledby="usage-days">
        <h2 id="usage-days">{words.days}</h2>
        <Range frame={frame} state={state} />
        {days.length === 0 ? <Empty text={words.empty} /> : <Days days={days} language={language} />}
      </section>
      {keys.rows.length === 0 ? null : <Keys keys={keys} language={language} />}
    </DashboardPage>
  );
}

/** From this part on, browsers show the meter as a warning; the words below say what is left. */
const NEARLY_USED_UP = 0.8;

export function Meter({ standing, frame }: { standing: StandingRow; frame: DashboardFrame }) {
  const { language } = frame.shell;
  const words = USAGE[language];
  const { operation, included, used, reserved, extra } = standing;
  const number = (value: number) => formatNumber(value, language);
  const name = OPERATIONS[operation][language];
  const left = included === null ? null : Math.max(0, included - used - reserved);
  const id = `meter-${operation}`;
  return (
    <li>
      <div class="record-head">
        <span class="record-title" id={id}>
          {name}
        </span>
        <span>{included === null ? number(used) : words.included(number(used), number(included))}</span>
      </div>
      {included === null ? null : (
        <meter
          min={0}
          max={Math.max(1, included)}
          high={included * NEARLY_USED_UP}
          optimum={0}
          value={Math.min(used + reserved, included)}
          aria-labelledby={id}
        />
      )}
      <p class="soft">
        {left === null ? words.unbounded : left === 0 ? words.usedUp : words.left(number(left))}
        {extra === 0 ? null : ` · ${words.more(number(extra))}`}
        {reserved === 0 ? null : ` · ${words.reserved(number(reserved))}`}
      </p>
    </li>
  );
}

function Range({ frame, state }: { frame: DashboardFrame; state: FormState }) {
  const { language } = frame.shell;
  const words = USAGE[language];
  const form = { id: 'range', state };
  return (
    <>
      <ProblemSummary language={language} form={form} />
      <form
        id="range"
        class="filter-fields"
        method="get"
        action={dashboardPath({ shell: frame.shell, org: null }, 'usage')}
        noValidate
      >
        {frame.org === null ? null : <input type="hidden" name="org" value={frame.org} />}
        <TextField form={form} language={language} name="from" type="date" label={words.from} isAlternative />
        <TextField form={form} language={language} name="to" type="date" label={words.to} isAlternative />
        <div class="button-row">
          <button class="button">{words.show}</button>
          <a href={dashboardPath(frame, 'usage')}>{words.current}</a>
        </div>
      </form>
    </>
  );
}
