import type { Db } from '../../platform/database.ts';
import { isId } from '../../shared/ids.ts';
import { writeAudit } from '../audit/index.ts';
import { findMembership, markSessionsEnded } from '../sessions/index.ts';
import type { AdminActor } from './change-suspension.ts';
import { findAccountRecord } from './find-records.ts';
import type { AuditAction } from '../../shared/audit-actions.ts';

/** Ends every session of an account and answers how many were open; undefined when there is no such account. */
export async function endSessions(db: Db, accountId: string, by: AdminActor): Promise<number | undefined> {
  if (!isId('account', accountId)) return undefined;
  return db.transaction().execute(async (trx) => {
    if ((await findAccountRecord(trx, accountId)) === undefined) return undefined;
    const ended = await markSessionsEnded(trx, accountId, null);
    if (ended > 0) await auditAccount(trx, accountId, 'session.all_ended', by, { ended });
    return ended;
  });
}

/** In the log of the account's own organization, where the person finds it. */
export async function auditAccount(
  trx: Db,
  accountId: string,
  action: AuditAction,
  by: AdminActor,
  details: Record<string, string | number | boolean> = {},
): Promise<void> {
  const own = await findMembership(trx, accountId, null);
  await writeAudit(trx, {
    ...by,
    organizationId: own?.organizationId ?? null,
    action,
    target: { kind: 'account', id: accountId },
    details,
  });
}
