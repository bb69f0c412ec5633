import type { Role } from '../../../shared/permissions.ts';
import { PostForm } from '../../kit/components/form.tsx';
import { ShownText } from '../../kit/components/shown-text.tsx';
import { When } from '../../kit/components/when.tsx';
import { pagePath } from '../../kit/site-map.ts';
import { ACCOUNT } from '../kit/words.ts';
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
  | { kind: 'sign_in'; login: string; register: string }
  | { kind: 'other_address'; email: string }
  | { kind: 'not_verified'; confirm: string }
  | { kind: 'suspended' }
  | { kind: 'member'; dashboard: string }
  | { kind: 'accept' };

interface Props extends AccountPageProps {
  invitation: InvitationView | null;
  step: InvitationStep;
  token: string;
}

export function InvitationPage({ shell, path, action, csrf, invitation, step, token }: Props) {
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
    <AccountDocument shell={shell} path={path} title={words.title} description={words.description}>
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
      <Step language={language} step={step} action={action} csrf={csrf} token={token} />
    </AccountDocument>
  );
}

interface StepProps extends Pick<Props, 'step' | 'action' | 'csrf' | 'token'> {
  language: Props['shell']['language'];
}

function Step({ language, step, action, csrf, token }: StepProps) {
  const words = INVITATION[language];
  const { signIn, register, signOut, signedInAs, confirmEmail } = ACCOUNT[language];
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
          <div class="button-row">
            <a class="button" href={step.login}>
              {signIn}
            </a>
            <a class="button button-quiet" href={step.register}>
              {register}
            </a>
          </div>
        </>
      );
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
    case 'not_verified':
      return (
        <p class="notice tone-warning">
          {words.notVerified} <a href={step.confirm}>{confirmEmail}</a>
        </p>
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
