import { NO_INPUT } from '../../kit/form-page.ts';
import { redirect, type PageRoute } from '../../../http/page-route.ts';
import { AppError } from '../../../shared/app-error.ts';
import { can } from '../../../shared/permissions.ts';
import { ShownText } from '../../kit/components/shown-text.tsx';
import { confirmStep } from '../kit/confirm-routes.tsx';
import { dashboardPath } from '../kit/frame.ts';
import { MemberKeys } from './member-keys.tsx';
import { RoleField } from './page.tsx';
import type { KeyRow } from '../kit/rows.ts';
import { visibleText } from '../../kit/visible-text.ts';
import { MEMBERS } from './words.ts';
import { listKeysMadeBy } from '../../../features/api-keys/index.ts';
import { changeRole, findMember, removeMember, roleBody } from '../../../features/organizations/index.ts';
import { grantableRoles } from './grantable-roles.ts';
import { keyRow } from '../kit/present.ts';
import type { Dashboard, Visit } from '../kit/visit.ts';

/** The two steps that need a recent password: changing a member's role, and removing a member. */
export function memberStepPages(dashboard: Dashboard): PageRoute[] {
  return [...roleStep(dashboard), ...removalStep(dashboard)];
}

/** The box for the keys is ticked until somebody clears it. */
const REVOKES_KEYS = 'revoke_keys';

function roleStep(dashboard: Dashboard): PageRoute[] {
  return confirmStep(dashboard, {
    path: 'members/{account_id}/role',
    back: 'members',
    permission: 'members:manage',
    recent: 'always',
    fields: ['role', REVOKES_KEYS],
    schema: roleBody,
    input: (form) => ({ role: form.get('role') ?? '', revoke_keys: form.has(REVOKES_KEYS) }),
    run: async ({ role, revoke_keys: revokesKeys }, { context, member, by, done }) => {
      const { accountId, organizationId } = member;
      const memberId = context.params['account_id'] ?? '';
      await changeRole(dashboard.services.accounts, { organizationId, accountId, memberId, role, revokesKeys, by });
      return done('members', 'role_changed');
    },
    describe: async (visit, form) => {
      const { frame, member, context } = visit;
      const { language } = context;
      const target = await getTarget(dashboard, visit);
      const words = MEMBERS[language];
      const name = target.name === '' ? target.email : target.name;
      return {
        title: words.changeTitle,
        subject: <ShownText text={target.email} />,
        text: words.about,
        button: words.change,
        isDanger: false,
        asks: (
          <>
            <RoleField
              form={form}
              language={language}
              label={words.newRole(visibleText(name))}
              roles={grantableRoles(member.role)}
              initial={target.role}
            />
            <MemberKeys
              frame={frame}
              state={form.state}
              keys={can(target.role, 'keys:manage') ? await keysOf(dashboard, visit, target.account_id) : []}
              isSelf={target.account_id === member.accountId}
              label={words.keysRevokeForRole}
            />
          </>
        ),
      };
    },
  });
}

function removalStep(dashboard: Dashboard): PageRoute[] {
  return confirmStep(dashboard, {
    path: 'members/{account_id}/remove',
    back: 'members',
    // Everyone may leave; the use case knows who may remove others.
    permission: 'organization:read',
    recent: 'always',
    ...NO_INPUT,
    fields: [REVOKES_KEYS],
    run: async (_, { context, member, by, done, frame }) => {
      const { accountId, organizationId, isEmailVerified } = member;
      const memberId = context.params['account_id'] ?? '';
      const revokesKeys = context.form.has(REVOKES_KEYS);
      const removal = { organizationId, accountId, isEmailVerified, memberId, revokesKeys, by };
      await removeMember(dashboard.services.accounts, removal);
      // Members who left can no longer open the page of the organization.
      return memberId === accountId
        ? redirect(dashboardPath({ shell: frame.shell, org: null }, '', { done: 'left' }))
        : done('members', 'member_removed');
    },
    describe: async (visit, { state }) => {
      const { frame, member, context } = visit;
      const target = await getTarget(dashboard, visit);
      const words = MEMBERS[context.language];
      const isSelf = target.account_id === member.accountId;
      return {
        title: isSelf ? words.leaveTitle : words.removeTitle,
        subject: <ShownText text={isSelf ? frame.organization.name : target.email} />,
        text: isSelf ? words.leaveText : words.removeText,
        button: isSelf ? words.leave : words.remove,
        asks: (
          <MemberKeys
            frame={frame}
            state={state}
            keys={await keysOf(dashboard, visit, target.account_id)}
            isSelf={isSelf}
            label={words.keysRevoke}
          />
        ),
      };
    },
  });
}

async function getTarget({ services }: Dashboard, { context, member }: Visit) {
  const found = await findMember(services.db, member.organizationId, context.params['account_id'] ?? '');
  if (found === undefined) throw new AppError('NOT_FOUND');
  return found;
}

/** The usable keys that the member created. */
async function keysOf({ services }: Dashboard, { member }: Visit, accountId: string): Promise<KeyRow[]> {
  const { organizationId } = member;
  const keys = await listKeysMadeBy(services.db, { accountId, organizationId });
  return keys.map((key) => keyRow({ ...key, is_over: false }));
}
