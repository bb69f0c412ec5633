import { When } from '../../kit/components/when.tsx';
import { CREDENTIALS } from './words.ts';
import { declarationWord, STATUSES, TONES } from '../../../shared/statuses.ts';
import { dashboardPath, type DashboardFrame } from '../kit/frame.ts';
import { Fact, StateBadge } from '../kit/parts.tsx';
import type { CredentialRow } from '../kit/rows.ts';

export function CredentialList({
  frame,
  credentials,
}: {
  frame: DashboardFrame;
  credentials: readonly CredentialRow[];
}) {
  const { language } = frame.shell;
  const words = CREDENTIALS[language];
  return (
    <ul class="records">
      {credentials.map((row) => (
        <li class="record" key={row.id}>
          <div class="record-head">
            <div class="record-title">
              <a class="mono" href={dashboardPath(frame, `credentials/${row.id}`)}>
                {row.id}
              </a>
            </div>
            <CredentialBadges row={row} language={language} />
          </div>
          <dl class="record-facts">
            <Fact name={words.signedAt}>
              <When at={row.createdAt} language={language} />
            </Fact>
            <Fact name={words.facts.declaration}>{declarationWord(row.contentType, language)}</Fact>
            <Fact name={words.facts.mediaType}>{row.mediaType}</Fact>
          </dl>
          <p class="record-actions">
            <a class="button button-quiet button-small" href={`/v/${row.id}`}>
              {words.page}
              <span class="visually-hidden"> {row.id}</span>
            </a>
          </p>
        </li>
      ))}
    </ul>
  );
}

interface BadgesProps {
  row: CredentialRow;
  language: DashboardFrame['shell']['language'];
}

export function CredentialBadges({ row, language }: BadgesProps) {
  return (
    <p class="badges">
      {row.isSandbox ? <span class="badge">{CREDENTIALS[language].sandbox}</span> : null}
      <StateBadge tone={TONES.credential[row.status]}>{STATUSES[language].credential[row.status].heading}</StateBadge>
    </p>
  );
}
