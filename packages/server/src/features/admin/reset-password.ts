import type { Db } from '../../platform/database.ts';
import { markSessionsEnded } from '../sessions/index.ts';
import type { AdminActor } from './change-suspension.ts';
import { getRecord } from './create-administrator.ts';
import { auditAccount } from './end-sessions.ts';
import { lockAccountByEmail, updateOneTimePassword } from './queries.ts';
import type { AdminAccount } from './schemas.ts';

/**
 * Gives an account a password that only allows setting another, ends its sessions, and voids mailed links that set one. The
 * second factor stays: it is lost only with its recovery codes. Undefined when there is no such account.
 */
export async function resetPassword(
  db: Db,
  input: { email: string; passwordHash: string; by: AdminActor },
): Promise<AdminAccount | undefined> {
  const { email, passwordHash, by } = input;
  return db.transaction().execute(async (trx) => {
    const account = await lockAccountByEmail(trx, email);
    if (account === undefined) return undefined;
    await updateOneTimePassword(trx, account.id, passwordHash);
    const ended = await markSessionsEnded(trx, account.id, null);
    await auditAccount(trx, account.id, 'account.password_reset', by, { sessions_ended: ended });
    return getRecord(trx, account.id);
  });
}
