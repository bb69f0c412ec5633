import type { Db } from '../../platform/database.ts';
import { AppError } from '../../shared/app-error.ts';
import { newId } from '../../shared/ids.ts';
import { newSecretToken } from '../../shared/session-token.ts';
import { queueMail } from '../mail/index.ts';
import { takeMail } from './count-attempts.ts';
import { getAccount } from './get-account.ts';
import { insertToken, type Account } from './queries.ts';
import { VERIFICATION_LIFETIME_MS } from './rules.ts';
import type { AccountServices, SignedInCaller } from './services.ts';

/** Asks the address of an account for confirmation, in the caller's transaction. */
export async function sendVerification(
  trx: Db,
  { secrets, links }: Pick<AccountServices, 'secrets' | 'links'>,
  { email, language }: Account,
): Promise<void> {
  const { token, sha256 } = newSecretToken();
  await insertToken(trx, email, {
    id: newId('token'),
    kind: 'email_verification',
    token_sha256: sha256,
    lifetimeMs: VERIFICATION_LIFETIME_MS,
  });
  const values = { link: links.verifyEmail(language, token) };
  await queueMail(trx, secrets, { template: 'verify_email', to: email, language, values });
}

/** Sends the mail once more; earlier ones keep working. @throws {AppError} CONFLICT, RATE_LIMITED */
export async function requestVerification(services: AccountServices, caller: SignedInCaller): Promise<void> {
  const account = await getAccount(services.db, caller.accountId);
  if (account.email_verified_at !== null) throw new AppError('CONFLICT', { details: { reason: 'already_verified' } });
  await takeMail(services, account.email, caller.address);
  await services.db.transaction().execute((trx) => sendVerification(trx, services, account));
}
