import type { KeyMode } from './api-key-format.ts';
import type { Role } from './permissions.ts';
import type { Scope } from './scopes.ts';

/** A caller with an API key. */
export interface ApiKeyPrincipal {
  readonly kind: 'api_key';
  readonly keyId: string;
  readonly organizationId: string;
  /** `test` keys sign with the development certificate and are never charged. */
  readonly mode: KeyMode;
  readonly scopes: readonly Scope[];
  readonly organizationStatus: 'active' | 'suspended';
}

/** A caller without credentials. */
export interface AnonymousPrincipal {
  readonly kind: 'anonymous';
}

/** The operator, by the bearer token from configuration or an administrator's session. */
export interface AdministratorPrincipal {
  readonly kind: 'administrator';
  /** Null for the bearer token. */
  readonly accountId: string | null;
}

/** A signed-in person. */
export interface AccountPrincipal {
  readonly kind: 'account';
  readonly accountId: string;
  readonly sessionId: string;
  readonly isEmailVerified: boolean;
  readonly isAdmin: boolean;
  /** Whether an authenticator app is set up. */
  readonly hasSecondFactor: boolean;
  /** Whether all factors of the account were given in this session a short while before the request began. */
  readonly isRecentlyAuthenticated: boolean;
}

/** A signed-in person who acts for one of their organizations. */
export interface MemberPrincipal extends Omit<AccountPrincipal, 'kind'> {
  readonly kind: 'member';
  readonly organizationId: string;
  readonly role: Role;
  readonly organizationStatus: 'active' | 'suspended';
}

export type Principal =
  ApiKeyPrincipal | AnonymousPrincipal | AdministratorPrincipal | AccountPrincipal | MemberPrincipal;
