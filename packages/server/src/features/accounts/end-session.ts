import { AppError } from '../../shared/app-error.ts';
import { listUsableSessions, markSessionEnded, markSessionsEnded } from '../sessions/index.ts';
import { auditAccount } from './audit-account.ts';
import type { AccountServices, SignedInCaller } from './services.ts';

/**
 * Ends one of the caller's sessions.
 * @throws {AppError} NOT_FOUND when it is somebody else's or has ended
 */
export async function endSession({ db }: AccountServices, caller: SignedInCaller, sessionId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const open = await listUsableSessions(trx, caller.accountId);
    if (!open.some(({ id }) => id === sessionId)) throw new AppError('NOT_FOUND');
    await markSessionEnded(trx, caller.accountId, sessionId);
    await auditAccount(trx, caller.accountId, 'session.ended', caller, {
      target: { kind: 'session', id: sessionId },
      details: { reason: 'ended' },
    });
  });
}

/** Ends all of the caller's sessions but the current one; answers how many were open. */
export async function endOtherSessions({ db }: AccountServices, caller: SignedInCaller): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const ended = await markSessionsEnded(trx, caller.accountId, caller.sessionId);
    if (ended > 0) await auditAccount(trx, caller.accountId, 'session.others_ended', caller, { details: { ended } });
    return ended;
  });
}

/** Ends the session that the request came with. */
export async function signOut({ db }: AccountServices, caller: SignedInCaller): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await markSessionEnded(trx, caller.accountId, caller.sessionId);
    await auditAccount(trx, caller.accountId, 'account.signed_out', caller, {
      target: { kind: 'session', id: caller.sessionId },
    });
  });
}
