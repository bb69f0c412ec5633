import { timingSafeEqual } from 'node:crypto';
import { hashToken, parseApiKey } from '../shared/api-key-format.ts';
import { AppError } from '../shared/app-error.ts';
import { can, isOfBilling, PERMISSIONS, type Permission } from '../shared/permissions.ts';
import type {
  AccountPrincipal,
  AdministratorPrincipal,
  AnonymousPrincipal,
  ApiKeyPrincipal,
  MemberPrincipal,
  Principal,
} from '../shared/principal.ts';
import type { Scope } from '../shared/scopes.ts';
import type { ErrorCode } from '../shared/error-codes.ts';
import { requireRecentAuthentication, requireSecondFactor } from '../shared/require-recent.ts';
import { isCsrfTokenOf, isSecretToken, readCookie, SESSION_COOKIE } from '../shared/session-token.ts';
import type { QuotaDecision, Unit } from '../platform/quota-store.ts';
import { isOwnOrigin } from './own-origin.ts';
import type { KeyBuckets, RateLimitState } from './rate-limit.ts';
import { RefusedToken, type KnownKeyRefusal, type TokenRefusal } from './refused-tokens.ts';

/**
 * Whether a session must have shown all factors of its account recently. `always`: the guard checks it. `by_input`: it depends on
 * the input, so the handler checks it (shared/require-recent.ts). Omitted: never. A key never needs it, and an administrator's
 * session needs it for every change. `recent-walk.test.ts` walks every route that writes.
 */
export type RecentNeed = 'always' | 'by_input';

/** Who may call a route. */
export type RouteAuth =
  | { readonly kind: 'none' }
  | { readonly kind: 'key'; readonly scope: Scope }
  /** Anonymous or a key; a presented key must be valid and have the scope. */
  | { readonly kind: 'optional_key'; readonly scope: Scope }
  /** A signed-in person. */
  | { readonly kind: 'session'; readonly recent?: RecentNeed }
  /** Anyone, with the browser's session if it is still valid; a cross-site request is refused either way. */
  | { readonly kind: 'optional_session' }
  /**
   * A member of the organization that the path names (`org_id`), or the header X-Organization-Id, or else of their own. An
   * organization does not exist for accounts that are not its members.
   */
  | { readonly kind: 'member'; readonly permission: Permission; readonly recent?: RecentNeed }
  /** A key with the scope, or a member with the permission. */
  | {
      readonly kind: 'key_or_member';
      readonly scope: Scope;
      readonly permission: Permission;
      readonly recent?: RecentNeed;
    }
  /** Anonymous, a key, or a member. A presented key must be valid; an ended session counts as none. */
  | { readonly kind: 'optional_key_or_member'; readonly scope: Scope; readonly permission: Permission }
  /** The bearer token from configuration, or an administrator's session. */
  | { readonly kind: 'administrator' };

/** What a key is presented for. */
export interface KeyUse {
  readonly scope: Scope;
  /** From where the request takes a token if the key may be used for it; null: from nowhere. */
  readonly buckets: KeyBuckets | null;
  /** Reserved if the key may be used and is charged; null: nothing is. */
  readonly unit: Unit | null;
}

/** The owner of a key that is neither revoked nor expired. */
export interface CountedKey {
  readonly principal: ApiKeyPrincipal;
  /** How the request was counted; null when it has not been. */
  readonly counted: RateLimitState | null;
  /** How its unit was reserved; omitted when it needs none. */
  readonly quota?: QuotaDecision | undefined;
}

/** Looks up API keys. */
export interface KeyAuthenticator {
  /**
   * Looks up a key whose form and checksum are already verified, and counts the request if the key has the scope and its
   * organization is active. Answers `invalid` when it is unknown, and the known facts when it is revoked or expired.
   */
  authenticate(bearer: string, use: KeyUse): Promise<CountedKey | KnownKeyRefusal | 'invalid'>;
}

/** Looks up sessions and memberships. */
export interface SessionAuthenticator {
  /** `invalid`: unknown, ended, or past one of its ends. */
  authenticate(sessionToken: string): Promise<AccountPrincipal | 'invalid'>;
  /** Null for `organizationId` means the account's own. Answers undefined when it is not a member. */
  findMembership(
    accountId: string,
    organizationId: string | null,
  ): Promise<Pick<MemberPrincipal, 'organizationId' | 'role' | 'organizationStatus'> | undefined>;
}

export interface GuardServices {
  readonly keys: KeyAuthenticator;
  readonly sessions: SessionAuthenticator;
  /** The origin of our own pages; a write from another origin is refused. */
  readonly origin: () => string;
  /** SHA-256 of the administrator's bearer token; when undefined, no token is accepted. */
  readonly adminTokenSha256: Uint8Array | undefined;
  /** Whether administrators need a second factor to change anything. */
  readonly operatorsNeedSecondFactor: boolean;
}

/** The principal a handler sees behind each guard. */
export type PrincipalFor<A extends RouteAuth> = A extends { kind: 'key' }
  ? ApiKeyPrincipal
  : A extends { kind: 'optional_key' }
    ? ApiKeyPrincipal | AnonymousPrincipal
    : A extends { kind: 'optional_session' }
      ? AccountPrincipal | AnonymousPrincipal
      : A extends { kind: 'session' }
        ? AccountPrincipal
        : A extends { kind: 'member' }
          ? MemberPrincipal
          : A extends { kind: 'key_or_member' }
            ? ApiKeyPrincipal | MemberPrincipal
            : A extends { kind: 'optional_key_or_member' }
              ? ApiKeyPrincipal | MemberPrincipal | AnonymousPrincipal
              : A extends { kind: 'administrator' }
                ? AdministratorPrincipal
                : AnonymousPrincipal;

/** The recent authentication that a session needs, by the table of routes alone. */
export function recentNeedOf(auth: RouteAuth, method: string): RecentNeed | 'never' {
  if (auth.kind === 'administrator') return SAFE_METHODS.has(method) ? 'never' : 'always';
  return 'recent' in auth ? (auth.recent ?? 'never') : 'never';
}

const REALM = 'Bearer realm="api"';

/** The codes with which a guard of this kind refuses. */
export function guardErrorCodes(auth: RouteAuth): readonly ErrorCode[] {
  switch (auth.kind) {
    case 'none':
      return [];
    case 'key':
      return ['AUTH_REQUIRED', 'INVALID_API_KEY', 'SCOPE_DENIED', 'WORKSPACE_SUSPENDED'];
    case 'optional_key':
      return ['INVALID_API_KEY', 'SCOPE_DENIED', 'WORKSPACE_SUSPENDED'];
    case 'session':
      return ['AUTH_REQUIRED', 'SCOPE_DENIED'];
    case 'optional_session':
      return ['SCOPE_DENIED'];
    case 'member':
      return ['AUTH_REQUIRED', ...memberErrorCodes(auth.permission)];
    case 'key_or_member':
      return ['AUTH_REQUIRED', 'INVALID_API_KEY', 'WORKSPACE_SUSPENDED', ...memberErrorCodes(auth.permission)];
    case 'optional_key_or_member':
      return ['INVALID_API_KEY', 'WORKSPACE_SUSPENDED', ...memberErrorCodes(auth.permission)];
    case 'administrator':
      return ['AUTH_REQUIRED', 'INVALID_API_KEY', 'SCOPE_DENIED'];
  }
}

function memberErrorCodes(permission: Permission): readonly ErrorCode[] {
  const { writes, verified } = PERMISSIONS[permission];
  return [
    'NOT_FOUND',
    'SCOPE_DENIED',
    ...(isOfBilling(permission) ? (['BILLING_PERMISSION_REQUIRED'] as const) : []),
    ...(writes ? (['WORKSPACE_SUSPENDED'] as const) : []),
    ...(verified ? (['ACCOUNT_EMAIL_NOT_VERIFIED'] as const) : []),
  ];
}

/**
 * The token of `Authorization: Bearer <token>`. Another scheme is no bearer token: a reverse proxy with basic
 * authentication passes its header through.
 */
export function bearerToken(authorization: string | undefined): string | undefined {
  const match = /^bearer +(\S+) *$/i.exec(authorization ?? '');
  return match?.[1];
}

function authRequired(): AppError {
  return new AppError('AUTH_REQUIRED', { headers: { 'www-authenticate': REALM } });
}

function refusedToken(refusal: TokenRefusal): RefusedToken {
  return new RefusedToken(refusal, `${REALM}, error="invalid_token"`);
}

async function authenticateKey(token: string, use: KeyUse, keys: KeyAuthenticator): Promise<CountedKey> {
  if (parseApiKey(token) === undefined) throw refusedToken({ kind: 'malformed' });
  const presented = await keys.authenticate(token, use);
  if (presented === 'invalid') throw refusedToken({ kind: 'unknown_key' });
  if ('kind' in presented) throw refusedToken(presented);
  const { principal } = presented;
  const { scope } = use;
  if (principal.organizationStatus === 'suspended') throw new AppError('WORKSPACE_SUSPENDED');
  if (!principal.scopes.includes(scope)) {
    throw new AppError('SCOPE_DENIED', {
      details: { required_scope: scope },
      headers: { 'www-authenticate': `${REALM}, error="insufficient_scope", scope="${scope}"` },
    });
  }
  return presented;
}

/** Whether such a route reads a bearer token. */
export function readsBearerToken(auth: RouteAuth): boolean {
  return guardErrorCodes(auth).includes('INVALID_API_KEY');
}

/** What a guard reads of a request. */
export interface GuardedRequest {
  readonly method: string;
  readonly authorization: string | undefined;
  readonly cookie: string | undefined;
  readonly csrfToken: string | undefined;
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
  /** From the path, or the header X-Organization-Id; undefined for the account's own. */
  readonly organizationId: string | undefined;
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Browsers attach cookies to cross-site requests, so a write must prove that it came from our own page: the CSRF header
 * matches the session, and neither Origin nor Sec-Fetch-Site says otherwise.
 */
function checkOwnPage(request: GuardedRequest, sessionToken: string, services: GuardServices): void {
  if (SAFE_METHODS.has(request.method)) return;
  const { csrfToken } = request;
  if (isCrossSite(request, services) || csrfToken === undefined || !isCsrfTokenOf(sessionToken, csrfToken)) {
    throw csrfRefusal();
  }
}

/** Whether the browser reports the request as cross-site. */
export function isCrossSite(
  { origin, fetchSite }: Pick<GuardedRequest, 'origin' | 'fetchSite'>,
  services: Pick<GuardServices, 'origin'>,
): boolean {
  return (
    (origin !== undefined && !isOwnOrigin(origin, services.origin())) ||
    fetchSite === 'cross-site' ||
    fetchSite === 'same-site'
  );
}

/** The refusal of a request that may be cross-site. */
export function csrfRefusal(): AppError {
  return new AppError('SCOPE_DENIED', { details: { reason: 'csrf' } });
}

/**
 * Signing in needs no session, so there is no token to check; another site that signs a browser in to its own account would see
 * what is done there next (login CSRF).
 */
async function findPresentedSession(
  request: GuardedRequest,
  services: GuardServices,
): Promise<AccountPrincipal | AnonymousPrincipal> {
  if (isCrossSite(request, services)) throw csrfRefusal();
  const token = readCookie(request.cookie, SESSION_COOKIE);
  const principal =
    token === undefined || !isSecretToken(token) ? 'invalid' : await services.sessions.authenticate(token);
  return principal === 'invalid' ? { kind: 'anonymous' } : principal;
}

async function authenticateSession(request: GuardedRequest, services: GuardServices): Promise<AccountPrincipal> {
  const principal = await findSession(request, services);
  if (principal === undefined) throw authRequired();
  return principal;
}

/** Undefined without a session, or when it has ended. */
async function findSession(request: GuardedRequest, services: GuardServices): Promise<AccountPrincipal | undefined> {
  const token = readCookie(request.cookie, SESSION_COOKIE);
  if (token === undefined || !isSecretToken(token)) return undefined;
  const principal = await services.sessions.authenticate(token);
  if (principal === 'invalid') return undefined;
  checkOwnPage(request, token, services);
  return principal;
}

async function authenticateMember(
  request: GuardedRequest,
  auth: Extract<RouteAuth, { kind: 'member' | 'key_or_member' }>,
  services: GuardServices,
): Promise<MemberPrincipal> {
  const account = await authenticateSession(request, services);
  return withRecent(auth, request, account, await memberFor(account, request, auth.permission, services));
}

/** @throws {AppError} NOT_FOUND, SCOPE_DENIED, BILLING_PERMISSION_REQUIRED, WORKSPACE_SUSPENDED, ACCOUNT_EMAIL_NOT_VERIFIED */
export async function memberFor(
  account: AccountPrincipal,
  request: Pick<GuardedRequest, 'organizationId'>,
  permission: Permission,
  services: Pick<GuardServices, 'sessions'>,
): Promise<MemberPrincipal> {
  const membership = await services.sessions.findMembership(account.accountId, request.organizationId ?? null);
  if (membership === undefined) throw new AppError('NOT_FOUND');
  const { writes, verified } = PERMISSIONS[permission];
  if (!can(membership.role, permission)) {
    if (isOfBilling(permission)) throw new AppError('BILLING_PERMISSION_REQUIRED');
    throw new AppError('SCOPE_DENIED', { details: { required_permission: permission } });
  }
  if (writes && membership.organizationStatus === 'suspended') throw new AppError('WORKSPACE_SUSPENDED');
  if (verified && !account.isEmailVerified) throw new AppError('ACCOUNT_EMAIL_NOT_VERIFIED');
  return { ...account, ...membership, kind: 'member' };
}

async function authenticateAdministrator(
  auth: RouteAuth,
  request: GuardedRequest,
  token: string | undefined,
  services: GuardServices,
): Promise<Principal> {
  if (token === undefined) {
    const account = await authenticateSession(request, services);
    if (!account.isAdmin) throw new AppError('SCOPE_DENIED', { details: { required_permission: 'administrator' } });
    if (services.operatorsNeedSecondFactor && !SAFE_METHODS.has(request.method)) requireSecondFactor(account);
    return withRecent(auth, request, account, { kind: 'administrator', accountId: account.accountId });
  }
  const digest = hashToken(token);
  const expected = services.adminTokenSha256;
  if (expected?.length !== digest.length || !timingSafeEqual(digest, expected)) {
    throw refusedToken({ kind: 'admin_token' });
  }
  return { kind: 'administrator', accountId: null };
}

/** Checked last: callers without permission are not sent to enter a password first. */
function withRecent<P extends Principal>(
  auth: RouteAuth,
  { method }: GuardedRequest,
  account: Pick<AccountPrincipal, 'isRecentlyAuthenticated'>,
  principal: P,
): P {
  if (recentNeedOf(auth, method) === 'always') requireRecentAuthentication(account);
  return principal;
}

/** The caller of a request. */
export interface Identified {
  readonly principal: Principal;
  /** How the request was counted; null when it has not been. */
  readonly counted: RateLimitState | null;
  /** How its unit was reserved; omitted when it needs none. */
  readonly quota?: QuotaDecision | undefined;
}

/**
 * Identifies the caller, before any of the body is read; throws the refusal. A request with a key is counted in the same step.
 *
 * @param use where requests with a key are counted, and what they reserve
 */
export async function authenticate(
  auth: RouteAuth,
  request: GuardedRequest,
  services: GuardServices,
  use: Omit<KeyUse, 'scope'>,
): Promise<Identified> {
  const token = bearerToken(request.authorization);
  return token === undefined || !('scope' in auth)
    ? { principal: await authenticateOther(auth, request, token, services), counted: null }
    : await authenticateKey(token, { scope: auth.scope, ...use }, services.keys);
}

/** Callers who present no key. */
async function authenticateOther(
  auth: RouteAuth,
  request: GuardedRequest,
  token: string | undefined,
  services: GuardServices,
): Promise<Principal> {
  switch (auth.kind) {
    case 'none':
    case 'optional_key':
      return { kind: 'anonymous' };
    case 'key':
      throw authRequired();
    case 'session': {
      const account = await authenticateSession(request, services);
      return withRecent(auth, request, account, account);
    }
    case 'optional_session':
      return await findPresentedSession(request, services);
    case 'member':
    case 'key_or_member':
      return await authenticateMember(request, auth, services);
    case 'optional_key_or_member': {
      // A browser goes on sending the cookie of a session that has ended.
      const account = await findSession(request, services);
      return account === undefined
        ? { kind: 'anonymous' }
        : await memberFor(account, request, auth.permission, services);
    }
    case 'administrator':
      return await authenticateAdministrator(auth, request, token, services);
  }
}
