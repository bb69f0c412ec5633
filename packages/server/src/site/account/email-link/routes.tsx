import { redirect, type PageContext, type PageRoute } from '../../../http/page-route.ts';
import type { Language } from '../../../shared/language.ts';
import { EmailRestoredPage } from './restored-page.tsx';
import { LinkPage } from './page.tsx';
import { pagePath } from '../../kit/site-map.ts';
import { confirmEmailChange, findLinkOwner, revertEmailChange } from '../../../features/accounts/index.ts';
import { callerOf } from '../../kit/callers.ts';
import { formPage } from '../../kit/form-page.ts';
import type { PageServices } from '../../services.ts';
import { privatePage, type Site } from '../../kit/site.ts';
import { deadLinkStatus, doneOf, explainDeadLink, frameOf, LINK_FORM, tokenOf } from '../kit/frame.ts';
import { EMAIL_LINK } from './words.ts';

const CHANGE = { path: 'change-email', kind: 'email_change', words: 'change' } as const;
const RESTORE = { path: 'restore-email', kind: 'email_revert', words: 'restore' } as const;
type LinkKind = typeof CHANGE | typeof RESTORE;

/** The links that confirm a new address and that bring the old one back. */
export function emailLinkRoutes(services: PageServices, site: Site, language: Language): PageRoute[] {
  const { accounts } = services;
  return [
    ...linkRoutes(services, site, language, CHANGE, async (token, context) => {
      const presented = context.account;
      await confirmEmailChange(accounts, token, { ...callerOf(context), presented });
      return `${pagePath(language, presented === null ? 'login' : 'dashboard/account')}?done=email_changed`;
    }),
    ...linkRoutes(services, site, language, RESTORE, async (token, context) => {
      await revertEmailChange(accounts, token, callerOf(context));
      return `${pagePath(language, RESTORE.path)}?done=restored`;
    }),
  ];
}

/** @param follow does what the link is for, and answers where to go on */
function linkRoutes(
  { accounts }: PageServices,
  site: Site,
  language: Language,
  link: LinkKind,
  follow: (token: string, context: PageContext) => Promise<string>,
): PageRoute[] {
  const path = pagePath(language, link.path);
  return formPage({
    ...LINK_FORM,
    path,
    auth: { kind: 'optional_session' },
    rateLimit: { page: 'public_read', form: 'sign_in' },
    open: (context) => {
      if (link === CHANGE || doneOf(context, ['restored']) === null) return { context };
      return privatePage(<EmailRestoredPage {...frameOf(site, context, link.path, '?done=restored')} />, language);
    },
    explain: explainDeadLink,
    run: async ({ token }, { context }) => redirect(await follow(token, context)),
    page: async ({ context }, { answer }) => {
      const token = tokenOf(context) ?? '';
      const found = await findLinkOwner(accounts.db, link.kind, token);
      const confirmed = found === undefined ? null : { token, email: found.sent_to };
      const page = (
        <LinkPage
          {...frameOf(site, context, link.path, confirmed === null ? '' : `?token=${token}`)}
          action={path}
          link={confirmed}
          words={EMAIL_LINK[language][link.words]}
          onward={pagePath(language, 'login')}
          namesOperator={link === RESTORE}
        />
      );
      return privatePage(page, language, { status: confirmed === null ? deadLinkStatus(token) : 200, ...answer });
    },
  });
}
