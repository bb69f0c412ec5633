import { kindOf } from '../../kit/components/kind-icon.tsx';
import { When } from '../../kit/components/when.tsx';
import { CREDENTIALS } from './words.ts';
import { declarationWord, STATUSES, TONES } from '../../../shared/statuses.ts';
import { FileCell } from '../kit/file-cell.tsx';
import { dashboardPath, type DashboardFrame } from '../kit/frame.ts';
import { ListTable } from '../kit/list-table.tsx';
import { StateBadge } from '../kit/parts.tsx';
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
    <ListTable
      label={words.title}
      rows={credentials}
      columns={[
        { name: words.file, isTitle: true, cell: (row) => <File frame={frame} row={row} /> },
        { name: words.state, cell: (row) => <CredentialBadges row={row} language={language} /> },
        {
          name: words.facts.declaration,
          isShort: true,
          cell: ({ contentType }) => declarationWord(contentType, language),
        },
        { name: words.signedAt, cell: ({ createdAt }) => <When at={createdAt} language={language} /> },
        {
          name: words.public,
          isShort: true,
          cell: ({ id }) => (
            <a href={`/v/${id}`}>
              {words.page}
              <span class="visually-hidden"> {id}</span>
            </a>
          ),
        },
      ]}
    />
  );
}

function File({ frame, row }: { frame: DashboardFrame; row: CredentialRow }) {
  return (
    <>
      <FileCell
        frame={frame}
        name={row.filename}
        pictured={row.pictured}
        kind={kindOf(row.mediaType)}
        href={dashboardPath(frame, `credentials/${row.id}`)}
      />
      <code class="list-note soft">{row.id}</code>
    </>
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
