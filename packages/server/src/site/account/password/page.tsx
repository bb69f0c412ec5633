import type { Mails } from '../../../shared/mails.ts';
import { EmailField, KnownAddress, PasswordField } from '../../kit/components/fields.tsx';
import { PostForm, ProblemSummary, type FormState } from '../../kit/components/form.tsx';
import { pagePath } from '../../kit/site-map.ts';
import { ACCOUNT } from '../kit/words.ts';
import { PASSWORD } from './words.ts';
import { AccountDocument, type AccountPageProps } from '../kit/account-document.tsx';
import { MailboxHint } from '../kit/mailbox-hint.tsx';

interface ForgotProps extends AccountPageProps {
  state: FormState;
  wasSent: boolean;
  mails: Mails;
}

/** Requests a link. Nothing shows whether the address has an account. */
export function ForgotPasswordPage({ shell, path, action, csrf, state, wasSent, mails }: ForgotProps) {
  const { language } = shell;
  const words = PASSWORD[language].forgot;
  const { fields, checkInbox } = ACCOUNT[language];
  const form = { id: 'forgot', state };
  const back = <a href={pagePath(language, 'login')}>{words.back}</a>;
  if (wasSent) {
    return (
      <AccountDocument shell={shell} path={path} title={checkInbox} description={words.description}>
        <p class="lead">{words.sent}</p>
        {mails === 'sent' ? null : <MailboxHint language={language} mails={mails} />}
        <p>{back}</p>
      </AccountDocument>
    );
  }
  return (
    <AccountDocument shell={shell} path={path} title={words.title} description={words.description} state={state}>
      <p class="lead">{words.description}</p>
      <ProblemSummary language={language} form={form} />
      <PostForm id={form.id} action={action} csrf={csrf}>
        <EmailField form={form} language={language} label={fields.email} autocomplete="username" />
        <div class="button-row">
          <button class="button">{words.submit}</button>
          {back}
        </div>
      </PostForm>
    </AccountDocument>
  );
}

/** The emailed link and whose it is, so that password managers store the new password with the right address. */
export interface ResetLink {
  token: string;
  email: string;
}

interface ResetProps extends AccountPageProps {
  state: FormState;
  /** Null when it doesn't work. */
  link: ResetLink | null;
}

/** Sets a new password with an emailed link. */
export function ResetPasswordPage({ shell, path, action, csrf, state, link }: ResetProps) {
  const { language } = shell;
  const words = PASSWORD[language].reset;
  const { fields, deadLink } = ACCOUNT[language];
  const form = { id: 'reset', state };
  if (link === null) {
    return (
      <AccountDocument shell={shell} path={path} title={deadLink} description={words.description}>
        <p class="lead">{words.invalid}</p>
        <p>
          <a class="button" href={pagePath(language, 'forgot-password')}>
            {words.again}
          </a>
        </p>
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
      scripts={['password.js']}
    >
      <p class="lead">{words.description}</p>
      <ProblemSummary language={language} form={form} />
      <PostForm id={form.id} action={action} csrf={csrf} hidden={{ token: link.token }}>
        <KnownAddress email={link.email} />
        <PasswordField
          form={form}
          language={language}
          name="password"
          label={fields.newPassword}
          hint={fields.newPasswordHint}
          autocomplete="new-password"
        />
        <button class="button">{words.submit}</button>
      </PostForm>
    </AccountDocument>
  );
}
