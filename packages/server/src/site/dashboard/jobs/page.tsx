import { pagePath } from '../../kit/site-map.ts';
import { DASHBOARD } from '../kit/words.ts';
import { JOBS } from './words.ts';
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
  const words = JOBS[language];
  const shared = DASHBOARD[language];
  return (
    <DashboardPage frame={frame} title={words.title} lead={words.lead}>
      {jobs.length > 0 ? (
        <JobList frame={frame} jobs={jobs} />
      ) : isContinued ? (
        <Empty text={words.emptyPage} />
      ) : (
        <Empty text={words.empty} link={{ href: pagePath(language, 'docs/quick-start'), text: words.toStart }} />
      )}
      {isContinued || next !== null ? (
        <nav class="pager" aria-label={shared.pager}>
          {isContinued ? (
            <a class="button button-quiet button-small" href={dashboardPath(frame, 'jobs')}>
              {shared.first}
            </a>
          ) : null}
          {next === null ? null : (
            <a
              class="button button-quiet button-small"
              href={dashboardPath(frame, 'jobs', { before: next })}
              rel="next"
            >
              {shared.older}
            </a>
          )}
        </nav>
      ) : null}
    </DashboardPage>
  );
}
