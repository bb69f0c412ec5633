import { timingSafeEqual } from 'node:crypto';
import { hashToken, parseApiKey } from '../shared/api-key-format.ts';
import { AppError } from '../shared/app-error.ts';
import type { AdministratorPrincipal, AnonymousPrincipal, ApiKeyPrincipal, Principal } from '../shared/principal.ts';
import type { Scope } from '../shared/scopes.ts';
import type { ErrorCode } from '../shared/error-codes.ts';

/** Who may call a route. */
export type RouteAuth =
  | { readonly kind: 'none' }
  | { readonly kind: 'key'; readonly scope: Scope }
  /** Anonymous or a key; a key that is shown must be valid and hold the scope. */
  | { readonly kind: 'optional_key'; readonly scope: Scope }
  | { readonly kind: 'admin_token' };

/** Knows the API keys. */
export interface KeyAuthenticator {
  /**
   * The owner of a key whose form and checksum are already known to be right; `invalid` when it is unknown, revoked or
   * expired.
   */
  authenticate(bearer: string): Promise<ApiKeyPrincipal | 'invalid'>;
}

export interface GuardServices {
  readonly keys: KeyAuthenticator;
  /** SHA-256 of the administrator's bearer token; undefined when none is configured, then nobody passes. */
  readonly adminTokenSha256: Uint8Array | undefined;
}

/** The principal a handler sees behind each guard. */
export type PrincipalFor<A extends RouteAuth> = A extends { kind: 'key' }
  ? ApiKeyPrincipal
  : A extends { kind: 'optional_key' }
    ? ApiKeyPrincipal | AnonymousPrincipal
    : A extends { kind: 'admin_token' }
      ? AdministratorPrincipal
      : AnonymousPrincipal;

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
    case 'admin_token':
      return ['AUTH_REQUIRED', 'INVALID_API_KEY'];
  }
}

/**
 * The token of `Authorization: Bearer <token>`. Another scheme is no bearer token: a reverse proxy with basic
 * authentication passes its header through.
 */
function bearerToken(authorization: string | undefined): string | undefined {
  const match = /^bearer +(\S+) *$/i.exec(authorization ?? '');
  return match?.[1];
}

function authRequired(): AppError {
  return new AppError('AUTH_REQUIRED', { headers: { 'www-authenticate': REALM } });
}

function invalidKey(): AppError {
  return new AppError('INVALID_API_KEY', { headers: { 'www-authenticate': `${REALM}, error="invalid_token"` } });
}

async function authenticateKey(token: string, scope: Scope, keys: KeyAuthenticator): Promise<ApiKeyPrincipal> {
  if (parseApiKey(token) === undefined) throw invalidKey();
  const principal = await keys.authenticate(token);
  if (principal === 'invalid') throw invalidKey();
  if (principal.organizationStatus === 'suspended') throw new AppError('WORKSPACE_SUSPENDED');
  if (!principal.scopes.includes(scope)) {
    throw new AppError('SCOPE_DENIED', {
      details: { required_scope: scope },
      headers: { 'www-authenticate': `${REALM}, error="insufficient_scope", scope="${scope}"` },
    });
  }
  return principal;
}

/** Finds out who calls, before anything of the body is read; throws the refusal. */
export async function authenticate(
  auth: RouteAuth,
  authorization: string | undefined,
  services: GuardServices,
): Promise<Principal> {
  const token = bearerToken(authorization);
  switch (auth.kind) {
    case 'none':
      return { kind: 'anonymous' };
    case 'key':
      if (token === undefined) throw authRequired();
      return await authenticateKey(token, auth.scope, services.keys);
    case 'optional_key':
      if (token === undefined) return { kind: 'anonymous' };
      return await authenticateKey(token, auth.scope, services.keys);
    case 'admin_token': {
      if (token === undefined) throw authRequired();
      const digest = hashToken(token);
      const expected = services.adminTokenSha256;
      if (expected?.length !== digest.length || !timingSafeEqual(digest, expected)) throw invalidKey();
      return { kind: 'administrator' };
    }
  }
}
