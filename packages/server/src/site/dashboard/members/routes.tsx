import type { PageAnswer, PageRoute } from '../../../http/page-route.ts';
import { MembersPage, type InvitationRow, type MemberRow } from './page.tsx';
import {
  countOwners,
  invitationBody,
  inviteMember,
  judgeInvitation,
  listMembers,
  listOpenInvitations,
  revokeInvitation,
  type ListedInvitation,
  type Member,
} from '../../../features/organizations/index.ts';
import type { ShownForm } from '../../kit/form-page.ts';
import { privatePage } from '../../kit/site.ts';
import { memberStepPages } from './step-routes.tsx';
import { grantableRoles } from './grantable-roles.ts';
import { dashboardForm } from '../kit/form.ts';
import { pagingOf } from '../kit/paging.ts';
import { dashboardRoute, type Dashboard, type Visit } from '../kit/visit.ts';

/** Open invitations on the page; organizations that invite more people use a program. */
const INVITATIONS_MAX = 100;

/** The members of the organization and its open invitations, and how to change both. */
export function memberPages(dashboard: Dashboard): PageRoute[] {
  return [
    ...dashboardForm(dashboard, {
      path: 'members',
      permission: { page: 'members:read', form: 'members:manage' },
      recent: 'always',
      rateLimit: 'invitation',
      fields: ['email', 'role'],
      schema: invitationBody,
      run: async (invitation, { context: { language }, member: { accountId, organizationId }, by, done }) => {
        const input = { ...invitation, organizationId, accountId, language, by };
        await inviteMember(dashboard.services.accounts, input);
        return done('members', 'invited');
      },
      page: (visit, shown) => membersPage(dashboard, visit, shown),
    }),
    ...dashboardRoute(dashboard, {
      method: 'POST',
      path: 'invitations/{invitation_id}/revoke',
      recent: 'never',
      permission: 'members:manage',
      handler: (visit) => takeBack(dashboard, visit),
    }),
    ...memberStepPages(dashboard),
  ];
}

async function membersPage(
  { services }: Dashboard,
  { frame, member, context }: Visit,
  { state, answer }: ShownForm,
): Promise<PageAnswer> {
  const { db } = services;
  const paging = pagingOf(context.query);
  const { rows, total } = await listMembers(db, member.organizationId, paging);
  const open = await listOpenInvitations(db, member.organizationId, { limit: INVITATIONS_MAX, offset: 0 });
  const owners = await countOwners(db, member.organizationId);
  return privatePage(
    <MembersPage
      frame={frame}
      members={rows.map((row) => memberRow(row, frame, { self: member.accountId, owners }))}
      at={{ page: paging.page, size: paging.limit, total }}
      invitations={open.rows.map((row) => invitationRow(row, frame))}
      roles={grantableRoles(member.role)}
      state={state}
      asksPassword={!member.isRecentlyAuthenticated}
    />,
    context.language,
    answer,
  );
}

/** What the page offers: the last owner cannot leave. The use case decides again, under its lock. */
function memberRow(row: Member, frame: Visit['frame'], { self, owners }: { self: string; owners: number }): MemberRow {
  const { organization, account } = frame;
  const isSelf = row.account_id === self;
  const isTeam = organization.kind === 'team';
  const mayManage =
    !organization.isSuspended &&
    account.isVerified &&
    judgeInvitation(organization.role, row.role, 'team') === 'allowed';
  return {
    accountId: row.account_id,
    email: row.email,
    name: row.name,
    role: row.role,
    joinedAt: row.created_at.toISOString(),
    isSelf,
    mayChange: isTeam && mayManage,
    mayRemove: isTeam && (isSelf ? !(row.role === 'owner' && owners === 1) : mayManage),
  };
}

function invitationRow(row: ListedInvitation, frame: Visit['frame']): InvitationRow {
  const { id, email, role, expires_at, is_over } = row;
  const { organization, account } = frame;
  return {
    id,
    email,
    role,
    expiresAt: expires_at.toISOString(),
    isOver: is_over,
    mayRevoke:
      !organization.isSuspended &&
      account.isVerified &&
      judgeInvitation(organization.role, role, organization.kind) === 'allowed',
  };
}

async function takeBack({ services }: Dashboard, { context, member, by, done }: Visit): Promise<PageAnswer> {
  const { accountId, organizationId } = member;
  const invitationId = context.params['invitation_id'] ?? '';
  await revokeInvitation(services.accounts, { organizationId, accountId, invitationId, by });
  return done('members', 'invitation_revoked');
}
