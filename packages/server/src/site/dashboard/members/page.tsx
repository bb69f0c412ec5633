import { ROLES, type Role } from '../../../shared/permissions.ts';
import { AuthenticationFields } from '../../kit/components/authentication-fields.tsx';
import { EmailField, SelectField } from '../../kit/components/fields.tsx';
import { PostForm, ProblemSummary, type FormState } from '../../kit/components/form.tsx';
import { ShownText } from '../../kit/components/shown-text.tsx';
import { When } from '../../kit/components/when.tsx';
import { MEMBERS } from './words.ts';
import { ROLE_WORDS } from '../../kit/words/roles.ts';
import { DashboardPage } from '../kit/dashboard-page.tsx';
import { dashboardPath, may, type DashboardFrame } from '../kit/frame.ts';
import { Empty, Fact, Pager, StateBadge, type PageOf } from '../kit/parts.tsx';

export interface MemberRow {
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly joinedAt: string;
  readonly isSelf: boolean;
  /** What the viewer may do with the member. */
  readonly mayChange: boolean;
  readonly mayRemove: boolean;
}

export interface InvitationRow {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly expiresAt: string;
  readonly isOver: boolean;
  readonly mayRevoke: boolean;
}

interface Props {
  frame: DashboardFrame;
  members: readonly MemberRow[];
  at: PageOf;
  invitations: readonly InvitationRow[];
  /** Roles that the viewer may assign; when there are none, they cannot invite. */
  roles: readonly Role[];
  state: FormState;
  /** Whether inviting needs the password. */
  asksPassword: boolean;
}

export function MembersPage({ frame, members, at, invitations, roles, state, asksPassword }: Props) {
  const { language } = frame.shell;
  const words = MEMBERS[language];
  const isPersonal = frame.organization.kind === 'personal';
  return (
    <DashboardPage
      frame={frame}
      title={words.title}
      lead={words.lead}
      state={state}
      scripts={asksPassword ? ['password.js'] : []}
    >
      <ProblemSummary language={language} form={{ id: 'invite', state }} />
      {isPersonal ? (
        <p class="notice">
          {words.personal}{' '}
          <a href={`${dashboardPath(frame, 'organization')}#create-organization`}>{words.toOrganizations}</a>
        </p>
      ) : null}
      <ul class="records">
        {members.map((member) => (
          <Member frame={frame} member={member} key={member.accountId} />
        ))}
      </ul>
      <Pager at={at} language={language} href={(page) => dashboardPath(frame, 'members', { page: String(page) })} />
      {isPersonal ? null : <Invitations frame={frame} invitations={invitations} />}
      {!isPersonal && may(frame, 'members:manage') ? (
        <InviteForm frame={frame} roles={roles} state={state} asksPassword={asksPassword} />
      ) : null}
      <section aria-labelledby="roles-title">
        <h2 id="roles-title">{words.about}</h2>
        <dl class="facts">
          {ROLES.map((role) => (
            <RoleText role={role} language={language} key={role} />
          ))}
        </dl>
      </section>
    </DashboardPage>
  );
}

function RoleText({ role, language }: { role: Role; language: DashboardFrame['shell']['language'] }) {
  const { name, about } = ROLE_WORDS[language][role];
  return (
    <>
      <dt>{name}</dt>
      <dd>{about}</dd>
    </>
  );
}

function Member({ frame, member }: { frame: DashboardFrame; member: MemberRow }) {
  const { language } = frame.shell;
  const words = MEMBERS[language];
  const { accountId, email, name, role, joinedAt, isSelf, mayChange, mayRemove } = member;
  const shown = name === '' ? email : name;
  return (
    <li class="record">
      <div class="record-head">
        <div class="record-title">
          <ShownText text={shown} /> {isSelf ? <span class="soft">({words.you})</span> : null}
        </div>
        <p class="badges">
          <span class="badge">{ROLE_WORDS[language][role].name}</span>
        </p>
      </div>
      <dl class="record-facts">
        {shown === email ? null : (
          <Fact name={words.email}>
            <ShownText text={email} />
          </Fact>
        )}
        <Fact name={words.joined}>
          <When at={joinedAt} language={language} />
        </Fact>
      </dl>
      {mayChange || mayRemove ? (
        <p class="record-actions">
          {mayChange ? (
            <a class="button button-quiet button-small" href={dashboardPath(frame, `members/${accountId}/role`)}>
              {words.change}
              <Of name={shown} />
            </a>
          ) : null}
          {mayRemove ? (
            <a class="button button-danger button-small" href={dashboardPath(frame, `members/${accountId}/remove`)}>
              {isSelf ? words.leave : words.remove}
              {isSelf ? null : <Of name={shown} />}
            </a>
          ) : null}
        </p>
      ) : null}
    </li>
  );
}

/** Names the member a button is about, for screen readers. */
function Of({ name }: { name: string }) {
  return (
    <span class="visually-hidden">
      {' '}
      <ShownText text={name} />
    </span>
  );
}

function Invitations({ frame, invitations }: Pick<Props, 'frame' | 'invitations'>) {
  const { language } = frame.shell;
  const words = MEMBERS[language];
  return (
    <section aria-labelledby="invitations-title">
      <h2 id="invitations-title">{words.invitations}</h2>
      {invitations.length === 0 ? (
        <Empty text={words.noInvitations} />
      ) : (
        <ul class="records">
          {invitations.map(({ id, email, role, expiresAt, isOver, mayRevoke }) => (
            <li class="record" key={id}>
              <div class="record-head">
                <div class="record-title">
                  <ShownText text={email} />
                </div>
                <p class="badges">
                  <span class="badge">{ROLE_WORDS[language][role].name}</span>
                  {isOver ? <StateBadge tone="neutral">{words.over}</StateBadge> : null}
                </p>
              </div>
              <dl class="record-facts">
                <Fact name={words.expires}>
                  <When at={expiresAt} language={language} />
                </Fact>
              </dl>
              {mayRevoke ? (
                <div class="record-actions">
                  <PostForm
                    id={`revoke-${id}`}
                    action={dashboardPath(frame, `invitations/${id}/revoke`)}
                    csrf={frame.csrf}
                    inline
                  >
                    <button class="button button-danger button-small">
                      {words.revoke}
                      <Of name={email} />
                    </button>
                  </PostForm>
                </div>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function InviteForm({ frame, roles, state, asksPassword }: Pick<Props, 'frame' | 'roles' | 'state' | 'asksPassword'>) {
  const { language } = frame.shell;
  const words = MEMBERS[language];
  const form = { id: 'invite', state };
  return (
    <section class="card" aria-labelledby="invite-title">
      <h2 id="invite-title">{words.invite}</h2>
      <PostForm id={form.id} action={dashboardPath(frame, 'members')} csrf={frame.csrf}>
        <EmailField form={form} language={language} label={words.email} />
        <RoleField form={form} language={language} label={words.role} roles={roles} initial="developer" />
        {asksPassword ? (
          <AuthenticationFields form={form} language={language} asksCode={frame.account.hasSecondFactor} />
        ) : null}
        <button class="button">{words.inviteButton}</button>
      </PostForm>
    </section>
  );
}

interface RoleFieldProps {
  form: { id: string; state: FormState };
  language: DashboardFrame['shell']['language'];
  label: string;
  roles: readonly Role[];
  initial: Role;
}

export function RoleField({ form, language, label, roles, initial }: RoleFieldProps) {
  const options = roles.map((role) => ({ value: role, label: ROLE_WORDS[language][role].name }));
  return <SelectField form={form} language={language} name="role" label={label} initial={initial} options={options} />;
}
