import type { ServiceStatus } from '../../shared/service-status.ts';
import { When } from '../kit/components/when.tsx';
import { Document } from '../kit/document.tsx';
import type { Shell } from '../kit/shell.ts';
import { StateMark, StatusRow } from './status-row.tsx';
import { judgeService, partRows } from './judge-parts.ts';
import { ListRows } from './list-rows.tsx';
import { STATUS_PAGE } from './words.ts';

interface Props {
  shell: Shell;
  status: ServiceStatus;
  signing: { isProduction: boolean; hasTimeStamps: boolean };
}

/** Which parts work at this moment; nothing of the past, which nobody measured. */
export function StatusPage({ shell, status, signing }: Props) {
  const { language } = shell;
  const words = STATUS_PAGE[language];
  const state = judgeService(status);
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
      <h2>{words.partsTitle}</h2>
      <dl class="parts">
        {partRows(status, words).map((row) => (
          <StatusRow {...row} word={words.state[row.state]} key={row.name} />
        ))}
      </dl>
      <h2>{words.trustTitle}</h2>
      <ListRows lists={status.lists} language={language} />
      <h2>{words.signingTitle}</h2>
      <SigningRows shell={shell} signing={signing} />
      <h2>{words.versionTitle}</h2>
      <p>
        {words.version} <code>{status.version}</code>
      </p>
      <p class="soft">
        {words.machines} <a href="/health">/health</a> <a href="/ready">/ready</a>
      </p>
    </Document>
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
