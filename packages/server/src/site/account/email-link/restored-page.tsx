import { OperatorLink } from '../../kit/components/operator-link.tsx';
import { pagePath } from '../../kit/site-map.ts';
import { AccountDocument, type AccountPageProps } from '../kit/account-document.tsx';
import { EMAIL_LINK } from './words.ts';

/** The address is back; what is missing is a password. */
export function EmailRestoredPage({ shell, path }: Pick<AccountPageProps, 'shell' | 'path'>) {
  const words = EMAIL_LINK[shell.language].restored;
  return (
    <AccountDocument
      shell={shell}
      path={path}
      title={words.title}
      description={EMAIL_LINK[shell.language].restore.description}
    >
      <p class="lead">
        {words.text}
        <OperatorLink operator={shell.operator} language={shell.language} />
      </p>
      <p>
        <a class="button" href={pagePath(shell.language, 'forgot-password')}>
          {words.reset}
        </a>
      </p>
    </AccountDocument>
  );
}
