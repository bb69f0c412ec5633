import { AppError } from './app-error.ts';
import type { AccountPrincipal } from './principal.ts';

/**
 * A session cookie alone is not enough for what cannot be undone or gives others access.
 *
 * @throws {AppError} SCOPE_DENIED
 */
export function requireRecentAuthentication(who: Pick<AccountPrincipal, 'isRecentlyAuthenticated'>): void {
  if (who.isRecentlyAuthenticated) return;
  throw new AppError('SCOPE_DENIED', { details: { reason: 'reauthentication_required' } });
}

/**
 * Administrators can suspend everybody's work, so they need more than a password to sign in.
 *
 * @throws {AppError} SCOPE_DENIED
 */
export function requireSecondFactor(who: Pick<AccountPrincipal, 'hasSecondFactor'>): void {
  if (who.hasSecondFactor) return;
  const hint =
    'Set up a second factor for this account (POST /v1/account/totp, or the page Account), then sign in again.';
  throw new AppError('SCOPE_DENIED', { details: { reason: 'second_factor_required', hint } });
}
