import type { ComponentChildren } from 'preact';
import type { Mails } from '../../../shared/mails.ts';
import { PostForm, ProblemSummary, type FormState } from '../../kit/components/form.tsx';
import { ShownText } from '../../kit/components/shown-text.tsx';
import { ACCOUNT } from '../kit/words.ts';
import { VERIFY_EMAIL } from './words.ts';
import { AccountDocument, type AccountPageProps } from '../kit/account-document.tsx';
import { MailboxHint } from '../kit/mailbox-hint.tsx';

/** What the page says. */
export type VerifyEmailState =
  /** A link to confirm, and whose address. */
  | { kind: 'confirm'; token: string; email: string }
  /** A link that does not work. */
  | { kind: 'invalid' }
  /** Nobody is signed in, and there is no link. */
  | { kind: 'no_link' }
  /** An email is on its way, and nobody is signed in. */
  | { kind: 'sent' }
  /** The address of the signed-in account is not confirmed yet. */
  | { kind: 'needed'; email: string }
  | { kind: 'verified' };

interface Props extends AccountPageProps {
  state: VerifyEmailState;
  /** The state of the form that sends the email again. */
  form: FormState;
  done: 'sent_again' | 'email_verified' | null;
  mails: Mails;
  /** Where that form is sent. */
  sendAction: string;
  /** Where to go on: the dashboard, or signing in. */
  onward: string;
  isSignedIn: boolean;
}

/** Confirms an address with a button, because programs that scan the links in emails press none. */
export function VerifyEmailPage(props: Props) {
  const { shell, path, state, form, done } = props;
  const words = VERIFY_EMAIL[shell.language];
  const { deadLink, checkInbox, confirmEmail } = ACCOUNT[shell.language];
  const title = state.kind === 'invalid' ? deadLink : state.kind === 'sent' ? checkInbox : confirmEmail;
  return (
    <AccountDocument shell={shell} path={path} title={title} description={words.description} state={form}>
      {done === null ? null : (
        <p class="notice tone-good" role="status">
          {words.done[done]}
        </p>
      )}
      <Body {...props} />
    </AccountDocument>
  );
}

function Body({ shell, action, csrf, state, form, done, mails, sendAction, onward, isSignedIn }: Props) {
  const { language } = shell;
  const words = VERIFY_EMAIL[language];
  const { address, toLogin } = ACCOUNT[language];
  const go = <a href={onward}>{isSignedIn ? words.later : toLogin}</a>;
  switch (state.kind) {
    case 'confirm':
      return (
        <>
          <Lead>{words.intro}</Lead>
          <Address label={address} email={state.email} />
          <PostForm id="confirm" action={action} csrf={csrf} hidden={{ token: state.token }}>
            <button class="button">{words.submit}</button>
          </PostForm>
        </>
      );
    case 'sent':
      return (
        <>
          <Lead>{words.sent}</Lead>
          {mails === 'sent' ? <p>{words.notArrived}</p> : <MailboxHint language={language} mails={mails} />}
          <p>{go}</p>
        </>
      );
    case 'needed':
      return (
        <>
          <Lead>{words.needed}</Lead>
          <Address label={address} email={state.email} />
          {mails === 'sent' ? null : <MailboxHint language={language} mails={mails} />}
          <ProblemSummary language={language} form={{ id: 'send', state: form }} />
          <PostForm id="send" action={sendAction} csrf={csrf}>
            <div class="button-row">
              <button class="button">{words.resend}</button>
              {go}
            </div>
          </PostForm>
        </>
      );
    case 'no_link':
    case 'invalid':
      return (
        <>
          <Lead>{state.kind === 'invalid' ? words.invalid : words.noLink}</Lead>
          <p>
            <a href={onward}>{isSignedIn ? words.onward : toLogin}</a>
          </p>
        </>
      );
    case 'verified':
      return (
        <>
          {done === 'email_verified' ? null : <Lead>{words.already}</Lead>}
          <p>
            <a class="button" href={onward}>
              {words.onward}
            </a>
          </p>
        </>
      );
  }
}

function Lead({ children }: { children: ComponentChildren }) {
  return <p class="lead">{children}</p>;
}

function Address({ label, email }: { label: string; email: string }) {
  return (
    <dl class="facts">
      <dt>{label}</dt>
      <dd>
        <ShownText text={email} />
      </dd>
    </dl>
  );
}
