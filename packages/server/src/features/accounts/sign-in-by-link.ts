import type { DbTransaction } from '../../platform/database.ts';
import { startSession } from '../sessions/index.ts';
import { auditAccount } from './audit-account.ts';
import { tellOfNewDevice } from './new-device.ts';
import type { Account } from './queries.ts';
import type { AccountServices, Caller } from './services.ts';

/**
 * Starts a session for somebody who chose the password in this browser and opened a link in the address's mailbox, in the
 * caller's transaction. Answers the session's token; null where the account requires more than a password.
 */
export async function signInByLink(
  trx: DbTransaction,
  services: AccountServices,
  account: Account,
  caller: Caller,
): Promise<string | null> {
  if (account.totp_enabled_at !== null || account.must_change_password) return null;
  await tellOfNewDevice(trx, services, account, caller);
  const { userAgent, address } = caller;
  const { session, token } = await startSession(trx, { accountId: account.id, userAgent, address });
  const details = { session: session.id, second_factor: null, by: 'link' };
  await auditAccount(trx, account.id, 'account.signed_in', caller, { details });
  return token;
}
