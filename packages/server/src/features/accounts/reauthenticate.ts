import { markReauthenticated } from '../sessions/index.ts';
import { auditAccount } from './audit-account.ts';
import { requirePassword } from './require-password.ts';
import type { AccountServices, SignedInCaller } from './services.ts';

/** Opens what asks for a recent password, for this session and a while. @throws {AppError} AUTH_REQUIRED, RATE_LIMITED */
export async function reauthenticate(
  services: AccountServices,
  caller: SignedInCaller,
  password: string,
): Promise<void> {
  await requirePassword(services, caller, password);
  await services.db.transaction().execute(async (trx) => {
    await markReauthenticated(trx, caller.sessionId);
    await auditAccount(trx, caller.accountId, 'account.reauthenticated', caller, {
      target: { kind: 'session', id: caller.sessionId },
    });
  });
}
