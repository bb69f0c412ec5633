import { hashSecretToken } from '../../shared/session-token.ts';
import { findUsableToken, lockAccount, markEmailVerified, useToken } from './queries.ts';
import { requireGoodPassword, tokenInvalid } from './rules.ts';
import type { AccountServices, Caller } from './services.ts';
import { setPassword } from './set-password.ts';

/**
 * Sets a new password by a mailed link and ends all sessions. The link also shows that the address is the account's: anybody who
 * registered it without owning it loses it here.
 *
 * @throws {ValidationFailure} when the password is not acceptable
 * @throws {AppError} CONFLICT for a link that does not work (any more)
 */
export async function resetPassword(
  services: AccountServices,
  { token, password, caller }: { token: string; password: string; caller: Caller },
): Promise<void> {
  const sha256 = hashSecretToken(token);
  const owner = await findUsableToken(services.db, 'password_reset', sha256);
  if (owner === undefined) throw tokenInvalid();
  requireGoodPassword(password, owner, 'password');
  const hash = await services.passwords.hashPassword(password);
  await services.db.transaction().execute(async (trx) => {
    const used = await useToken(trx, 'password_reset', sha256);
    if (used === undefined) throw tokenInvalid();
    await lockAccount(trx, used.account_id);
    const account = await markEmailVerified(trx, used.account_id, used.email);
    if (account === undefined) throw tokenInvalid();
    await setPassword(trx, services, account, { hash, action: 'account.password_reset', keepSession: null, caller });
  });
}
