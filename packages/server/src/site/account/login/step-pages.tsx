import { KnownAddress, PasswordField, TextField } from '../../kit/components/fields.tsx';
import { PostForm, problemOf, ProblemSummary, type FormState } from '../../kit/components/form.tsx';
import { FORM_WORDS } from '../../kit/words/form.ts';
import { ACCOUNT } from '../kit/words.ts';
import { LOGIN } from './words.ts';
import { AccountDocument, type AccountPageProps } from '../kit/account-document.tsx';

interface StepProps extends AccountPageProps {
  state: FormState;
  /** Everything given so far, sealed: only the server can read it, and only for a few minutes. */
  pending: string;
}

/** The second factor: a code from the app, or a recovery code. */
export function SecondFactorPage({ shell, path, action, csrf, state, pending }: StepProps) {
  const { language } = shell;
  const words = LOGIN[language].secondFactor;
  const fields = FORM_WORDS[language].secondFactor;
  const form = { id: 'code', state };
  return (
    <AccountDocument shell={shell} path={path} title={words.title} description={words.description} state={state}>
      <p class="lead">{words.description}</p>
      <ProblemSummary language={language} form={form} />
      <PostForm id={form.id} action={action} csrf={csrf} hidden={{ pending }}>
        <TextField
          form={form}
          language={language}
          name="totp_code"
          label={fields.code}
          hint={fields.codeHint}
          autocomplete="one-time-code"
          inputMode="numeric"
          maxLength={20}
          isAlternative
          isCode
        />
        <details open={problemOf(form, 'recovery_code') !== undefined}>
          <summary>{fields.useRecovery}</summary>
          <TextField
            form={form}
            language={language}
            name="recovery_code"
            label={fields.recoveryCode}
            hint={fields.recoveryCodeHint}
            maxLength={100}
            isAlternative
            isCode
          />
        </details>
        <div class="button-row">
          <button class="button">{words.submit}</button>
          <a href={action}>{words.restart}</a>
        </div>
      </PostForm>
    </AccountDocument>
  );
}

/** Replaces a password that the operator issued. */
export function PasswordChangePage({
  shell,
  path,
  action,
  csrf,
  state,
  pending,
  email,
}: StepProps & { email: string }) {
  const { language } = shell;
  const words = LOGIN[language].passwordChange;
  const { fields } = ACCOUNT[language];
  const form = { id: 'change', state };
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
      <PostForm id={form.id} action={action} csrf={csrf} hidden={{ pending }}>
        <KnownAddress email={email} />
        <PasswordField
          form={form}
          language={language}
          name="new_password"
          label={fields.newPassword}
          hint={fields.newPasswordHint}
          autocomplete="new-password"
        />
        <button class="button">{words.submit}</button>
      </PostForm>
    </AccountDocument>
  );
}
