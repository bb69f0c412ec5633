import { redirect, type PageAnswer, type PageRoute } from '../../../http/page-route.ts';
import { AppError } from '../../../shared/app-error.ts';
import { can } from '../../../shared/permissions.ts';
import { EMPTY_FORM, type FormState } from '../../kit/components/form.tsx';
import { ShownText } from '../../kit/components/shown-text.tsx';
import { ConfirmPage } from '../kit/confirm-page.tsx';
import { dashboardPath } from '../kit/frame.ts';
import { MemberKeys } from './member-keys.tsx';
import { RoleField } from './page.tsx';
import type { KeyRow } from '../kit/rows.ts';
import { visibleText } from '../../kit/visible-text.ts';
import { MEMBERS } from './words.ts';
import { listKeysMadeBy } from '../../../features/api-keys/index.ts';
import { changeRole, findMember, removeMember, roleBody } from '../../../features/organizations/index.ts';
import { formState, readForm, tryForm, typedValues } from '../../kit/read-form.ts';
import { explainRefusal } from '../../kit/recent.ts';
import { privatePage } from '../../kit/site.ts';
import { grantableRoles } from './grantable-roles.ts';
import { keyRow } from '../kit/present.ts';
import { dashboardRoute, type Dashboard, type Visit } from '../kit/visit.ts';

/** The two steps that ask for a recent password: another role, and out. */
export function memberStepPages(dashboard: Dashboard): PageRoute[] {
  const role = { path: 'members/{account_id}/role', permission: 'members:manage' } as const;
  // Everybody may leave; the use case knows who may remove others.
  const remove = { path: 'members/{account_id}/remove', permission: 'organization:read' } as const;
  return [
    ...dashboardRoute(dashboard, { ...role, method: 'GET', handler: (visit) => rolePage(dashboard, visit) }),
    ...dashboardRoute(dashboard, {
      ...role,
      method: 'POST',
      recent: 'always',
      refused: (visit, { status, problems }) =>
        rolePage(dashboard, visit, { status, state: typedAgain(visit, problems) }),
      handler: (visit) => giveRole(dashboard, visit),
    }),
    ...dashboardRoute(dashboard, { ...remove, method: 'GET', handler: (visit) => removePage(dashboard, visit) }),
    ...dashboardRoute(dashboard, {
      ...remove,
      method: 'POST',
      recent: 'always',
      refused: (visit, { status, problems }) =>
        removePage(dashboard, visit, { status, state: typedAgain(visit, problems) }),
      handler: (visit) => takeOut(dashboard, visit),
    }),
  ];
}

/** The box of the keys is ticked unless somebody took it away. */
function typedAgain({ context }: Visit, problems: FormState['problems']): FormState {
  return formState(typedValues(context.form, ['role', 'revoke_keys']), problems);
}

interface Refusal {
  status: number;
  state: FormState;
}

async function getTarget({ services }: Dashboard, { context, member }: Visit) {
  const found = await findMember(services.db, member.organizationId, context.params['account_id'] ?? '');
  if (found === undefined) throw new AppError('NOT_FOUND');
  return found;
}

/** Those that the member made and that work. */
async function keysOf({ services }: Dashboard, { member }: Visit, accountId: string): Promise<KeyRow[]> {
  const { organizationId } = member;
  const keys = await listKeysMadeBy(services.db, { accountId, organizationId });
  return keys.map((key) => keyRow({ ...key, is_over: false }));
}

async function rolePage(dashboard: Dashboard, visit: Visit, refused?: Refusal): Promise<PageAnswer> {
  const { frame, member, context } = visit;
  const { language } = context;
  const target = await getTarget(dashboard, visit);
  const words = MEMBERS[language];
  const state = refused?.state ?? EMPTY_FORM;
  const name = target.name === '' ? target.email : target.name;
  return privatePage(
    <ConfirmPage
      frame={frame}
      title={words.changeTitle}
      subject={<ShownText text={target.email} />}
      text={words.about}
      action={dashboardPath(frame, `members/${target.account_id}/role`)}
      back={dashboardPath(frame, 'members')}
      button={words.change}
      isDanger={false}
      state={state}
      asksPassword={!member.isRecentlyAuthenticated}
    >
      <RoleField
        form={{ id: 'confirm', state }}
        language={language}
        label={words.newRole(visibleText(name))}
        roles={grantableRoles(member.role)}
        initial={target.role}
      />
      <MemberKeys
        frame={frame}
        state={state}
        keys={can(target.role, 'keys:manage') ? await keysOf(dashboard, visit, target.account_id) : []}
        isSelf={target.account_id === member.accountId}
        label={words.keysRevokeForRole}
      />
    </ConfirmPage>,
    language,
    refused === undefined ? {} : { status: refused.status },
  );
}

async function giveRole(dashboard: Dashboard, visit: Visit): Promise<PageAnswer> {
  const { services } = dashboard;
  const { context, member, by, done } = visit;
  const { accountId, organizationId } = member;
  const read = readForm(roleBody, typedValues(context.form, ['role']), context.language);
  const refuse = (status: number, problems: FormState['problems']): Promise<PageAnswer> =>
    rolePage(dashboard, visit, { status, state: typedAgain(visit, problems) });
  if (read.kind === 'bad') return refuse(422, read.problems);
  const memberId = context.params['account_id'] ?? '';
  const { role } = read.data;
  const revokesKeys = context.form.has('revoke_keys');
  const outcome = await tryForm(
    () => changeRole(services.accounts, { organizationId, accountId, memberId, role, revokesKeys, by }),
    (error) => explainRefusal(error, visit),
    context.language,
  );
  return outcome.kind === 'refused' ? refuse(outcome.status, outcome.problems) : done('members', 'role_changed');
}

async function removePage(dashboard: Dashboard, visit: Visit, refused?: Refusal): Promise<PageAnswer> {
  const { frame, member, context } = visit;
  const { language } = context;
  const target = await getTarget(dashboard, visit);
  const words = MEMBERS[language];
  const isSelf = target.account_id === member.accountId;
  const state = refused?.state ?? EMPTY_FORM;
  return privatePage(
    <ConfirmPage
      frame={frame}
      title={isSelf ? words.leaveTitle : words.removeTitle}
      subject={<ShownText text={isSelf ? frame.organization.name : target.email} />}
      text={isSelf ? words.leaveText : words.removeText}
      action={dashboardPath(frame, `members/${target.account_id}/remove`)}
      back={dashboardPath(frame, 'members')}
      button={isSelf ? words.leave : words.remove}
      state={state}
      asksPassword={!member.isRecentlyAuthenticated}
    >
      <MemberKeys
        frame={frame}
        state={state}
        keys={await keysOf(dashboard, visit, target.account_id)}
        isSelf={isSelf}
        label={words.keysRevoke}
      />
    </ConfirmPage>,
    language,
    refused === undefined ? {} : { status: refused.status },
  );
}

async function takeOut(dashboard: Dashboard, visit: Visit): Promise<PageAnswer> {
  const { services } = dashboard;
  const { context, member, by, done, frame } = visit;
  const { accountId, organizationId, isEmailVerified } = member;
  const memberId = context.params['account_id'] ?? '';
  const revokesKeys = context.form.has('revoke_keys');
  const outcome = await tryForm(
    () => removeMember(services.accounts, { organizationId, accountId, isEmailVerified, memberId, revokesKeys, by }),
    (error) => explainRefusal(error, visit),
    context.language,
  );
  if (outcome.kind === 'refused') {
    return removePage(dashboard, visit, { status: outcome.status, state: typedAgain(visit, outcome.problems) });
  }
  // Whoever left is no member: the page of the organization is not theirs any more.
  return memberId === accountId
    ? redirect(dashboardPath({ shell: frame.shell, org: null }, '', { done: 'left' }))
    : done('members', 'member_removed');
}
