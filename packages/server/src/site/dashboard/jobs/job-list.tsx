import { ShownText } from '../../kit/components/shown-text.tsx';
import { When } from '../../kit/components/when.tsx';
import { pagePath } from '../../kit/site-map.ts';
import { shortWord, STATUSES, TONES } from '../../../shared/statuses.ts';
import { FileCell } from '../kit/file-cell.tsx';
import { dashboardPath, may, type DashboardFrame } from '../kit/frame.ts';
import { ListTable } from '../kit/list-table.tsx';
import { StateBadge } from '../kit/parts.tsx';
import { JOB_TONE, type JobRow } from '../kit/rows.ts';
import { wordDuration } from './duration.ts';
import { JOBS } from './words.ts';

/** Jobs, each with what came of it. */
export function JobList({ frame, jobs }: { frame: DashboardFrame; jobs: readonly JobRow[] }) {
  const { language } = frame.shell;
  const words = JOBS[language];
  const { columns } = words;
  return (
    <ListTable
      label={words.title}
      rows={jobs}
      columns={[
        { name: columns.file, isTitle: true, cell: (job) => <File frame={frame} job={job} /> },
        { name: columns.result, cell: (job) => <Result frame={frame} job={job} /> },
        { name: columns.kind, isShort: true, cell: ({ kind }) => words.kinds[kind] },
        { name: columns.by, cell: (job) => <By job={job} language={language} /> },
        {
          name: columns.took,
          isNumber: true,
          cell: ({ tookMs }) => (tookMs === null ? '–' : wordDuration(tookMs, language)),
        },
        { name: columns.when, cell: ({ createdAt }) => <When at={createdAt} language={language} /> },
        { name: columns.more, cell: (job) => <Menu frame={frame} job={job} /> },
      ]}
    />
  );
}

interface CellProps {
  frame: DashboardFrame;
  job: JobRow;
}

function resultPath({ shell, org }: DashboardFrame, id: string): string {
  const whose = org === null ? '' : `?org=${encodeURIComponent(org)}`;
  return `${pagePath(shell.language, `results/${id}`)}${whose}`;
}

function File({ frame, job: { id, filename, hasPreview, status } }: CellProps) {
  return (
    <FileCell
      frame={frame}
      name={filename}
      pictured={hasPreview ? id : null}
      kind="document"
      href={status === 'expired' ? null : resultPath(frame, id)}
    />
  );
}

function Result({ frame, job: { kind, status, verdict, credential, problem } }: CellProps) {
  const { language } = frame.shell;
  const words = JOBS[language];
  if (kind === 'signing' && status === 'completed') {
    return (
      <>
        <StateBadge tone="good">{words.signed}</StateBadge>
        {credential === null || !may(frame, 'credentials:read') ? null : (
          <a class="list-note" href={dashboardPath(frame, `credentials/${credential}`)}>
            {words.credential}
          </a>
        )}
      </>
    );
  }
  return (
    <>
      {verdict === null ? (
        <StateBadge tone={JOB_TONE[status]}>{words.status[status]}</StateBadge>
      ) : (
        <StateBadge tone={TONES.provenance[verdict]}>{shortWord(STATUSES[language].provenance[verdict])}</StateBadge>
      )}
      {problem === null ? null : <span class="list-note soft">{problem}</span>}
    </>
  );
}

function By({ job: { key, isByKey }, language }: { job: JobRow; language: DashboardFrame['shell']['language'] }) {
  const words = JOBS[language];
  if (key !== null) return <ShownText text={key} />;
  return <span class="soft short">{isByKey ? words.byDeletedKey : words.byMember}</span>;
}

/** What else can be done with a job. */
function Menu({ frame, job: { id, status, credential, expiresAt } }: CellProps) {
  const { language } = frame.shell;
  const words = JOBS[language];
  return (
    <details class="row-menu">
      <summary>
        <span aria-hidden="true">⋯</span>
        <span class="visually-hidden">{words.menu(id)}</span>
      </summary>
      <ul>
        {credential === null || !may(frame, 'credentials:read') ? null : (
          <li>
            <a href={`/v/${credential}`}>{words.publicPage}</a>
          </li>
        )}
        {expiresAt === null || status === 'expired' ? null : (
          <li class="soft">
            {words.expires} <When at={expiresAt} language={language} />
          </li>
        )}
        <li class="soft">
          <code>{id}</code>
        </li>
      </ul>
    </details>
  );
}
