import { pagePath } from '../../kit/site-map.ts';
import { DASHBOARD } from '../words.ts';
import { DashboardPage } from '../kit/dashboard-page.tsx';
import { dashboardPath, type DashboardFrame } from '../kit/frame.ts';
import { JobList } from './job-list.tsx';
import { Empty } from '../kit/parts.tsx';
import type { JobRow } from '../kit/rows.ts';

interface Props {
  frame: DashboardFrame;
  jobs: readonly JobRow[];
  /** Whether the address asked for older ones than the newest. */
  isContinued: boolean;
  /** What the page of the older ones begins after; null: there are none. */
  next: string | null;
}

export function JobsPage({ frame, jobs, isContinued, next }: Props) {
  const { language } = frame.shell;
  const words = DASHBOARD[language];
  return (
    <DashboardPage frame={frame} title={words.jobs.title} lead={words.jobs.lead}>
      {jobs.length > 0 ? (
        <JobList frame={frame} jobs={jobs} />
      ) : isContinued ? (
        <Empty text={words.jobs.emptyPage} />
      ) : (
        <Empty
          text={words.jobs.empty}
          link={{ href: pagePath(language, 'docs/quick-start'), text: words.jobs.toStart }}
        />
      )}
      {isContinued || next !== null ? (
        <nav class="pager" aria-label={words.pager}>
          {isContinued ? (
            <a class="button button-quiet button-small" href={dashboardPath(frame, 'jobs')}>
              {words.first}
            </a>
          ) : null}
          {next === null ? null : (
            <a
              class="button button-quiet button-small"
              href={dashboardPath(frame, 'jobs', { before: next })}
              rel="next"
            >
              {words.older}
            </a>
          )}
        </nav>
      ) : null}
    </DashboardPage>
  );
}
