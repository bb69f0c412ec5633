import { AppError } from './app-error.ts';
import type { AccountPrincipal } from './principal.ts';

/**
 * A cookie that was left behind is not enough for what cannot be taken back or opens a door to others.
 *
 * @throws {AppError} SCOPE_DENIED
 */
export function requireRecentAuthentication(who: Pick<AccountPrincipal, 'isRecentlyAuthenticated'>): void {
  if (who.isRecentlyAuthenticated) return;
  throw new AppError('SCOPE_DENIED', { details: { reason: 'reauthentication_required' } });
}

/**
 * Whoever may suspend everybody's work signs in with more than a password.
 *
 * @throws {AppError} SCOPE_DENIED
 */
export function requireSecondFactor(who: Pick<AccountPrincipal, 'hasSecondFactor'>): void {
  if (who.hasSecondFactor) return;
  const hint =
    'Set up a second factor for this account (POST /v1/account/totp, or the page Account), then sign in again.';
  throw new AppError('SCOPE_DENIED', { details: { reason: 'second_factor_required', hint } });
}
