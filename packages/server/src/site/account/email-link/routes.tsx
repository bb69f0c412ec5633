import { redirect, type PageAnswer, type PageContext, type PageRoute } from '../../../http/page-route.ts';
import { reasonOf, type AppError } from '../../../shared/app-error.ts';
import type { Language } from '../../../shared/language.ts';
import { EmailRestoredPage } from './restored-page.tsx';
import { LinkPage, type LinkState } from './page.tsx';
import type { FormProblem } from '../../kit/components/form.tsx';
import { pagePath } from '../../kit/site-map.ts';
import { RIGHTS } from '../../dashboard/rights/words.ts';
import { confirmEmailChange, findLinkOwner, revertEmailChange } from '../../../features/accounts/index.ts';
import { callerOf } from '../../kit/callers.ts';
import { tryForm } from '../../kit/read-form.ts';
import type { PageServices } from '../../services.ts';
import { privatePage, type Site } from '../../kit/site.ts';
import { deadLinkStatus, doneOf, frameOf } from '../kit/frame.ts';

const CHANGE = { path: 'change-email', kind: 'email_change', words: 'change' } as const;
const RESTORE = { path: 'restore-email', kind: 'email_revert', words: 'restore' } as const;
type LinkKind = typeof CHANGE | typeof RESTORE;

/** The links that confirm a new address and that bring the old one back. */
export function emailLinkRoutes(services: PageServices, site: Site, language: Language): PageRoute[] {
  return [
    ...linkRoutes(services, site, language, CHANGE, async (context) => {
      const presented = context.account;
      await confirmEmailChange(services.accounts, tokenIn(context), { ...callerOf(context), presented });
      return `${pagePath(language, presented === null ? 'login' : 'dashboard/account')}?done=email_changed`;
    }),
    ...linkRoutes(services, site, language, RESTORE, async (context) => {
      await revertEmailChange(services.accounts, tokenIn(context), callerOf(context));
      return `${pagePath(language, RESTORE.path)}?done=restored`;
    }),
  ];
}

/** @param work answers where to go on */
function linkRoutes(
  services: PageServices,
  site: Site,
  language: Language,
  link: LinkKind,
  work: (context: PageContext) => Promise<string>,
): PageRoute[] {
  const path = pagePath(language, link.path);
  return [
    {
      method: 'GET',
      path,
      auth: { kind: 'optional_session' },
      rateLimit: 'public_read',
      handler: (context) => show(services, site, context, link),
    },
    {
      method: 'POST',
      path,
      auth: { kind: 'optional_session' },
      rateLimit: 'sign_in',
      handler: async (context) => {
        const outcome = await tryForm(() => work(context), explain, language);
        if (outcome.kind === 'done') return redirect(outcome.value);
        const { status, headers } = outcome;
        return page(site, context, link, { state: { kind: 'invalid' }, status, headers });
      },
    },
  ];
}

async function show({ accounts }: PageServices, site: Site, context: PageContext, link: LinkKind): Promise<PageAnswer> {
  const { language, query } = context;
  if (link === RESTORE && doneOf(context, ['restored']) !== null) {
    return privatePage(<EmailRestoredPage {...frameOf(site, context, link.path, '?done=restored')} />, language);
  }
  const token = query.get('token') ?? '';
  const found = await findLinkOwner(accounts.db, link.kind, token);
  if (found === undefined)
    return page(site, context, link, { state: { kind: 'invalid' }, status: deadLinkStatus(token) });
  return page(site, context, link, { state: { kind: 'confirm', token, email: found.sent_to } });
}

interface Shown extends Omit<PageAnswer, 'body'> {
  state: LinkState;
}

function page(site: Site, context: PageContext, link: LinkKind, { state, ...answer }: Shown): PageAnswer {
  const { language } = context;
  const query = state.kind === 'confirm' ? `?token=${state.token}` : '';
  const body = (
    <LinkPage
      {...frameOf(site, context, link.path, query)}
      action={pagePath(language, link.path)}
      state={state}
      words={RIGHTS[language][link.words]}
      onward={pagePath(language, 'login')}
    />
  );
  return privatePage(body, language, answer);
}

function tokenIn({ form }: PageContext): string {
  return form.get('token') ?? '';
}

/** The page by itself says what it is like now. */
function explain(error: AppError): FormProblem | null {
  return reasonOf(error) === 'token_invalid' ? { field: '', text: '' } : null;
}
