import { CutText, ShownText } from '../../kit/components/shown-text.tsx';
import { When } from '../../kit/components/when.tsx';
import { formatBytes } from '../../kit/format-bytes.ts';
import { CREDENTIALS } from './words.ts';
import { declarationWord, STATUSES } from '../../../shared/statuses.ts';
import { CredentialBadges } from './credential-list.tsx';
import { DashboardPage } from '../kit/dashboard-page.tsx';
import { dashboardPath, may, type DashboardFrame } from '../kit/frame.ts';
import { Copyable } from '../kit/parts.tsx';
import type { CredentialRow } from '../kit/rows.ts';

interface Props {
  frame: DashboardFrame;
  credential: CredentialRow;
}

/** The record of a credential, and what the member can do with it. */
export function CredentialPage({ frame, credential }: Props) {
  const { language } = frame.shell;
  const words = CREDENTIALS[language];
  const { id, status } = credential;
  return (
    <DashboardPage frame={frame} title={id} scripts={['copy.js']}>
      <CredentialBadges row={credential} language={language} />
      <p>{STATUSES[language].credential[status].text}</p>
      {credential.isSandbox ? <p class="soft">{words.sandboxText}</p> : null}
      <div class="button-row">
        {status === 'revoked' ? (
          <p class="soft">{words.gone}</p>
        ) : (
          <a class="button" href={dashboardPath(frame, `credentials/${id}/asset`)}>
            {words.download}
          </a>
        )}
        <a class="button button-quiet" href={`/v/${id}`}>
          {words.page}
        </a>
      </div>
      <Facts credential={credential} language={language} />
      <PublicDownload frame={frame} credential={credential} />
      {may(frame, 'credentials:revoke') && (status === 'active' || status === 'suspended') ? (
        <section aria-labelledby="change-title">
          <h2 id="change-title">{words.change}</h2>
          <div class="button-row">
            {(status === 'active' ? (['suspend', 'revoke'] as const) : (['resume', 'revoke'] as const)).map((step) => (
              <a
                class={step === 'revoke' ? 'button button-danger' : 'button button-quiet'}
                href={dashboardPath(frame, `credentials/${id}/${step}`)}
                key={step}
              >
                {words.actions[step].button}
              </a>
            ))}
          </div>
        </section>
      ) : null}
    </DashboardPage>
  );
}

/** Whether the signed file is for everyone, and the step that changes it. */
function PublicDownload({ frame, credential: { id, status, isDownloadPublic } }: Props) {
  const words = CREDENTIALS[frame.shell.language].publicDownload;
  if (status === 'revoked') return null;
  const step = isDownloadPublic ? 'forbid' : 'allow';
  return (
    <section aria-labelledby="download-title">
      <h2 id="download-title">{words.title}</h2>
      <p>{isDownloadPublic ? words.on : words.off}</p>
      {may(frame, 'credentials:revoke') ? (
        <p>
          <a class="button button-quiet" href={dashboardPath(frame, `credentials/${id}/${step}-download`)}>
            {words[step].button}
          </a>
        </p>
      ) : null}
    </section>
  );
}

interface FactsProps {
  credential: CredentialRow;
  language: DashboardFrame['shell']['language'];
}

function Facts({ credential, language }: FactsProps) {
  const { signedAt, facts: words } = CREDENTIALS[language];
  const { reason, suspendedAt, revokedAt } = credential;
  return (
    <dl class="facts">
      {credential.filename === null ? null : (
        <>
          <dt>{words.filename}</dt>
          <dd>
            <CutText text={credential.filename} language={language} />
          </dd>
        </>
      )}
      <dt>{signedAt}</dt>
      <dd>
        <When at={credential.createdAt} language={language} />
      </dd>
      <dt>{words.identity}</dt>
      <dd>
        <ShownText text={credential.identity} />
      </dd>
      <dt>{words.organization}</dt>
      <dd>{credential.organization === null ? words.noOrganization : <ShownText text={credential.organization} />}</dd>
      <dt>{words.declaration}</dt>
      <dd>{declarationWord(credential.contentType, language)}</dd>
      <dt>{words.trust}</dt>
      <dd>{STATUSES[language].trust[credential.trust].heading}</dd>
      <dt>{words.label}</dt>
      <dd>{words.labels[credential.hasLabel === null ? 'unknown' : credential.hasLabel ? 'present' : 'absent']}</dd>
      <dt>{words.timestamp}</dt>
      <dd>{credential.hasTimestamp ? words.timestampYes : words.timestampNo}</dd>
      <dt>{words.mediaType}</dt>
      <dd>
        <code>{credential.mediaType}</code>, {formatBytes(credential.size, language)}
      </dd>
      <dt>{words.sha256}</dt>
      <dd>
        <Copyable id="sha256" text={credential.sha256} language={language} />
      </dd>
      {suspendedAt === null ? null : (
        <>
          <dt>{words.suspendedAt}</dt>
          <dd>
            <When at={suspendedAt} language={language} />
          </dd>
        </>
      )}
      {revokedAt === null ? null : (
        <>
          <dt>{words.revokedAt}</dt>
          <dd>
            <When at={revokedAt} language={language} />
          </dd>
        </>
      )}
      {reason === null ? null : (
        <>
          <dt>{words.reason}</dt>
          <dd>
            <CutText text={reason} language={language} />
          </dd>
        </>
      )}
    </dl>
  );
}
