import type { KeyMode } from '../../shared/api-key-format.ts';
import type { Scope } from '../../shared/scopes.ts';

/**
 * A live key signs in the organization's name, and one that may revoke does so for good: making one requires a recent
 * authentication, and the owners are told.
 */
export function isPowerful({ mode, scopes }: { mode: KeyMode; scopes?: readonly Scope[] | undefined }): boolean {
  return mode === 'live' || mayRevoke(scopes);
}

export function mayRevoke(scopes: readonly string[] | undefined): boolean {
  return scopes?.includes('credentials:revoke') ?? false;
}
