import type { FastifyRequest } from 'fastify';
import { AppError } from '../shared/app-error.ts';
import type { Language } from '../shared/language.ts';
import type { AccountPrincipal, AnonymousPrincipal, MemberPrincipal } from '../shared/principal.ts';
import { csrfTokenOf, isSecretToken, readCookie, SESSION_COOKIE } from '../shared/session-token.ts';
import { SentElsewhere, type Caller } from './endpoint.ts';
import { languageOf } from './errors.ts';
import { csrfRefusal, isCrossSite, memberFor, type GuardServices } from './guards.ts';
import { PAGE_HEADERS } from './page-headers.ts';
import type { PageAuth, PagePrincipal, PageRoute } from './page-route.ts';
import { queryOf, textHeader } from './request-facts.ts';

export interface VisitorServices extends Pick<GuardServices, 'sessions' | 'origin'> {
  /** The sign-in page that leads back to that page of ours; null leads to the dashboard. */
  readonly signInAddress: (language: Language, next: string | null) => string;
}

/** Who opened a page or sent its form, with the token that forms of the session must carry. */
export interface Visitor extends Caller {
  readonly account: AccountPrincipal | null;
  readonly csrfToken: string | null;
  readonly sessionToken: string | null;
  /** The principal that the page sees, by its guard; `principal` is the one in the log and the limits. */
  readonly seen: PagePrincipal<PageAuth>;
}

const ANONYMOUS: AnonymousPrincipal = { kind: 'anonymous' };
const NOBODY = { principal: ANONYMOUS, counted: null, account: null, csrfToken: null, sessionToken: null } as const;

/** @throws {AppError} the refusal; {SentElsewhere} to sign in first */
export async function admitVisitor(
  { auth, method }: Pick<PageRoute, 'auth' | 'method'>,
  request: FastifyRequest,
  services: VisitorServices,
): Promise<Visitor> {
  const fetchSite = textHeader(request.headers['sec-fetch-site']);
  if (method === 'POST' && isCrossSite({ origin: request.headers.origin, fetchSite }, services)) throw csrfRefusal();
  if (auth.kind === 'none') return { ...NOBODY, seen: ANONYMOUS };
  const visitor = await findVisitor(request, services);
  const { account } = visitor;
  if (account !== null) return { ...visitor, seen: await admitAccount(auth, account, request, services) };
  if ('otherwise' in auth && auth.otherwise !== 'anonymous') throw signInFirst(auth, request, services);
  return { ...visitor, seen: ANONYMOUS };
}

async function findVisitor({ headers }: FastifyRequest, { sessions }: VisitorServices): Promise<Omit<Visitor, 'seen'>> {
  const sessionToken = readCookie(headers.cookie, SESSION_COOKIE);
  if (sessionToken === undefined || !isSecretToken(sessionToken)) return NOBODY;
  const account = await sessions.authenticate(sessionToken);
  return account === 'invalid'
    ? NOBODY
    : { principal: account, counted: null, account, csrfToken: csrfTokenOf(sessionToken), sessionToken };
}

async function admitAccount(
  auth: Exclude<PageAuth, { kind: 'none' }>,
  account: AccountPrincipal,
  request: FastifyRequest,
  services: VisitorServices,
): Promise<PagePrincipal<PageAuth>> {
  switch (auth.kind) {
    case 'optional_session':
    case 'session':
      return account;
    case 'administrator':
      if (!account.isAdmin) throw new AppError('NOT_FOUND');
      return { kind: 'administrator', accountId: account.accountId };
    case 'member':
      return await admitMember(auth, account, request, services);
  }
}

async function admitMember(
  { permission, otherwise }: Extract<PageAuth, { kind: 'member' }>,
  account: AccountPrincipal,
  request: FastifyRequest,
  services: VisitorServices,
): Promise<MemberPrincipal | AnonymousPrincipal> {
  const named = queryOf(request).get('org');
  const organizationId = named === null || named === '' ? undefined : named;
  try {
    return await memberFor(account, { organizationId }, permission, services);
  } catch (error) {
    // Members who may not do this may still do what everyone may.
    if (otherwise === 'anonymous' && error instanceof AppError) return ANONYMOUS;
    throw error;
  }
}

/** The contents of a form are lost on the way, so the browser returns to the page of the form and not to its address. */
function signInFirst(auth: PageAuth, request: FastifyRequest, { signInAddress }: VisitorServices): SentElsewhere {
  const named = 'next' in auth ? auth.next : undefined;
  const next = named ?? (request.method === 'GET' || request.method === 'HEAD' ? request.url : null);
  return new SentElsewhere(signInAddress(languageOf(request), next), PAGE_HEADERS);
}
