import type { Role } from '../../../shared/permissions.ts';
import { KnownAddress, PasswordField, TextField } from '../../kit/components/fields.tsx';
import { PostForm, ProblemSummary, type FormState } from '../../kit/components/form.tsx';
import { ShownText } from '../../kit/components/shown-text.tsx';
import { When } from '../../kit/components/when.tsx';
import { pagePath } from '../../kit/site-map.ts';
import { ACCOUNT } from '../kit/words.ts';
import { SITE } from '../../kit/words/site.ts';
import { REGISTER } from '../register/words.ts';
import { INVITATION } from './words.ts';
import { ROLE_WORDS } from '../../kit/words/roles.ts';
import { AccountDocument, type AccountPageProps } from '../kit/account-document.tsx';

/** What an invitation offers, as its emailed link shows it. */
export interface InvitationView {
  organization: string;
  /** Whom to contact when it doesn't work; null when the account is gone. */
  inviter: string | null;
  role: Role;
  /** The invited address, with most of it hidden: the link may have been passed on. */
  address: string;
  expiresAt: string;
}

/** What the visitor can do. */
export type InvitationStep =
  | { kind: 'invalid' }
  | { kind: 'sign_in'; login: string }
  /** The invited address has no account. Whoever has the link may know the address. */
  | { kind: 'register'; email: string }
  | { kind: 'other_address'; email: string }
  | { kind: 'suspended' }
  | { kind: 'member'; dashboard: string }
  | { kind: 'accept' };

interface Props extends AccountPageProps {
  invitation: InvitationView | null;
  step: InvitationStep;
  token: string;
  registerAction: string;
  state: FormState;
}

export function InvitationPage(props: Props) {
  const { shell, path, invitation, step, state } = props;
  const { language } = shell;
  const words = INVITATION[language];
  if (invitation === null || step.kind === 'invalid') {
    return (
      <AccountDocument shell={shell} path={path} title={words.invalidTitle} description={words.description}>
        <p class="lead">{words.invalid}</p>
      </AccountDocument>
    );
  }
  return (
    <AccountDocument
      shell={shell}
      path={path}
      title={words.title}
      description={words.description}
      state={state}
      scripts={step.kind === 'register' ? ['password.js'] : []}
    >
      <p class="lead">
        {words.invites} <ShownText text={invitation.organization} />
      </p>
      <dl class="facts">
        <dt>{words.role}</dt>
        <dd>{ROLE_WORDS[language][invitation.role].name}</dd>
        <dd class="soft">{ROLE_WORDS[language][invitation.role].about}</dd>
        {invitation.inviter === null ? null : (
          <>
            <dt>{words.inviter}</dt>
            <dd>
              <ShownText text={invitation.inviter} />
            </dd>
          </>
        )}
        <dt>{words.for}</dt>
        <dd>
          <ShownText text={invitation.address} />
        </dd>
        <dt>{words.until}</dt>
        <dd>
          <When language={language} at={invitation.expiresAt} />
        </dd>
      </dl>
      <Step {...props} />
    </AccountDocument>
  );
}

function Step({ shell, step, action, csrf, token, registerAction, state }: Props) {
  const { language } = shell;
  const words = INVITATION[language];
  const { signIn, signOut, signedInAs } = ACCOUNT[language];
  switch (step.kind) {
    case 'invalid':
      return null;
    case 'accept':
      return (
        <PostForm id="accept" action={action} csrf={csrf} hidden={{ token }}>
          <button class="button">{words.accept}</button>
        </PostForm>
      );
    case 'sign_in':
      return (
        <>
          <p>{words.signInFirst}</p>
          <p>
            <a class="button" href={step.login}>
              {signIn}
            </a>
          </p>
        </>
      );
    case 'register':
      return <RegisterForm {...{ language, csrf, token, state }} action={registerAction} email={step.email} />;
    case 'other_address':
      return (
        <>
          <p>{words.otherAddress}</p>
          <p>
            {signedInAs} <ShownText text={step.email} />
          </p>
          <PostForm id="sign-out" action={pagePath(language, 'logout')} csrf={csrf}>
            <button class="button button-quiet">{signOut}</button>
          </PostForm>
        </>
      );
    case 'suspended':
      return <p class="notice tone-warning">{words.suspended}</p>;
    case 'member':
      return (
        <p>
          {words.isMember} <a href={step.dashboard}>{words.open}</a>
        </p>
      );
  }
}

interface RegisterProps extends Pick<Props, 'action' | 'csrf' | 'token' | 'state'> {
  language: Props['shell']['language'];
  email: string;
}

/** A name and a password are all that is missing: the link has confirmed the address. */
function RegisterForm({ language, action, csrf, token, state, email }: RegisterProps) {
  const words = INVITATION[language];
  const { fields } = ACCOUNT[language];
  const register = REGISTER[language];
  const { pages } = SITE[language];
  const form = { id: 'register', state };
  return (
    <>
      <p>{words.registerText}</p>
      <ProblemSummary language={language} form={form} />
      <PostForm id={form.id} action={action} csrf={csrf} hidden={{ token }}>
        <KnownAddress email={email} />
        <PasswordField
          form={form}
          language={language}
          name="password"
          label={fields.password}
          hint={fields.newPasswordHint}
          autocomplete="new-password"
        />
        <TextField
          form={form}
          language={language}
          name="name"
          label={register.name}
          hint={register.nameHint}
          autocomplete="name"
          maxLength={100}
          isOptional
        />
        <p class="soft">
          {register.terms} <a href={pagePath(language, 'terms')}>{pages.terms}</a> {register.and}{' '}
          <a href={pagePath(language, 'privacy')}>{pages.privacy}</a>
        </p>
        <button class="button">{words.registerAndJoin}</button>
      </PostForm>
    </>
  );
}
