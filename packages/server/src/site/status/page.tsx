import type { Language } from '../../shared/language.ts';
import type { History, ServiceStatus } from '../../shared/service-status.ts';
import { When } from '../kit/components/when.tsx';
import { Document } from '../kit/document.tsx';
import type { Shell } from '../kit/shell.ts';
import { StateMark } from './status-row.tsx';
import { ComponentList } from './component-list.tsx';
import { Incident, type IncidentRow } from './incident-list.tsx';
import { judgeService } from './judge-parts.ts';
import { ListRows } from './list-rows.tsx';
import { STATUS_PAGE } from './words.ts';

interface Props {
  shell: Shell;
  status: ServiceStatus;
  /** Of the last 90 days; null when it cannot be read. */
  history: History | null;
  /** Newest first; null when they cannot be read. */
  incidents: readonly IncidentRow[] | null;
  signing: { isProduction: boolean; hasTimeStamps: boolean };
}

/** What works at this moment, what was recorded before, and what the operator tells of failures. */
export function StatusPage({ shell, status, history, incidents, signing }: Props) {
  const { language } = shell;
  const words = STATUS_PAGE[language];
  const state = judgeService(status);
  // What is going on comes first, what is over last.
  const isOpen = incidents?.some((incident) => incident.state !== 'resolved') ?? false;
  const summary = { works: words.ready, reduced: words.limited, fails: words.notReady }[state];
  return (
    <Document
      shell={shell}
      head={{ title: words.title, description: words.description, path: 'status', isPublic: true, width: 'wide' }}
    >
      <h1>{words.title}</h1>
      <p class="status-summary">
        <StateMark state={state} word={summary} />
        <span class="soft">
          {words.checkedAt} <When at={status.checkedAt} language={language} />
        </span>
      </p>
      <p class="soft">{words.note}</p>
      {isOpen ? <Incidents incidents={incidents} language={language} /> : null}
      <h2>{words.componentsTitle}</h2>
      <ComponentList components={status.components} history={history} language={language} />
      {isOpen ? null : <Incidents incidents={incidents} language={language} />}
      <h2>{words.trustTitle}</h2>
      <ListRows lists={status.lists} language={language} />
      <h2>{words.signingTitle}</h2>
      <SigningRows shell={shell} signing={signing} />
      <h2>{words.versionTitle}</h2>
      <p>
        {words.version} <code>{status.version}</code>
      </p>
      <p class="soft">
        {words.machines} <a href="/v1/status">/v1/status</a> <a href="/health">/health</a> <a href="/ready">/ready</a>
      </p>
    </Document>
  );
}

function Incidents({ incidents, language }: Pick<Props, 'incidents'> & { language: Language }) {
  const words = STATUS_PAGE[language].incidents;
  return (
    <>
      <h2>{words.title}</h2>
      {incidents === null ? <p class="notice tone-bad">{words.unreadable}</p> : null}
      {incidents?.length === 0 ? <p>{words.none}</p> : null}
      {incidents?.map((incident) => (
        <Incident incident={incident} language={language} key={incident.id} />
      ))}
    </>
  );
}

/** Facts of the settings and no checks, so they carry no mark. */
function SigningRows({ shell, signing }: Pick<Props, 'shell' | 'signing'>) {
  const words = STATUS_PAGE[shell.language].signing;
  const mode = signing.isProduction ? words.production : words.development;
  return (
    <dl class="parts">
      <div>
        <dt>{words.mode}</dt>
        <dd>
          <strong>{mode.state}</strong>
        </dd>
        <dd>{mode.text}</dd>
      </div>
      <div>
        <dt>{words.timeStamps}</dt>
        <dd>
          <strong>{signing.hasTimeStamps ? words.withStamps : words.withoutStamps}</strong>
        </dd>
        <dd>{signing.hasTimeStamps ? words.stamped : words.unstamped}</dd>
      </div>
    </dl>
  );
}
