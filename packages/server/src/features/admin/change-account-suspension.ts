import type { Db } from '../../platform/database.ts';
import { AppError } from '../../shared/app-error.ts';
import { isId } from '../../shared/ids.ts';
import { markSessionsEnded } from '../sessions/index.ts';
import type { AdminActor, SuspensionChange } from './change-suspension.ts';
import { auditAccount } from './end-sessions.ts';
import { findAccountRecord } from './find-records.ts';
import { lockAccountById, updateAccountSuspension } from './queries.ts';
import type { AdminAccount } from './schemas.ts';

/**
 * Suspends or restores an account. While it is suspended nobody can sign in to it, and all its sessions have ended. Its
 * organizations and their keys are not affected. Repeating the current state changes nothing and keeps the first reason.
 * Undefined when there is no such account.
 *
 * @throws {AppError} CONFLICT administrator_account: administrators do not lock one another out
 */
export async function changeAccountSuspension(
  db: Db,
  id: string,
  change: SuspensionChange,
  by: AdminActor,
): Promise<AdminAccount | undefined> {
  if (!isId('account', id)) return undefined;
  return db.transaction().execute(async (trx) => {
    const account = await lockAccountById(trx, id);
    if (account === undefined) return undefined;
    if (change.to === 'active') {
      if (await updateAccountSuspension(trx, id, null)) await auditAccount(trx, id, 'account.restored', by);
    } else {
      if (account.is_admin) throw new AppError('CONFLICT', { details: { reason: 'administrator_account' } });
      if (await updateAccountSuspension(trx, id, change.reason)) {
        const ended = await markSessionsEnded(trx, id, null);
        await auditAccount(trx, id, 'account.suspended', by, { reason: change.reason, sessions_ended: ended });
      }
    }
    return findAccountRecord(trx, id);
  });
}
