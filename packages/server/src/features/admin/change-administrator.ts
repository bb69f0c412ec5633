import type { Db } from '../../platform/database.ts';
import type { AdminActor } from './change-suspension.ts';
import { getRecord } from './create-administrator.ts';
import { auditAccount } from './end-sessions.ts';
import { lockAccountByEmail, lockAdministrators, updateAdministrator } from './queries.ts';
import type { AdminAccount } from './schemas.ts';

/**
 * Makes an account an administrator; an existing one stays as it is. `not_verified` means that nobody has shown that the address
 * is theirs, so the account may belong to a stranger who registered it first.
 */
export async function grantAdministrator(
  db: Db,
  email: string,
  by: AdminActor,
): Promise<AdminAccount | 'not_found' | 'not_verified'> {
  return db.transaction().execute(async (trx) => {
    const account = await lockAccountByEmail(trx, email);
    if (account === undefined) return 'not_found';
    if (account.email_verified_at === null) return 'not_verified';
    if (!account.is_admin) {
      await updateAdministrator(trx, account.id, true);
      await auditAccount(trx, account.id, 'account.administrator_granted', by);
    }
    return getRecord(trx, account.id);
  });
}

/** Revokes the right from the next request on; never that of the last administrator. */
export async function revokeAdministrator(
  db: Db,
  email: string,
  by: AdminActor,
): Promise<AdminAccount | 'not_found' | 'last_administrator'> {
  return db.transaction().execute(async (trx) => {
    const administrators = await lockAdministrators(trx);
    const account = await lockAccountByEmail(trx, email);
    if (account === undefined) return 'not_found';
    if (account.is_admin) {
      if (administrators.length < 2) return 'last_administrator';
      await updateAdministrator(trx, account.id, false);
      await auditAccount(trx, account.id, 'account.administrator_revoked', by);
    }
    return getRecord(trx, account.id);
  });
}
