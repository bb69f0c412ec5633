import { EmailField, PasswordField } from '../../kit/components/fields.tsx';
import { PostForm, ProblemSummary, type FormState } from '../../kit/components/form.tsx';
import { pagePath } from '../../kit/site-map.ts';
import { ACCOUNT } from '../kit/words.ts';
import { LOGIN } from './words.ts';
import { AccountDocument, type AccountPageProps } from '../kit/account-document.tsx';

export type LoginNotice = 'signed_out' | 'email_verified' | 'email_changed' | 'password_set' | 'account_deleted';

interface Props extends AccountPageProps {
  state: FormState;
  notice: LoginNotice | null;
  /** Appended to links to other pages: where to go on afterwards. */
  query: string;
}

/** Address and password. */
export function LoginPage({ shell, path, action, csrf, state, notice, query }: Props) {
  const { language } = shell;
  const words = LOGIN[language];
  const { fields, signIn, register } = ACCOUNT[language];
  const form = { id: 'login', state };
  return (
    <AccountDocument
      shell={shell}
      path={path}
      title={signIn}
      description={words.description}
      state={state}
      scripts={['password.js']}
    >
      {notice === null ? null : (
        <p class="notice tone-good" role="status">
          {words.done[notice]}
        </p>
      )}
      <ProblemSummary language={language} form={form} />
      <PostForm id={form.id} action={action} csrf={csrf}>
        <EmailField form={form} language={language} label={fields.email} autocomplete="username" />
        <PasswordField
          form={form}
          language={language}
          name="password"
          label={fields.password}
          autocomplete="current-password"
        />
        <div class="button-row">
          <button class="button">{signIn}</button>
          <a href={pagePath(language, 'forgot-password')}>{words.forgot}</a>
        </div>
      </PostForm>
      <p>
        {words.noAccount} <a href={`${pagePath(language, 'register')}${query}`}>{register}</a>
      </p>
    </AccountDocument>
  );
}
