import type { ComponentChildren } from 'preact';
import { ProblemSummary, type FormState } from '../../kit/components/form.tsx';
import { dashboardPath, type DashboardFrame } from './frame.ts';
import { DASHBOARD } from './words.ts';

interface Props {
  frame: DashboardFrame;
  section: string;
  state: FormState;
  /** The fields; a search has the widest place. */
  children: ComponentChildren;
}

/** What a list is narrowed by, in its address: it works without scripts, and can be sent to others. */
export function ListFilter({ frame, section, state, children }: Props) {
  const { language } = frame.shell;
  const { list } = DASHBOARD[language];
  const isUsed = Object.values(state.values).some((value) => value !== '');
  return (
    <search class="card list-filter">
      <ProblemSummary language={language} form={{ id: 'filter', state }} />
      <form
        id="filter"
        class="filter-fields"
        method="get"
        action={dashboardPath({ shell: frame.shell, org: null }, section)}
        noValidate
      >
        {frame.org === null ? null : <input type="hidden" name="org" value={frame.org} />}
        {children}
        <div class="button-row">
          <button class="button">{list.submit}</button>
          {isUsed ? <a href={dashboardPath(frame, section)}>{list.reset}</a> : null}
        </div>
      </form>
    </search>
  );
}
