import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../shared/app-error.ts';
import type { AccountPrincipal, MemberPrincipal } from '../../shared/principal.ts';

const RECENT_MS = 15 * 60_000;

type Reauthenticated = Pick<AccountPrincipal | MemberPrincipal, 'reauthenticatedAt'>;

/** Whether the password was given a short while ago. */
export function isRecentlyAuthenticated({ reauthenticatedAt }: Reauthenticated, clock: Clock): boolean {
  return clock.now().getTime() - reauthenticatedAt.getTime() <= RECENT_MS;
}

/** A cookie that was left behind is not enough for what cannot be taken back. @throws {AppError} SCOPE_DENIED */
export function requireRecentAuthentication(who: Reauthenticated, clock: Clock): void {
  if (isRecentlyAuthenticated(who, clock)) return;
  throw new AppError('SCOPE_DENIED', { details: { reason: 'reauthentication_required' } });
}
