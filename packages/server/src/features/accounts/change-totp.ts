import type { Db, DbTransaction } from '../../platform/database.ts';
import { AppError } from '../../shared/app-error.ts';
import { queueMail } from '../mail/index.ts';
import { markReauthenticated } from '../sessions/index.ts';
import { auditAccount, auditFailure } from './audit-account.ts';
import { takeSessionAttempt } from './count-attempts.ts';
import { getLockedAccount } from './get-account.ts';
import { clearTotp, markTotpEnabled, replaceRecoveryCodes, type Account } from './queries.ts';
import { requirePassword } from './require-password.ts';
import { authRefusal, type SignInRefusal } from './rules.ts';
import { newRecoveryCodes, useSecondFactor, useTotpCode, type PresentedFactor } from './second-factor.ts';
import type { AccountServices, SignedInCaller } from './services.ts';

/**
 * Requires codes from now on, once one shows that the app has the secret. Answers the recovery codes, this once.
 *
 * @throws {AppError} AUTH_REQUIRED for a wrong code, CONFLICT, RATE_LIMITED
 */
export async function enableTotp(services: AccountServices, caller: SignedInCaller, code: string): Promise<string[]> {
  await takeSessionAttempt(services, caller.sessionId);
  const { codes, hashes } = newRecoveryCodes();
  await services.db.transaction().execute(async (trx) => {
    const account = await getLockedAccount(trx, caller.accountId);
    if (account.totp_enabled_at !== null) throw new AppError('CONFLICT', { details: { reason: 'totp_enabled' } });
    if (account.totp_secret === null) throw new AppError('CONFLICT', { details: { reason: 'totp_not_begun' } });
    const now = services.clock.now();
    if (!(await useTotpCode(trx, services.secrets, account, { code, now }))) throw authRefusal('wrong_credentials');
    await markTotpEnabled(trx, account.id);
    await replaceRecoveryCodes(trx, account.id, hashes);
    // This session has given both by now; the others have not, and must give both again.
    await markReauthenticated(trx, caller.sessionId);
    await auditAccount(trx, account.id, 'account.totp_enabled', caller);
    await tellOwner(trx, services, account, 'on', caller);
  });
  return codes;
}

/**
 * Removes the second factor once it has been shown again; a set-up that was not confirmed is dropped silently. A recovery code
 * works too, for people who have lost the app.
 *
 * @param given.password checked too, unless it was given a short while ago
 * @throws {AppError} AUTH_REQUIRED, RATE_LIMITED
 */
export async function disableTotp(
  services: AccountServices,
  caller: SignedInCaller,
  given: PresentedFactor & { password?: string | undefined },
): Promise<void> {
  if (given.password === undefined) await takeSessionAttempt(services, caller.sessionId);
  else await requirePassword(services, caller, given.password);
  const refusal = await services.db.transaction().execute((trx) => takeAway(trx, services, { caller, given }));
  if (refusal !== null) throw authRefusal(refusal);
}

/** A refusal is returned and not thrown, because what it wrote must stay. */
async function takeAway(
  trx: DbTransaction,
  services: AccountServices,
  { caller, given }: { caller: SignedInCaller; given: PresentedFactor },
): Promise<SignInRefusal | null> {
  const account = await getLockedAccount(trx, caller.accountId);
  const factor = await useSecondFactor(trx, services, account, given);
  if (factor === 'missing') return 'totp_required';
  if (factor === 'wrong') {
    await auditFailure(trx, account.id, caller, 'second_factor');
    return 'wrong_credentials';
  }
  await clearTotp(trx, account.id);
  await replaceRecoveryCodes(trx, account.id, []);
  if (account.totp_enabled_at === null) return null;
  await auditAccount(trx, account.id, 'account.totp_disabled', caller, { details: { second_factor: factor } });
  await tellOwner(trx, services, account, 'off', caller);
  return null;
}

async function tellOwner(
  trx: Db,
  { secrets, clock }: AccountServices,
  { email, language }: Account,
  state: 'on' | 'off',
  { address }: SignedInCaller,
): Promise<void> {
  const values = { state, address, when: clock.now().toISOString() };
  await queueMail(trx, secrets, { template: 'two_factor_changed', to: email, language, values });
}
