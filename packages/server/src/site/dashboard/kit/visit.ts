import { retryAfterOf } from '../../../http/errors.ts';
import { prefersHtml } from '../../../http/accept.ts';
import { definePage, redirect, type PageAnswer, type PageContext, type PageRoute } from '../../../http/page-route.ts';
import type { MultipartSpec } from '../../../http/route.ts';
import { AppError, reasonOf } from '../../../shared/app-error.ts';
import { ERROR_CODES } from '../../../shared/error-codes.ts';
import { LANGUAGES } from '../../../shared/language.ts';
import type { Permission } from '../../../shared/permissions.ts';
import { answeredId } from '../../../shared/request-id.ts';
import type { MemberPrincipal } from '../../../shared/principal.ts';
import { dashboardPath, type DashboardFrame, type Done } from './frame.ts';
import { pagePath } from '../../kit/site-map.ts';
import { DASHBOARD } from './words.ts';
import { getAccount, type SignedInCaller } from '../../../features/accounts/index.ts';
import { byOf, listOwnOrganizations } from '../../../features/organizations/index.ts';
import { signedInCallerOf } from '../../kit/callers.ts';
import { pathBelowLanguage } from '../../kit/path-below-language.ts';
import type { Refused } from '../../kit/read-form.ts';
import { refuseUnlessRecent } from '../../kit/recent.ts';
import type { PageServices } from '../../services.ts';
import { privatePage, type Site } from '../../kit/site.ts';
import { DashboardErrorPage } from './error-page.tsx';

/** More than a person would choose from. */
const ORGANIZATIONS_MAX = 100;

/** A request by a member who has the permission that the page needs. */
export interface Visit {
  readonly context: PageContext;
  readonly member: MemberPrincipal;
  readonly caller: SignedInCaller;
  /** How the audit log names the member. */
  readonly by: ReturnType<typeof byOf>;
  readonly frame: DashboardFrame;
  /** Sends the browser to a page of the dashboard, which says what was done. */
  readonly done: (section: string, word: Done) => PageAnswer;
}

/** Who asks, as features that routes and pages share take it. */
export function askerOf({ member, context: { address, requestId } }: Pick<Visit, 'member' | 'context'>) {
  return { principal: member, address, requestId };
}

interface RouteBasics {
  /** Below the dashboard, in the form of OpenAPI: `keys/{kid}/revoke`. */
  path: string;
  permission: Permission;
  rateLimit?: PageRoute['rateLimit'];
  upload?: MultipartSpec;
  handler: (visit: Visit) => Promise<PageAnswer> | PageAnswer;
}

/** Each form says whether its sender needs a recent sign-in, as the routes for programs do. */
type DashboardRoute = RouteBasics &
  (
    | { method: 'GET' }
    /** With `by_input` the handler checks. */
    | { method: 'POST'; recent: 'never' | 'by_input' }
    /** Checked before the handler runs; `refused` shows the form again. */
    | {
        method: 'POST';
        recent: 'always';
        refused: (visit: Visit, refusal: Refused) => Promise<PageAnswer> | PageAnswer;
      }
  );

/** What the pages of the dashboard need from the server. */
export interface Dashboard {
  readonly services: PageServices;
  readonly site: Site;
}

/** The page in both languages, for members with the permission; others are sent to sign in or refused. */
export function dashboardRoute(dashboard: Dashboard, route: DashboardRoute): PageRoute[] {
  const { method, path, permission, rateLimit = 'api', upload } = route;
  const recent = route.method === 'GET' ? {} : { recent: route.recent };
  return LANGUAGES.map((language) =>
    definePage({
      method,
      path: pagePath(language, path === '' ? 'dashboard' : `dashboard/${path}`),
      auth: { kind: 'member', permission, otherwise: 'sign_in', ...recent },
      rateLimit,
      ...(upload === undefined ? {} : { upload }),
      handler: async (context) => {
        const visit = await openVisit(dashboard, context, path);
        return withErrorPage(visit, route, () => answer(dashboard, visit, route));
      },
    }),
  );
}

/** What is refused or not there is said in the frame of the member; what failed, and a file that came in parts, is for the server. */
async function withErrorPage(
  { frame, context }: Visit,
  { upload }: DashboardRoute,
  work: () => Promise<PageAnswer>,
): Promise<PageAnswer> {
  try {
    return await work();
  } catch (error) {
    const isShown = error instanceof AppError && error.status < 500 && upload === undefined;
    if (!isShown || !prefersHtml(context.headers['accept'])) throw error;
    const { status, code, headers } = error;
    const { language, url } = context;
    const requestId = answeredId(context.requestId);
    const message = ERROR_CODES[code].message[language];
    const facts = {
      status,
      code,
      message,
      reason: reasonOf(error) ?? null,
      retryAfterSeconds: retryAfterOf(error),
      requestId,
      url,
    };
    return privatePage(DashboardErrorPage({ shell: frame.shell, facts, frame }), language, { status, headers });
  }
}

async function answer({ services }: Dashboard, visit: Visit, route: DashboardRoute): Promise<PageAnswer> {
  if (route.method === 'GET' || route.recent !== 'always') return route.handler(visit);
  const refusal = await refuseUnlessRecent(services, { ...visit, account: visit.member });
  if (refusal !== null) return route.refused(visit, refusal);
  return route.handler({ ...visit, member: { ...visit.member, isRecentlyAuthenticated: true } });
}

type MemberContext = PageContext<{ kind: 'member'; permission: Permission; otherwise: 'sign_in' }>;

async function openVisit({ services, site }: Dashboard, context: MemberContext, section: string): Promise<Visit> {
  const { db } = services;
  const { account, principal: member, csrfToken: csrf } = context;
  const org = context.query.get('org');
  const { email } = await getAccount(db, account.accountId);
  const { rows } = await listOwnOrganizations(db, account.accountId, { limit: ORGANIZATIONS_MAX, offset: 0 });
  const own = rows.find(({ id }) => id === member.organizationId);
  const shell = site.shell(context.language);
  const frame: DashboardFrame = {
    shell,
    csrf,
    account: {
      email,
      isVerified: account.isEmailVerified,
      isAdmin: account.isAdmin,
      hasSecondFactor: account.hasSecondFactor,
    },
    organization: {
      id: member.organizationId,
      name: own?.name ?? member.organizationId,
      kind: own?.kind ?? 'team',
      role: member.role,
      isSuspended: member.organizationStatus === 'suspended',
    },
    organizations: rows.map(({ id, name }) => ({ id, name })),
    org: org === '' ? null : org,
    section: section.replaceAll(/\/\{.*$/g, ''),
    path: pathBelowLanguage(context),
    done: doneOf(context),
  };
  return {
    context,
    member,
    caller: signedInCallerOf(context, account),
    by: byOf(askerOf({ member, context })),
    frame,
    done: (target, word) => redirect(dashboardPath(frame, target, { done: word })),
  };
}

function doneOf({ query }: PageContext): Done | null {
  const word = query.get('done') ?? '';
  return isDone(word) ? word : null;
}

function isDone(word: string): word is Done {
  return Object.hasOwn(DASHBOARD.en.done, word);
}
