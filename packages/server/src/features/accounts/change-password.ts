import { PASSWORD_REFUSALS } from '../../shared/password-rules.ts';
import { ValidationFailure } from '../../shared/validation-failure.ts';
import { markReauthenticated } from '../sessions/index.ts';
import { getLockedAccount } from './get-account.ts';
import { requirePassword } from './require-password.ts';
import { authRefusal, requireGoodPassword } from './rules.ts';
import type { AccountServices, SignedInCaller } from './services.ts';
import { setPassword } from './set-password.ts';

/**
 * Replaces the password with a different one, and ends all sessions but this one.
 *
 * @throws {ValidationFailure} when the new password is not acceptable
 * @throws {AppError} AUTH_REQUIRED, RATE_LIMITED
 */
export async function changePassword(
  services: AccountServices,
  caller: SignedInCaller,
  { current, wanted }: { current: string; wanted: string },
): Promise<void> {
  if (current === wanted) throw unchanged();
  const known = await requirePassword(services, caller, current);
  requireGoodPassword(wanted, known, 'new_password');
  const hash = await services.passwords.hashPassword(wanted);
  await services.db.transaction().execute(async (trx) => {
    const account = await getLockedAccount(trx, caller.accountId);
    // Somebody else replaced it a moment ago: the password that was given is no longer valid.
    if (account.password_hash !== known.password_hash) throw authRefusal('wrong_credentials');
    const keepSession = caller.sessionId;
    await setPassword(trx, services, account, { hash, action: 'account.password_changed', keepSession, caller });
    // With a second factor, the password alone is not enough for a recent authentication.
    if (account.totp_enabled_at === null) await markReauthenticated(trx, caller.sessionId);
  });
}

function unchanged(): ValidationFailure {
  const message = PASSWORD_REFUSALS.unchanged;
  const ctx = { reason: 'unchanged' };
  return new ValidationFailure([{ loc: ['body', 'new_password'], type: 'value_error', message, ctx }]);
}
