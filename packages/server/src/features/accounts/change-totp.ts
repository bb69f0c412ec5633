import type { Db } from '../../platform/database.ts';
import { AppError } from '../../shared/app-error.ts';
import { queueMail } from '../mail/index.ts';
import { auditAccount } from './audit-account.ts';
import { takeSessionAttempt } from './count-attempts.ts';
import { getLockedAccount } from './get-account.ts';
import { clearTotp, markTotpEnabled, replaceRecoveryCodes, type Account } from './queries.ts';
import { authRefusal } from './rules.ts';
import { newRecoveryCodes, useTotpCode } from './second-factor.ts';
import type { AccountServices, SignedInCaller } from './services.ts';

/**
 * Asks for codes from now on, once one shows that the app has the secret. Answers the recovery codes, this once.
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
    await auditAccount(trx, account.id, 'account.totp_enabled', caller);
    await tellOwner(trx, services, account, 'on', caller);
  });
  return codes;
}

/** Takes the second factor away; one that was begun and not confirmed is forgotten without a word. */
export async function disableTotp(services: AccountServices, caller: SignedInCaller): Promise<void> {
  await services.db.transaction().execute(async (trx) => {
    const account = await getLockedAccount(trx, caller.accountId);
    await clearTotp(trx, account.id);
    await replaceRecoveryCodes(trx, account.id, []);
    if (account.totp_enabled_at === null) return;
    await auditAccount(trx, account.id, 'account.totp_disabled', caller);
    await tellOwner(trx, services, account, 'off', caller);
  });
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
