import type { PresentedStatement } from '../../../../features/billing/documents/index.ts';
import { SelectField } from '../../../kit/components/fields.tsx';
import { PostForm, ProblemSummary, type FormState } from '../../../kit/components/form.tsx';
import { ScrollTable } from '../../../kit/components/scroll-table.tsx';
import { formatNumber } from '../../../kit/format-number.ts';
import { DashboardPage } from '../../kit/dashboard-page.tsx';
import { dashboardPath, may, type DashboardFrame } from '../../kit/frame.ts';
import { Empty } from '../../kit/parts.tsx';
import { BillingNav } from '../nav.tsx';
import { Older } from '../older.tsx';
import { moneyOf } from '../parts.tsx';
import { STATEMENTS } from './words.ts';

interface Props {
  frame: DashboardFrame;
  statements: readonly PresentedStatement[];
  next: string | null;
  /** Months that a statement can be made of. */
  unmade: readonly string[];
  state: FormState;
}

/** The statements, the newest month first. */
export function StatementsPage({ frame, statements, next, unmade, state }: Props) {
  const words = STATEMENTS[frame.shell.language];
  return (
    <DashboardPage frame={frame} title={words.title} lead={words.lead} state={state}>
      <BillingNav frame={frame} />
      {statements.length === 0 ? <Empty text={words.none} /> : <Table frame={frame} statements={statements} />}
      <Older frame={frame} section="billing/statements" next={next} />
      {unmade.length > 0 && may(frame, 'billing:write') ? (
        <MakeForm frame={frame} unmade={unmade} state={state} />
      ) : null}
    </DashboardPage>
  );
}

function Table({ frame, statements }: Pick<Props, 'frame' | 'statements'>) {
  const { language } = frame.shell;
  const words = STATEMENTS[language];
  return (
    <ScrollTable label={words.title}>
      <thead>
        <tr>
          <th scope="col">{words.month}</th>
          {[words.opening, words.credit, words.debit, words.closing, words.entries].map((name) => (
            <th scope="col" class="number" key={name}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {statements.map(({ id, month, opening_minor, credit_minor, debit_minor, closing_minor, entry_count }) => (
          <tr key={id}>
            <th scope="row">
              <a href={dashboardPath(frame, `billing/statements/${id}`)}>{month}</a>
            </th>
            <td class="number">{moneyOf(opening_minor, language)}</td>
            <td class="number">{moneyOf(credit_minor, language)}</td>
            <td class="number">{moneyOf(debit_minor, language)}</td>
            <td class="number">{moneyOf(closing_minor, language)}</td>
            <td class="number">{formatNumber(entry_count, language)}</td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}

function MakeForm({ frame, unmade, state }: Pick<Props, 'frame' | 'unmade' | 'state'>) {
  const { language } = frame.shell;
  const words = STATEMENTS[language];
  const form = { id: 'make', state };
  return (
    <section class="card" aria-labelledby="make-title">
      <h2 id="make-title">{words.makeTitle}</h2>
      <p>{words.makeText}</p>
      <ProblemSummary language={language} form={form} />
      <PostForm id={form.id} action={dashboardPath(frame, 'billing/statements')} csrf={frame.csrf}>
        <SelectField
          form={form}
          language={language}
          name="month"
          label={words.month}
          options={unmade.map((month) => ({ value: month, label: month }))}
        />
        <button class="button">{words.make}</button>
      </PostForm>
    </section>
  );
}
