import { ERROR_CODES } from '../../../shared/error-codes.ts';
import type { ServiceStatus } from '../../../shared/service-status.ts';
import { Empty, wordIn } from '../../dashboard/kit/parts.tsx';
import { ListTable } from '../../dashboard/kit/list-table.tsx';
import { CutText, ShownText } from '../../kit/components/shown-text.tsx';
import { When } from '../../kit/components/when.tsx';
import { formatNumber } from '../../kit/format-number.ts';
import { StatusRow } from '../../status/status-row.tsx';
import { AdminPage, adminPath, type AdminFrame } from '../kit/admin-page.tsx';
import { ADMIN } from '../kit/words.ts';
import { partRows } from './part-rows.ts';
import { ADMIN_JOBS } from './words.ts';

export interface DepthRow extends Readonly<Record<'waiting' | 'running' | 'completed' | 'failed', number>> {
  readonly kind: string;
}

export interface FailedRow {
  readonly id: string;
  readonly kind: string;
  readonly organizationId: string | null;
  readonly organizationName: string | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly at: string;
}

interface Props {
  frame: AdminFrame;
  status: ServiceStatus;
  depths: readonly DepthRow[];
  failed: readonly FailedRow[];
}

/** What the service is made of, what waits, and what failed. */
export function AdminJobsPage({ frame, status, depths, failed }: Props) {
  const { language } = frame.shell;
  const words = ADMIN_JOBS[language];
  return (
    <AdminPage frame={frame} title={ADMIN[language].tabs.jobs} lead={words.lead}>
      <h2>{words.partsTitle}</h2>
      <dl class="parts">
        {partRows(status, words).map((row) => (
          <StatusRow {...row} word={words.state[row.state]} key={row.name} />
        ))}
      </dl>
      <h2>{words.depth.title}</h2>
      {depths.length === 0 ? <Empty text={words.depth.empty} /> : <Depths frame={frame} depths={depths} />}
      <h2>{words.recent.title}</h2>
      {failed.length === 0 ? <Empty text={words.recent.empty} /> : <Failures frame={frame} failed={failed} />}
    </AdminPage>
  );
}

function Depths({ frame, depths }: Pick<Props, 'frame' | 'depths'>) {
  const { language } = frame.shell;
  const { depth, kinds } = ADMIN_JOBS[language];
  const columns = ['waiting', 'running', 'completed', 'failed'] as const;
  return (
    <ListTable
      label={depth.title}
      rows={depths.map((row) => ({ ...row, id: row.kind }))}
      columns={[
        { name: depth.kind, isTitle: true, cell: ({ kind }) => wordIn(kinds, kind) },
        ...columns.map((column) => ({
          name: depth[column],
          isNumber: true,
          cell: (row: (typeof depths)[number]) => formatNumber(row[column], language),
        })),
      ]}
    />
  );
}

const CODES: Readonly<Record<string, { readonly message: Readonly<Record<'en' | 'zh-CN', string>> }>> = ERROR_CODES;

function Failures({ frame, failed }: Pick<Props, 'frame' | 'failed'>) {
  const { language } = frame.shell;
  const { recent, kinds } = ADMIN_JOBS[language];
  return (
    <ListTable
      label={recent.title}
      rows={failed}
      columns={[
        {
          name: recent.job,
          isTitle: true,
          cell: ({ id, kind }) => (
            <>
              {wordIn(kinds, kind)}
              <code class="list-note">{id}</code>
            </>
          ),
        },
        {
          name: recent.reason,
          cell: ({ code, message }) => (
            <>
              {code === null ? null : (
                <>
                  {Object.hasOwn(CODES, code) ? CODES[code]?.message[language] : null} <code>{code}</code>
                </>
              )}
              {message === null ? null : (
                <>
                  {' '}
                  <CutText text={message} language={language} />
                </>
              )}
            </>
          ),
        },
        {
          name: recent.organization,
          cell: ({ organizationId, organizationName }) =>
            organizationId === null ? (
              recent.anonymous
            ) : (
              <a href={adminPath(frame, `organizations/${organizationId}`)}>
                <ShownText text={organizationName ?? organizationId} />
              </a>
            ),
        },
        { name: recent.when, cell: ({ at }) => <When at={at} language={language} /> },
      ]}
    />
  );
}
