import { redirect, type PageAnswer, type PageContext, type PageRoute } from '../../../http/page-route.ts';
import { AppError } from '../../../shared/app-error.ts';
import { LANGUAGES } from '../../../shared/language.ts';
import type { AccountPrincipal } from '../../../shared/principal.ts';
import { adminPath, type AdminDone, type AdminFrame } from '../../../web/admin/admin-page.tsx';
import { pagePath } from '../../../web/site-map.ts';
import { ADMIN } from '../../../web/words/admin.ts';
import type { AuditEntry } from '../../audit/index.ts';
import type { PageServices } from '../services.ts';
import { requireAccount } from '../signed-in.ts';
import type { Site } from '../site.ts';

/** A request of an administrator. */
export interface AdminVisit {
  readonly context: PageContext;
  readonly by: Pick<AuditEntry, 'actor' | 'address' | 'requestId'>;
  readonly frame: AdminFrame;
  readonly done: (section: string, word: AdminDone) => PageAnswer;
}

interface AdminRoute {
  method: PageRoute['method'];
  path: string;
  tab: AdminFrame['tab'];
  handler: (visit: AdminVisit) => Promise<PageAnswer>;
}

export interface AdminSite {
  readonly services: PageServices;
  readonly site: Site;
}

/** The page in both languages. For anybody but administrators there is no such page. */
export function adminRoute({ site }: AdminSite, { method, path, tab, handler }: AdminRoute): PageRoute[] {
  return LANGUAGES.map((language) => ({
    method,
    path: pagePath(language, path === '' ? 'admin' : `admin/${path}`),
    rateLimit: 'api',
    handler: async (context) => {
      const signedIn = requireAccount(context);
      if (signedIn.kind === 'redirect') return signedIn.answer;
      const { account, csrf } = signedIn;
      if (!account.isAdmin) throw new AppError('NOT_FOUND');
      return handler(openVisit(site, context, { account, csrf, tab }));
    },
  }));
}

function openVisit(
  site: Site,
  context: PageContext,
  { account, csrf, tab }: { account: AccountPrincipal; csrf: string; tab: AdminFrame['tab'] },
): AdminVisit {
  const { address, requestId, query, url, language } = context;
  const shell = site.shell(language);
  const word = query.get('done') ?? '';
  const rest = new URLSearchParams(query);
  rest.delete('done');
  const path = (url.split('?', 1)[0] ?? '').split('/').slice(2).join('/');
  return {
    context,
    by: { actor: { kind: 'account', id: account.accountId }, address, requestId },
    frame: {
      shell,
      csrf,
      tab,
      path: rest.size === 0 ? path : `${path}?${rest.toString()}`,
      done: isDone(word) ? word : null,
    },
    done: (section, done) => redirect(adminPath({ shell }, section, { done })),
  };
}

function isDone(word: string): word is AdminDone {
  return Object.hasOwn(ADMIN.en.done, word);
}
