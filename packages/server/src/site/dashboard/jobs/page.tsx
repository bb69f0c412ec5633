import { SelectField, TextField } from '../../kit/components/fields.tsx';
import type { FormState } from '../../kit/components/form.tsx';
import { formatNumber } from '../../kit/format-number.ts';
import { pagePath } from '../../kit/site-map.ts';
import { DASHBOARD } from '../kit/words.ts';
import { JOBS } from './words.ts';
import { DashboardPage } from '../kit/dashboard-page.tsx';
import { dashboardPath, type DashboardFrame } from '../kit/frame.ts';
import { ListFilter } from '../kit/list-filter.tsx';
import { JOB_KINDS, JOB_STATES } from './states.ts';
import { JobList } from './job-list.tsx';
import { Empty } from '../kit/parts.tsx';
import type { JobRow } from '../kit/rows.ts';

interface Props {
  frame: DashboardFrame;
  jobs: readonly JobRow[];
  /** Whether the address asked for those that follow the first page. */
  isContinued: boolean;
  /** What the next page begins after; null: there is none. */
  next: string | null;
  /** The filter as it was typed. */
  state: FormState;
  /** How many jobs a file has at most. */
  exportedMost: number;
  /** How many jobs a search looks through. */
  searchedMost: number;
}

export function JobsPage(props: Props) {
  const { frame, jobs, isContinued, state, exportedMost } = props;
  const { language } = frame.shell;
  const words = JOBS[language];
  const asked = askedIn(state);
  const isFiltered = Object.keys(asked).length > 0;
  return (
    <DashboardPage
      frame={frame}
      title={words.title}
      lead={words.lead}
      state={state}
      action={
        jobs.length === 0 ? null : (
          <a class="button button-quiet" href={dashboardPath(frame, 'jobs/export', asked)} download>
            {words.export}
          </a>
        )
      }
    >
      {jobs.length === 0 && !isFiltered && !isContinued ? (
        <Empty text={words.empty} link={{ href: pagePath(language, 'docs/quick-start'), text: words.toStart }} />
      ) : (
        <>
          <Filter {...props} />
          {jobs.length > 0 ? (
            <JobList frame={frame} jobs={jobs} />
          ) : isContinued ? (
            <Empty text={words.emptyPage} />
          ) : (
            <Empty text={DASHBOARD[language].list.nothing} />
          )}
          <Pages {...props} />
          <p class="soft">{words.exportNote(formatNumber(exportedMost, language))}</p>
        </>
      )}
    </DashboardPage>
  );
}

function askedIn({ values }: FormState): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}

function Filter({ frame, state, searchedMost }: Props) {
  const { language } = frame.shell;
  const words = JOBS[language];
  const { list } = DASHBOARD[language];
  const common = { form: { id: 'filter', state }, language, isOptional: true } as const;
  const all = { value: '', label: list.all };
  return (
    <ListFilter frame={frame} section="jobs" state={state}>
      <TextField
        {...common}
        name="q"
        type="search"
        label={words.search}
        hint={words.searchHint(formatNumber(searchedMost, language))}
        maxLength={200}
      />
      <SelectField
        {...common}
        name="status"
        label={words.state}
        options={[all, ...JOB_STATES.map((value) => ({ value, label: words.status[value] }))]}
      />
      <SelectField
        {...common}
        name="kind"
        label={words.columns.kind}
        options={[all, ...JOB_KINDS.map((value) => ({ value, label: words.kinds[value] }))]}
      />
      <TextField {...common} name="from" type="date" label={list.from} />
      <TextField {...common} name="to" type="date" label={list.to} />
      <SelectField
        {...common}
        name="sort"
        label={list.sort}
        options={[
          { value: '', label: list.newest },
          { value: 'oldest', label: list.oldest },
        ]}
      />
    </ListFilter>
  );
}

function Pages({ frame, isContinued, next, state }: Props) {
  const { language } = frame.shell;
  const shared = DASHBOARD[language];
  const asked = askedIn(state);
  const isOldestFirst = asked['sort'] === 'oldest';
  if (!isContinued && next === null) return null;
  return (
    <nav class="pager" aria-label={shared.pager}>
      {isContinued ? (
        <a class="button button-quiet button-small" href={dashboardPath(frame, 'jobs', asked)}>
          {isOldestFirst ? shared.list.toOldest : shared.first}
        </a>
      ) : null}
      {next === null ? null : (
        <a
          class="button button-quiet button-small"
          href={dashboardPath(frame, 'jobs', { ...asked, before: next })}
          rel="next"
        >
          {isOldestFirst ? shared.newer : shared.older}
        </a>
      )}
    </nav>
  );
}
