import { EmailField, PasswordField, TextField } from '../../kit/components/fields.tsx';
import { PostForm, ProblemSummary, type FormState } from '../../kit/components/form.tsx';
import { pagePath } from '../../kit/site-map.ts';
import { ACCOUNT } from '../kit/words.ts';
import { REGISTER } from './words.ts';
import { SITE } from '../../kit/words/site.ts';
import { AccountDocument, type AccountPageProps } from '../kit/account-document.tsx';

interface Props extends AccountPageProps {
  state: FormState;
  query: string;
}

export function RegisterPage({ shell, path, action, csrf, state, query }: Props) {
  const { language } = shell;
  const words = REGISTER[language];
  const { fields, signIn, register } = ACCOUNT[language];
  const { pages } = SITE[language];
  const form = { id: 'register', state };
  return (
    <AccountDocument
      shell={shell}
      path={path}
      title={register}
      description={words.description}
      state={state}
      scripts={['password.js']}
    >
      <p class="lead">{words.intro}</p>
      <ProblemSummary language={language} form={form} />
      <PostForm id={form.id} action={action} csrf={csrf}>
        <EmailField form={form} language={language} label={fields.email} autocomplete="username" />
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
          label={words.name}
          hint={words.nameHint}
          autocomplete="name"
          maxLength={100}
          isOptional
        />
        <p class="soft">
          {words.terms} <a href={pagePath(language, 'terms')}>{pages.terms}</a> {words.and}{' '}
          <a href={pagePath(language, 'privacy')}>{pages.privacy}</a>
        </p>
        <button class="button">{register}</button>
      </PostForm>
      <p>
        {words.haveAccount} <a href={`${pagePath(language, 'login')}${query}`}>{signIn}</a>
      </p>
    </AccountDocument>
  );
}
