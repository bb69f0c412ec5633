import type { Role } from '../../../shared/permissions.ts';
import { OPERATIONS, type BoundedOperation } from '../../../shared/operations.ts';
import { ShownText } from '../../kit/components/shown-text.tsx';
import { When } from '../../kit/components/when.tsx';
import { ListTable } from '../../dashboard/kit/list-table.tsx';
import { Empty, Fact, StateBadge, WhenOr } from '../../dashboard/kit/parts.tsx';
import { DASHBOARD } from '../../dashboard/kit/words.ts';
import { formatNumber } from '../../kit/format-number.ts';
import { ROLE_WORDS } from '../../kit/words/roles.ts';
import { AdminPage, adminPath, type AdminFrame } from '../kit/admin-page.tsx';
import { OrganizationFacts, STATUS_TONE, Step, type AdminOrganizationRow } from './page.tsx';
import { ADMIN_ORGANIZATIONS } from './words.ts';
import { SITE } from '../../kit/words/site.ts';

export interface ShownTerms {
  readonly plan: { readonly code: string; readonly version: number; readonly startedAt: string | null };
  readonly limits: readonly {
    readonly operation: BoundedOperation;
    readonly included: number | null;
    readonly changedAt: string;
  }[];
}

export interface MemberRow {
  readonly email: string;
  readonly role: Role;
  readonly lastSeenAt: string | null;
}

interface Props {
  frame: AdminFrame;
  organization: AdminOrganizationRow;
  terms: ShownTerms;
  /** The first of them. */
  members: readonly MemberRow[];
}

/** One organization: what it may use, and who belongs to it. */
export function AdminOrganizationPage({ frame, organization, terms, members }: Props) {
  const { language } = frame.shell;
  const words = ADMIN_ORGANIZATIONS[language];
  const { detail } = words;
  const { id, name, kind, status, memberCount } = organization;
  return (
    <AdminPage frame={frame} title={detail.title} heading={<ShownText text={name} />} lead={detail.lead}>
      <p class="badges">
        <span class="badge">{DASHBOARD[language].organization[kind]}</span>
        <StateBadge tone={STATUS_TONE[status]}>{words.statuses[status]}</StateBadge>
      </p>
      <div class="records">
        <div class="record">
          <OrganizationFacts frame={frame} organization={organization} />
          {status === 'closed' ? null : (
            <p class="record-actions">
              <Step frame={frame} organization={organization} />
            </p>
          )}
        </div>
      </div>
      <h2>{detail.plan}</h2>
      <Terms frame={frame} terms={terms} />
      {status === 'closed' ? null : (
        <p>
          <a class="button button-quiet" href={adminPath(frame, `organizations/${id}/limits`)}>
            {detail.change}
          </a>
        </p>
      )}
      <h2>{detail.members}</h2>
      {members.length === 0 ? <Empty text={detail.noMembers} /> : <Members frame={frame} members={members} />}
      {memberCount > members.length ? (
        <p>
          <a href={adminPath(frame, 'accounts', { organization_id: id })}>{detail.allMembers(memberCount)}</a>
        </p>
      ) : null}
    </AdminPage>
  );
}

function Terms({ frame, terms: { plan, limits } }: Pick<Props, 'frame' | 'terms'>) {
  const { language } = frame.shell;
  const { detail } = ADMIN_ORGANIZATIONS[language];
  return (
    <dl class="record-facts">
      <Fact name={detail.plan}>
        <code>{plan.code}</code> ({detail.version(plan.version)})
        {plan.startedAt === null ? (
          `, ${detail.byDefault}`
        ) : (
          <>
            , {detail.since} <When at={plan.startedAt} language={language} />
          </>
        )}
      </Fact>
      <Fact name={detail.limits}>
        {limits.length === 0 ? detail.noLimits : null}
        {limits.map(({ operation, included, changedAt }) => (
          <div key={operation}>
            {OPERATIONS[operation][language]}
            {SITE[language].colon}
            {included === null ? detail.unlimited : formatNumber(included, language)} ({detail.changed}{' '}
            <When at={changedAt} language={language} />)
          </div>
        ))}
      </Fact>
    </dl>
  );
}

function Members({ frame, members }: Pick<Props, 'frame' | 'members'>) {
  const { language } = frame.shell;
  const { detail } = ADMIN_ORGANIZATIONS[language];
  return (
    <ListTable
      label={detail.members}
      rows={members.map((row) => ({ ...row, id: row.email }))}
      columns={[
        {
          name: detail.member,
          isTitle: true,
          cell: ({ email }) => (
            <a href={adminPath(frame, 'accounts', { email })}>
              <ShownText text={email} />
            </a>
          ),
        },
        { name: detail.role, isShort: true, cell: ({ role }) => ROLE_WORDS[language][role].name },
        {
          name: detail.seen,
          cell: ({ lastSeenAt: at }) => <WhenOr at={at} language={language} otherwise={detail.never} />,
        },
      ]}
    />
  );
}
