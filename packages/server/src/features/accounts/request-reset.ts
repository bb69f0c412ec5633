import { runInSavepoint } from '../../platform/savepoint.ts';
import { newId } from '../../shared/ids.ts';
import { newSecretToken } from '../../shared/session-token.ts';
import { queueMail } from '../mail/index.ts';
import { takeMail } from './count-attempts.ts';
import { insertToken } from './queries.ts';
import { RESET_LIFETIME_MS } from './rules.ts';
import type { AccountServices, Caller } from './services.ts';

/**
 * Sends a link to set a new password. An address without an account gets nothing, after the same work.
 *
 * @throws {AppError} RATE_LIMITED
 */
export async function requestReset(services: AccountServices, email: string, caller: Caller): Promise<void> {
  await takeMail(services, email, caller.address);
  const { token, sha256 } = newSecretToken();
  await services.db.transaction().execute(async (trx) => {
    const row = { id: newId('token'), kind: 'password_reset', token_sha256: sha256 } as const;
    const owner = await insertToken(trx, email, { ...row, lifetimeMs: RESET_LIFETIME_MS });
    const { email: to, language } = owner ?? { email, language: caller.language };
    const values = { link: services.links.resetPassword(language, token) };
    await runInSavepoint(trx, { keep: owner !== undefined }, () =>
      queueMail(trx, services.secrets, { template: 'reset_password', to, language, values }),
    );
  });
}
