import type { ProvenanceStatus } from '@revera/provenance';
import type { ComponentChildren } from 'preact';
import type { LastDelivery, UsageFigures } from './figures.ts';
import { DeliveriesSection, UsageSection, VerdictsSection } from './figures-view.tsx';
import type { CredentialRow, JobRow } from '../kit/rows.ts';
import { StateIcon } from '../../kit/components/state-icon.tsx';
import { When } from '../../kit/components/when.tsx';
import { pagePath } from '../../kit/site-map.ts';
import { DASHBOARD } from '../kit/words.ts';
import { OVERVIEW } from './words.ts';
import { JOBS } from '../jobs/words.ts';
import { KEYS } from '../keys/words.ts';
import { CREDENTIALS } from '../credentials/words.ts';
import { CredentialList } from '../credentials/credential-list.tsx';
import { DashboardPage } from '../kit/dashboard-page.tsx';
import { dashboardPath, may, type DashboardFrame } from '../kit/frame.ts';
import { JobList } from '../jobs/job-list.tsx';
import { CodeBlock, Empty } from '../kit/parts.tsx';

interface Props {
  frame: DashboardFrame;
  jobs: readonly JobRow[];
  credentials: readonly CredentialRow[];
  /** Null when this role does not see keys. */
  keys: { usable: number; lastUsedAt: string | null } | null;
  curl: string;
  /** Null when this role does not see usage. */
  usage: UsageFigures | null;
  verdicts: readonly { verdict: ProvenanceStatus; count: number }[];
  /** Null when this role does not see webhooks. */
  deliveries: readonly LastDelivery[] | null;
}

/** The first page after signing in: recent work, and what to do next. */
export function OverviewPage(props: Props) {
  const { frame, jobs, credentials, keys, curl, usage, verdicts, deliveries } = props;
  const { language } = frame.shell;
  const words = OVERVIEW[language];
  const shared = DASHBOARD[language];
  return (
    <DashboardPage frame={frame} title={words.title} scripts={['copy.js']}>
      <NextSteps frame={frame} keys={keys} hasJobs={jobs.length > 0} curl={curl} />
      {usage === null ? null : <UsageSection frame={frame} usage={usage} />}
      <VerdictsSection frame={frame} verdicts={verdicts} />
      <section aria-labelledby="recent-jobs">
        <div class="section-title">
          <h2 id="recent-jobs">{words.jobs}</h2>
          {jobs.length === 0 ? null : <a href={dashboardPath(frame, 'jobs')}>{shared.more}</a>}
        </div>
        {jobs.length === 0 ? (
          <Empty
            text={JOBS[language].empty}
            link={{ href: pagePath(language, 'docs/quick-start'), text: JOBS[language].toStart }}
          />
        ) : (
          <JobList frame={frame} jobs={jobs} />
        )}
      </section>
      <section aria-labelledby="recent-credentials">
        <div class="section-title">
          <h2 id="recent-credentials">{words.credentials}</h2>
          {credentials.length === 0 ? null : <a href={dashboardPath(frame, 'credentials')}>{shared.more}</a>}
        </div>
        {credentials.length === 0 ? (
          <Empty
            text={CREDENTIALS[language].empty}
            link={
              may(frame, 'content:sign')
                ? { href: dashboardPath(frame, 'sign'), text: CREDENTIALS[language].signFirst }
                : undefined
            }
          />
        ) : (
          <CredentialList frame={frame} credentials={credentials} />
        )}
      </section>
      {deliveries === null ? null : <DeliveriesSection frame={frame} deliveries={deliveries} />}
      {keys === null ? null : <Keys frame={frame} keys={keys} />}
    </DashboardPage>
  );
}

interface StepsProps extends Pick<Props, 'frame' | 'keys' | 'curl'> {
  hasJobs: boolean;
}

/** The steps to the first request; shown until all are done. */
function NextSteps({ frame, keys, hasJobs, curl }: StepsProps) {
  const { language } = frame.shell;
  const words = OVERVIEW[language];
  const { verify, key, request } = words.steps;
  const hasKey = (keys?.usable ?? 0) > 0;
  const isVerified = frame.account.isVerified;
  if (keys === null || (isVerified && hasKey && hasJobs)) return null;
  const isKeyNext = isVerified && !hasKey;
  return (
    <section class="card" aria-labelledby="next-steps">
      <h2 id="next-steps">{words.next}</h2>
      <ol class="steps">
        <Step isDone={isVerified} title={verify.title} language={language}>
          <p>{verify.text}</p>
          <p>
            <a href={pagePath(language, 'verify-email')}>{verify.link}</a>
          </p>
        </Step>
        <Step isDone={hasKey} title={key.title} language={language}>
          <p>{key.text}</p>
          {isKeyNext && may(frame, 'keys:manage') ? (
            <a class="button" href={`${dashboardPath(frame, 'keys')}#create`}>
              {key.link}
            </a>
          ) : null}
        </Step>
        <Step isDone={hasJobs} title={request.title} language={language}>
          <p>{request.text}</p>
          {hasKey ? (
            <CodeBlock id="first-request" text={curl} label={KEYS[language].curlLabel} language={language} />
          ) : null}
          <p>
            <a href={pagePath(language, 'docs/quick-start')}>{request.link}</a>
          </p>
        </Step>
      </ol>
    </section>
  );
}

interface StepProps {
  isDone: boolean;
  title: string;
  language: DashboardFrame['shell']['language'];
  children: ComponentChildren;
}

function Step({ isDone, title, language, children }: StepProps) {
  const words = OVERVIEW[language];
  return (
    <li class={isDone ? 'step tone-good' : 'step tone-neutral'}>
      <StateIcon tone={isDone ? 'good' : 'neutral'} />
      <div>
        <h3>
          {title} <span class="step-state">{isDone ? words.stepDone : words.stepOpen}</span>
        </h3>
        {isDone ? null : children}
      </div>
    </li>
  );
}

function Keys({ frame, keys }: { frame: DashboardFrame; keys: NonNullable<Props['keys']> }) {
  const { language } = frame.shell;
  const words = OVERVIEW[language];
  return (
    <section aria-labelledby="usable-keys">
      <div class="section-title">
        <h2 id="usable-keys">{words.keys}</h2>
        <a href={dashboardPath(frame, 'keys')}>{DASHBOARD[language].nav.keys}</a>
      </div>
      <p>
        {keys.usable === 0 ? words.noKeys : words.keyCount(keys.usable)}
        {keys.lastUsedAt === null ? null : (
          <span class="soft">
            {' · '}
            {KEYS[language].lastUsed} <When at={keys.lastUsedAt} language={language} />
          </span>
        )}
      </p>
    </section>
  );
}
