import type { ComponentChildren } from 'preact';
import { ProblemSummary, type FormState } from '../../kit/components/form.tsx';
import type { Language } from '../../../shared/language.ts';
import { dashboardPath, type DashboardFrame } from './frame.ts';
import { DASHBOARD } from './words.ts';

interface FilterProps {
  language: Language;
  /** Where the list is, and where it is without a filter. */
  action: string;
  reset: string;
  hidden?: Readonly<Record<string, string>>;
  state: FormState;
  /** The fields; a search has the widest place. */
  children: ComponentChildren;
}

/** What a list is narrowed by, in its address: it works without scripts, and can be sent to others. */
export function FilterForm({ language, action, reset, hidden = {}, state, children }: FilterProps) {
  const { list } = DASHBOARD[language];
  const isUsed = Object.values(state.values).some((value) => value !== '');
  return (
    <search class="card list-filter">
      <ProblemSummary language={language} form={{ id: 'filter', state }} />
      <form id="filter" class="filter-fields" method="get" action={action} noValidate>
        {Object.entries(hidden).map(([name, value]) => (
          <input type="hidden" name={name} value={value} key={name} />
        ))}
        {children}
        <div class="button-row">
          <button class="button">{list.submit}</button>
          {isUsed ? <a href={reset}>{list.reset}</a> : null}
        </div>
      </form>
    </search>
  );
}

interface Props extends Pick<FilterProps, 'state' | 'children'> {
  frame: DashboardFrame;
  section: string;
}

/** The filter of a list of the dashboard. */
export function ListFilter({ frame, section, state, children }: Props) {
  return (
    <FilterForm
      language={frame.shell.language}
      action={dashboardPath({ shell: frame.shell, org: null }, section)}
      reset={dashboardPath(frame, section)}
      hidden={frame.org === null ? {} : { org: frame.org }}
      state={state}
    >
      {children}
    </FilterForm>
  );
}
