import { redirect, type PageAnswer, type PageRoute } from '../../../http/page-route.ts';
import { AppError } from '../../../shared/app-error.ts';
import { EMPTY_FORM, type FormState } from '../../../web/components/form.tsx';
import { ShownText } from '../../../web/components/shown-text.tsx';
import { ConfirmPage } from '../../../web/dashboard/confirm-page.tsx';
import { dashboardPath } from '../../../web/dashboard/frame.ts';
import { RoleField } from '../../../web/dashboard/members-page.tsx';
import { visibleText } from '../../../web/visible-text.ts';
import { DASHBOARD } from '../../../web/words/dashboard.ts';
import { changeRole, findMember, removeMember, roleBody } from '../../organizations/index.ts';
import { requireRecentAuthentication } from '../../sessions/index.ts';
import { formState, readForm, tryForm, typedValues } from '../read-form.ts';
import { privatePage } from '../site.ts';
import { grantableRoles } from './grantable-roles.ts';
import { explainRefusal, takePassword } from './recent.ts';
import { dashboardRoute, type Dashboard, type Visit } from './visit.ts';

/** The two steps that ask for a recent password: another role, and out. */
export function memberStepPages(dashboard: Dashboard): PageRoute[] {
  const role = { path: 'members/{account_id}/role', permission: 'members:manage' } as const;
  // Everybody may leave; the use case knows who may remove others.
  const remove = { path: 'members/{account_id}/remove', permission: 'organization:read' } as const;
  return [
    ...dashboardRoute(dashboard, { ...role, method: 'GET', handler: (visit) => rolePage(dashboard, visit) }),
    ...dashboardRoute(dashboard, { ...role, method: 'POST', handler: (visit) => giveRole(dashboard, visit) }),
    ...dashboardRoute(dashboard, { ...remove, method: 'GET', handler: (visit) => removePage(dashboard, visit) }),
    ...dashboardRoute(dashboard, { ...remove, method: 'POST', handler: (visit) => takeOut(dashboard, visit) }),
  ];
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

async function rolePage(dashboard: Dashboard, visit: Visit, refused?: Refusal): Promise<PageAnswer> {
  const { frame, member, context } = visit;
  const { language } = context;
  const target = await getTarget(dashboard, visit);
  const words = DASHBOARD[language].members;
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
    </ConfirmPage>,
    language,
    refused === undefined ? {} : { status: refused.status },
  );
}

async function giveRole(dashboard: Dashboard, visit: Visit): Promise<PageAnswer> {
  const { services } = dashboard;
  const { context, member, by, done } = visit;
  const { accountId, organizationId } = member;
  const typed = typedValues(context.form, ['role']);
  const read = readForm(roleBody, typed, context.language);
  const refuse = (status: number, problems: FormState['problems']): Promise<PageAnswer> =>
    rolePage(dashboard, visit, { status, state: formState(typed, problems) });
  if (read.kind === 'bad') return refuse(422, read.problems);
  const memberId = context.params['account_id'] ?? '';
  const outcome = await tryForm(
    async () => {
      requireRecentAuthentication({ isRecentlyAuthenticated: await takePassword(services, visit) });
      await changeRole(services.accounts, { organizationId, accountId, memberId, role: read.data.role, by });
    },
    (error) => explainRefusal(error, visit),
    context.language,
  );
  return outcome.kind === 'refused' ? refuse(outcome.status, outcome.problems) : done('members', 'role_changed');
}

async function removePage(dashboard: Dashboard, visit: Visit, refused?: Refusal): Promise<PageAnswer> {
  const { frame, member, context } = visit;
  const { language } = context;
  const target = await getTarget(dashboard, visit);
  const words = DASHBOARD[language].members;
  const isSelf = target.account_id === member.accountId;
  return privatePage(
    <ConfirmPage
      frame={frame}
      title={isSelf ? words.leaveTitle : words.removeTitle}
      subject={<ShownText text={isSelf ? frame.organization.name : target.email} />}
      text={isSelf ? words.leaveText : words.removeText}
      action={dashboardPath(frame, `members/${target.account_id}/remove`)}
      back={dashboardPath(frame, 'members')}
      button={isSelf ? words.leave : words.remove}
      state={refused?.state ?? EMPTY_FORM}
      asksPassword={!member.isRecentlyAuthenticated}
    />,
    language,
    refused === undefined ? {} : { status: refused.status },
  );
}

async function takeOut(dashboard: Dashboard, visit: Visit): Promise<PageAnswer> {
  const { services } = dashboard;
  const { context, member, by, done, frame } = visit;
  const { accountId, organizationId, isEmailVerified } = member;
  const memberId = context.params['account_id'] ?? '';
  const outcome = await tryForm(
    async () => {
      requireRecentAuthentication({ isRecentlyAuthenticated: await takePassword(services, visit) });
      await removeMember(services.accounts, { organizationId, accountId, isEmailVerified, memberId, by });
    },
    (error) => explainRefusal(error, visit),
    context.language,
  );
  if (outcome.kind === 'refused') {
    return removePage(dashboard, visit, { status: outcome.status, state: formState({}, outcome.problems) });
  }
  // Whoever left is no member: the page of the organization is not theirs any more.
  return memberId === accountId
    ? redirect(dashboardPath({ shell: frame.shell, org: null }, '', { done: 'left' }))
    : done('members', 'member_removed');
}
