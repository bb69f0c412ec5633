import { redirect, type PageRoute } from '../../../http/page-route.ts';
import type { Language } from '../../../shared/language.ts';
import { sessionCookies } from '../../../shared/session-token.ts';
import { LogoutPage } from './page.tsx';
import { pagePath } from '../../kit/site-map.ts';
import { getAccount, signOut } from '../../../features/accounts/index.ts';
import { signedInCallerOf } from '../../kit/callers.ts';
import { NO_INPUT, formPage } from '../../kit/form-page.ts';
import type { PageServices } from '../../services.ts';
import { privatePage, type Site } from '../../kit/site.ts';
import { frameOf } from '../kit/frame.ts';

const PATH = 'logout';

export function logoutRoutes({ accounts }: PageServices, site: Site, language: Language): PageRoute[] {
  return formPage({
    path: pagePath(language, PATH),
    auth: { kind: 'optional_session' },
    rateLimit: 'api',
    ...NO_INPUT,
    open: (context) => ({ context }),
    run: async (_, { context }) => {
      if (context.account !== null) await signOut(accounts, signedInCallerOf(context, context.account));
      // The cookie of a session that has already ended goes as well.
      const headers = { 'set-cookie': sessionCookies('', 0) };
      return redirect(`${pagePath(language, 'login')}?done=signed_out`, { headers });
    },
    page: async ({ context }) => {
      if (context.account === null) return redirect(pagePath(language, 'login'));
      const { email } = await getAccount(accounts.db, context.account.accountId);
      return privatePage(<LogoutPage {...frameOf(site, context, PATH)} email={email} />, language);
    },
  });
}
