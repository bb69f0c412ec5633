import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../shared/app-error.ts';
import type { AccountPrincipal, MemberPrincipal } from '../../shared/principal.ts';

const RECENT_MS = 15 * 60_000;

/** A cookie that was left behind is not enough for what cannot be taken back. @throws {AppError} SCOPE_DENIED */
export function requireRecentAuthentication(
  { reauthenticatedAt }: Pick<AccountPrincipal | MemberPrincipal, 'reauthenticatedAt'>,
  clock: Clock,
): void {
  if (clock.now().getTime() - reauthenticatedAt.getTime() > RECENT_MS) {
    throw new AppError('SCOPE_DENIED', { details: { reason: 'reauthentication_required' } });
  }
}
