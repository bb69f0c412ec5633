import { auditFailure } from './audit-account.ts';
import { takeSessionAttempt } from './count-attempts.ts';
import { getAccount } from './get-account.ts';
import type { Account } from './queries.ts';
import { authRefusal } from './rules.ts';
import type { AccountServices, SignedInCaller } from './services.ts';

/** The account of a session whose user has just given the password. @throws {AppError} AUTH_REQUIRED, RATE_LIMITED */
export async function requirePassword(
  services: AccountServices,
  caller: SignedInCaller,
  password: string,
): Promise<Account> {
  await takeSessionAttempt(services, caller.sessionId);
  const account = await getAccount(services.db, caller.accountId);
  if (await services.passwords.verifyPassword(account.password_hash, password)) return account;
  await services.db.transaction().execute((trx) => auditFailure(trx, account.id, caller, 'reauthentication'));
  throw authRefusal('wrong_credentials');
}
