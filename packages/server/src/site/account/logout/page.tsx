import { PostForm } from '../../kit/components/form.tsx';
import { ShownText } from '../../kit/components/shown-text.tsx';
import { pagePath } from '../../kit/site-map.ts';
import { ACCOUNT } from '../kit/words.ts';
import { LOGOUT } from './words.ts';
import { AccountDocument, type AccountPageProps } from '../kit/account-document.tsx';

interface Props extends AccountPageProps {
  /** Who is signed in. */
  email: string;
}

/** A link never signs anybody out: those who follow one are asked first. */
export function LogoutPage({ shell, path, action, csrf, email }: Props) {
  const { language } = shell;
  const words = ACCOUNT[language];
  return (
    <AccountDocument shell={shell} path={path} title={words.signOut} description={LOGOUT[language].description}>
      <p class="lead">
        {words.signedInAs} <ShownText text={email} />
      </p>
      <PostForm id="logout" action={action} csrf={csrf}>
        <div class="button-row">
          <button class="button">{words.signOut}</button>
          <a href={pagePath(language, 'dashboard')}>{words.toDashboard}</a>
        </div>
      </PostForm>
    </AccountDocument>
  );
}
