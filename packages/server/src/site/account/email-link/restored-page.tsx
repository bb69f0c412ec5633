import { pagePath } from '../../kit/site-map.ts';
import { RIGHTS } from '../../dashboard/rights/words.ts';
import { AccountDocument, type AccountPageProps } from '../kit/account-document.tsx';

/** The address is back; what is missing is a password. */
export function EmailRestoredPage({ shell, path }: Pick<AccountPageProps, 'shell' | 'path'>) {
  const words = RIGHTS[shell.language].restore;
  return (
    <AccountDocument shell={shell} path={path} title={words.doneTitle} description={words.description}>
      <p class="lead">{words.done}</p>
      <p>
        <a class="button" href={pagePath(shell.language, 'forgot-password')}>
          {words.reset}
        </a>
      </p>
    </AccountDocument>
  );
}
