import type { DbTransaction } from '../../platform/database.ts';
import { markReauthenticated } from '../sessions/index.ts';
import { auditAccount, auditFailure } from './audit-account.ts';
import { getLockedAccount } from './get-account.ts';
import type { Account } from './queries.ts';
import { requirePassword } from './require-password.ts';
import { authRefusal, type SignInRefusal } from './rules.ts';
import { tellRecoveryCodeUsed, useSecondFactor, type PresentedFactor } from './second-factor.ts';
import type { AccountServices, SignedInCaller } from './services.ts';

/**
 * Gives this session a recent authentication for a while, after everything that a sign-in requires was given.
 *
 * @throws {AppError} AUTH_REQUIRED, RATE_LIMITED
 */
export async function reauthenticate(
  services: AccountServices,
  caller: SignedInCaller,
  given: PresentedFactor & { password: string },
): Promise<void> {
  const known = await requirePassword(services, caller, given.password);
  const refusal = await services.db.transaction().execute((trx) => admit(trx, services, { caller, given, known }));
  if (refusal !== null) throw authRefusal(refusal);
}

/** A refusal is returned and not thrown, because what it wrote must stay. */
async function admit(
  trx: DbTransaction,
  services: AccountServices,
  { caller, given, known }: { caller: SignedInCaller; given: PresentedFactor; known: Account },
): Promise<SignInRefusal | null> {
  const account = await getLockedAccount(trx, caller.accountId);
  // Replaced a moment ago: the password that was given is no longer valid.
  if (account.password_hash !== known.password_hash) return 'wrong_credentials';
  const factor = await useSecondFactor(trx, services, account, given);
  if (factor === 'missing') return 'totp_required';
  if (factor === 'wrong') {
    await auditFailure(trx, account.id, caller, 'second_factor');
    return 'wrong_credentials';
  }
  if (factor === 'recovery_code') await tellRecoveryCodeUsed(trx, services, account, caller);
  await markReauthenticated(trx, caller.sessionId);
  await auditAccount(trx, account.id, 'account.reauthenticated', caller, {
    target: { kind: 'session', id: caller.sessionId },
    details: { second_factor: factor === 'not_needed' ? null : factor },
  });
  return null;
}
