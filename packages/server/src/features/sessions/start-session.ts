import type { Db } from '../../platform/database.ts';
import { newId } from '../../shared/ids.ts';
import { newSecretToken } from '../../shared/session-token.ts';
import { insertSession, type Session } from './queries.ts';

const DAY_MS = 86_400_000;
/** However often a session is used, the password is required again after this time. */
export const SESSION_LIFETIME_MS = 30 * DAY_MS;

/** Starts a session with its own token, in the caller's transaction. The token is answered this once. */
export async function startSession(
  trx: Db,
  input: { accountId: string; userAgent: string; address: string },
): Promise<{ session: Session; token: string }> {
  const { token, sha256 } = newSecretToken();
  const session = await insertSession(trx, {
    id: newId('session'),
    account_id: input.accountId,
    token_sha256: sha256,
    user_agent: input.userAgent,
    address: input.address,
    lifetimeMs: SESSION_LIFETIME_MS,
  });
  return { session, token };
}
