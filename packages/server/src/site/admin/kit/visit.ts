import {
  definePage,
  redirect,
  type PageAnswer,
  type PageAuth,
  type PageContext,
  type PageRoute,
} from '../../../http/page-route.ts';
import { LANGUAGES } from '../../../shared/language.ts';
import type { AccountPrincipal } from '../../../shared/principal.ts';
import { adminPath, type AdminDone, type AdminFrame } from './admin-page.tsx';
import { pagePath } from '../../kit/site-map.ts';
import { ADMIN } from './words.ts';
import type { AuditEntry } from '../../../features/audit/index.ts';
import { signedInCallerOf } from '../../kit/callers.ts';
import { pathBelowLanguage } from '../../kit/path-below-language.ts';
import { refused, type Refused } from '../../kit/read-form.ts';
import { refuseUnlessRecent } from '../../kit/recent.ts';
import type { PageServices } from '../../services.ts';
import type { Site } from '../../kit/site.ts';

/** A request of an administrator. */
export interface AdminVisit {
  readonly context: PageContext;
  readonly by: Pick<AuditEntry, 'actor' | 'address' | 'requestId'>;
  readonly frame: AdminFrame;
  readonly done: (section: string, word: AdminDone, query?: Readonly<Record<string, string>>) => PageAnswer;
}

interface RouteBasics {
  path: string;
  tab: AdminFrame['tab'];
  handler: (visit: AdminVisit) => Promise<PageAnswer>;
}

/** Sending a form of these pages takes a recent authentication; `refused` shows the form again. */
type AdminRoute = RouteBasics &
  (
    | { method: 'GET' }
    | {
        method: 'POST';
        refused: (visit: AdminVisit, refusal: Refused) => Promise<PageAnswer>;
      }
  );

export interface AdminSite {
  readonly services: PageServices;
  readonly site: Site;
}

type AdminAuth = Extract<PageAuth, { kind: 'administrator' }>;

/** The page in both languages. Only administrators can see that it exists. */
export function adminRoute(admin: AdminSite, route: AdminRoute): PageRoute[] {
  const { method, path, tab } = route;
  return LANGUAGES.map((language) =>
    definePage({
      method,
      path: pagePath(language, path === '' ? 'admin' : `admin/${path}`),
      auth: { kind: 'administrator', otherwise: 'not_found', ...(method === 'POST' ? { recent: 'always' } : {}) },
      rateLimit: 'api',
      handler: async (context) => answer(admin, openVisit(admin, context, tab), { route, account: context.account }),
    }),
  );
}

async function answer(
  { services }: AdminSite,
  visit: AdminVisit,
  { route, account }: { route: AdminRoute; account: AccountPrincipal },
): Promise<PageAnswer> {
  if (route.method === 'GET') return route.handler(visit);
  const { context, frame } = visit;
  // The page says what to do about it in place of the form.
  if (frame.lacksSecondFactor) return route.refused(visit, refused([], 403));
  const caller = signedInCallerOf(context, account);
  const refusal = await refuseUnlessRecent(services, { context, caller, account });
  if (refusal !== null) return route.refused(visit, refusal);
  return route.handler({ ...visit, frame: { ...frame, asksPassword: false } });
}

function openVisit({ services, site }: AdminSite, context: PageContext<AdminAuth>, tab: AdminFrame['tab']): AdminVisit {
  const { address, requestId, query, language, account, csrfToken: csrf } = context;
  const shell = site.shell(language);
  const word = query.get('done') ?? '';
  return {
    context,
    by: { actor: { kind: 'account', id: account.accountId }, address, requestId },
    frame: {
      shell,
      csrf,
      tab,
      lacksSecondFactor: services.operatorsNeedSecondFactor && !account.hasSecondFactor,
      asksPassword: !account.isRecentlyAuthenticated,
      hasSecondFactor: account.hasSecondFactor,
      path: pathBelowLanguage(context),
      done: isDone(word) ? word : null,
    },
    done: (section, done, asked = {}) => redirect(adminPath({ shell }, section, { ...asked, done })),
  };
}

function isDone(word: string): word is AdminDone {
  return Object.hasOwn(ADMIN.en.done, word);
}
