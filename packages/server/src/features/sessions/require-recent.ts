import { AppError } from '../../shared/app-error.ts';
import type { AccountPrincipal } from '../../shared/principal.ts';

/** A cookie that was left behind is not enough for what cannot be taken back. @throws {AppError} SCOPE_DENIED */
export function requireRecentAuthentication(who: Pick<AccountPrincipal, 'isRecentlyAuthenticated'>): void {
  if (who.isRecentlyAuthenticated) return;
  throw new AppError('SCOPE_DENIED', { details: { reason: 'reauthentication_required' } });
}
