import type { KeyMode } from './api-key-format.ts';
import type { Scope } from './scopes.ts';

/** A caller known by an API key. */
export interface ApiKeyPrincipal {
  readonly kind: 'api_key';
  readonly keyId: string;
  readonly organizationId: string;
  /** `test` keys sign with the development certificate and are never charged. */
  readonly mode: KeyMode;
  readonly scopes: readonly Scope[];
  readonly organizationStatus: 'active' | 'suspended';
}

/** A caller who showed no credentials. */
export interface AnonymousPrincipal {
  readonly kind: 'anonymous';
}

/** The operator, by the bearer token from configuration. */
export interface AdministratorPrincipal {
  readonly kind: 'administrator';
}

export type Principal = ApiKeyPrincipal | AnonymousPrincipal | AdministratorPrincipal;
