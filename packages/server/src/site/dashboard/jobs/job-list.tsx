import { CutText } from '../../kit/components/shown-text.tsx';
import { When } from '../../kit/components/when.tsx';
import { pagePath } from '../../kit/site-map.ts';
import { DASHBOARD } from '../kit/words.ts';
import { JOBS } from './words.ts';
import { shortWord, STATUSES, TONES } from '../../../shared/statuses.ts';
import type { DashboardFrame } from '../kit/frame.ts';
import { Fact, StateBadge } from '../kit/parts.tsx';
import { JOB_TONE, type JobRow } from '../kit/rows.ts';

/** Jobs, each with its verdict where it has one. */
export function JobList({ frame, jobs }: { frame: DashboardFrame; jobs: readonly JobRow[] }) {
  return (
    <ul class="records">
      {jobs.map((job) => (
        <Job frame={frame} job={job} key={job.id} />
      ))}
    </ul>
  );
}

function Job({ frame, job }: { frame: DashboardFrame; job: JobRow }) {
  const { language } = frame.shell;
  const words = JOBS[language];
  const shared = DASHBOARD[language];
  const { id, kind, status, filename, verdict, problem, createdAt, expiresAt } = job;
  const org = frame.org === null ? '' : `?org=${encodeURIComponent(frame.org)}`;
  return (
    <li class="record">
      <div class="record-head">
        <div class="record-title">
          {filename === null ? (
            <span class="soft">{shared.unnamed}</span>
          ) : (
            <CutText text={filename} language={language} />
          )}
        </div>
        <p class="badges">
          {verdict === null ? (
            <StateBadge tone={JOB_TONE[status]}>{words.status[status]}</StateBadge>
          ) : (
            <StateBadge tone={TONES.provenance[verdict]}>
              {shortWord(STATUSES[language].provenance[verdict])}
            </StateBadge>
          )}
        </p>
      </div>
      {problem === null ? null : <p>{problem}</p>}
      <dl class="record-facts">
        <Fact name={shared.created}>
          <When at={createdAt} language={language} />
        </Fact>
        <Fact name={words.kind}>{words.kinds[kind]}</Fact>
        {expiresAt === null || status === 'expired' ? null : (
          <Fact name={words.expires}>
            <When at={expiresAt} language={language} />
          </Fact>
        )}
        <Fact name={shared.id}>
          <code>{id}</code>
        </Fact>
      </dl>
      {status === 'expired' ? null : (
        <p class="record-actions">
          <a class="button button-quiet button-small" href={`${pagePath(language, `results/${id}`)}${org}`}>
            {words.open}
            <span class="visually-hidden"> {id}</span>
          </a>
        </p>
      )}
    </li>
  );
}
