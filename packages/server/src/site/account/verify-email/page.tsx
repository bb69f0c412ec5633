import type { ComponentChildren } from 'preact';
import type { Mails } from '../../../shared/mails.ts';
import { PostForm, ProblemSummary, type FormState } from '../../kit/components/form.tsx';
import { ShownText } from '../../kit/components/shown-text.tsx';
import { ACCOUNT } from '../words.ts';
import { AccountDocument, type AccountPageProps } from '../kit/account-document.tsx';
import { MailboxHint } from '../kit/mailbox-hint.tsx';

/** What the page has to say. */
export type VerifyEmailState =
  /** A link to confirm, and whose address. */
  | { kind: 'confirm'; token: string; email: string }
  /** A link that does not work. */
  | { kind: 'invalid' }
  /** Nobody is signed in, and there is no link. */
  | { kind: 'no_link' }
  /** A mail is on its way, to nobody who is signed in. */
  | { kind: 'sent' }
  /** Somebody is signed in whose address waits for it. */
  | { kind: 'needed'; email: string }
  | { kind: 'verified' };

interface Props extends AccountPageProps {
  state: VerifyEmailState;
  /** Of the button that sends the mail again. */
  form: FormState;
  done: 'sent_again' | 'email_verified' | null;
  mails: Mails;
  /** Where the form that sends it again goes. */
  sendAction: string;
  /** Where to go on: the dashboard, or signing in. */
  onward: string;
  isSignedIn: boolean;
}

/** Confirms an address by a button: programs that look at the links in mails press none. */
export function VerifyEmailPage(props: Props) {
  const { shell, path, state, form, done } = props;
  const words = ACCOUNT[shell.language].verify;
  const isInvalid = state.kind === 'invalid';
  const title = isInvalid ? words.invalidTitle : state.kind === 'sent' ? words.sentTitle : words.title;
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
  const words = ACCOUNT[language].verify;
  const go = <a href={onward}>{isSignedIn ? words.later : words.toLogin}</a>;
  switch (state.kind) {
    case 'confirm':
      return (
        <>
          <Lead>{words.intro}</Lead>
          <Address label={words.address} email={state.email} />
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
          <Address label={words.address} email={state.email} />
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
            <a href={onward}>{isSignedIn ? words.onward : words.toLogin}</a>
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
