import type { DbTransaction } from '../../platform/database.ts';
import { runInSavepoint } from '../../platform/savepoint.ts';
import { AppError } from '../../shared/app-error.ts';
import { newId } from '../../shared/ids.ts';
import type { AccountPrincipal, AnonymousPrincipal } from '../../shared/principal.ts';
import { markSessionEnded, startSession } from '../sessions/index.ts';
import { auditAccount, auditFailure } from './audit-account.ts';
import { forgiveAttempts, takeAccountAttempt, takeSignInAttempt } from './count-attempts.ts';
import { tellOfNewDevice } from './new-device.ts';
import { findAccountByEmail, lockAccount, type Account } from './queries.ts';
import { authRefusal, requireGoodPassword, type SignInRefusal } from './rules.ts';
import { tellRecoveryCodeUsed, useSecondFactor, type PresentedFactor } from './second-factor.ts';
import type { AccountServices, Caller } from './services.ts';
import { setPassword } from './set-password.ts';

export interface SignInInput extends PresentedFactor {
  email: string;
  password: string;
  /** Replaces the password; required for one that the operator gave out. */
  newPassword?: string | undefined;
  /** The principal of the browser before signing in. */
  presented: AccountPrincipal | AnonymousPrincipal;
  caller: Caller;
}

export interface SignedIn {
  account: Account;
  /** The new session's token; answered this once. */
  token: string;
}

/** A refusal is returned and not thrown inside, because what it wrote must stay. */
type Outcome = SignedIn | SignInRefusal | AppError;

/**
 * Starts a new session after checking the password and the second factor; the browser's earlier session ends. Unknown and known
 * accounts cost the same: one password comparison and one transaction with a row of the log.
 *
 * @throws {AppError} AUTH_REQUIRED, RATE_LIMITED
 * @throws {ValidationFailure} when the new password is not acceptable
 */
export async function signIn(services: AccountServices, input: SignInInput): Promise<SignedIn> {
  const { db, limits, passwords } = services;
  const { email, password, newPassword, caller } = input;
  if (newPassword !== undefined) requireGoodPassword(newPassword, { email, name: '' }, 'new_password');
  await takeSignInAttempt(services, email, caller.address);
  const account = await findAccountByEmail(db, email);
  const isRight = await passwords.verifyPassword(account?.password_hash ?? null, password);
  const newHash = isRight && newPassword !== undefined ? await passwords.hashPassword(newPassword) : null;
  const outcome = await db.transaction().execute(async (trx): Promise<Outcome> => {
    const refusal = await takeAccountAttempt(trx, limits, email, caller.address);
    if (refusal !== undefined) return refusal;
    if (account !== undefined && isRight) return await admit(trx, services, { ...input, found: account, newHash });
    const id = account?.id ?? newId('account');
    await runInSavepoint(trx, { keep: account !== undefined }, () => auditFailure(trx, id, caller, 'password'));
    return 'wrong_credentials';
  });
  if (outcome instanceof AppError) throw outcome;
  if (typeof outcome === 'string') throw authRefusal(outcome);
  return outcome;
}

async function admit(
  trx: DbTransaction,
  services: AccountServices,
  input: SignInInput & { found: Account; newHash: string | null },
): Promise<Outcome> {
  const { found, newHash, presented, caller } = input;
  const account = await lockAccount(trx, found.id);
  // Changed during the comparison: that change ended all sessions, and none must start here.
  if (account === undefined || account.password_hash !== found.password_hash) return 'wrong_credentials';
  if (account.must_change_password && newHash === null) return 'password_change_required';
  const factor = await useSecondFactor(trx, services, account, input);
  if (factor === 'missing') return 'totp_required';
  if (factor === 'wrong') {
    await auditFailure(trx, account.id, caller, 'second_factor');
    return 'wrong_credentials';
  }
  // Only who has shown that the account is theirs is told of it.
  if (account.suspended_at !== null) {
    await auditFailure(trx, account.id, caller, 'suspended');
    return 'account_suspended';
  }
  const change = { action: 'account.password_changed', keepSession: null, caller } as const;
  const current = newHash === null ? account : await setPassword(trx, services, account, { ...change, hash: newHash });
  if (presented.kind === 'account') await endPresented(trx, presented, caller);
  const { userAgent, address } = caller;
  if (factor === 'recovery_code') await tellRecoveryCodeUsed(trx, services, account, caller);
  await tellOfNewDevice(trx, services, account, caller);
  const { session, token } = await startSession(trx, { accountId: account.id, userAgent, address });
  const details = { session: session.id, second_factor: factor === 'not_needed' ? null : factor };
  await auditAccount(trx, account.id, 'account.signed_in', caller, { details });
  await forgiveAttempts(trx, input.email, address);
  return { account: current, token };
}

async function endPresented(trx: DbTransaction, presented: AccountPrincipal, caller: Caller): Promise<void> {
  await markSessionEnded(trx, presented.accountId, presented.sessionId);
  await auditAccount(trx, presented.accountId, 'session.ended', caller, {
    target: { kind: 'session', id: presented.sessionId },
    details: { reason: 'replaced' },
  });
}
