import { randomBytes } from 'node:crypto';
import { AppError } from '../../shared/app-error.ts';
import { base32, otpauthUri, TOTP_SECRET_BYTES } from '../../shared/totp.ts';
import { getLockedAccount } from './get-account.ts';
import { updateTotpSecret } from './queries.ts';
import type { AccountServices, SignedInCaller } from './services.ts';

const ISSUER = 'Revera';

/**
 * Makes a secret for an app; no codes are required until one has been confirmed. Only for a verified address: somebody who
 * registered another person's address must not be able to lock the owner out.
 *
 * @throws {AppError} ACCOUNT_EMAIL_NOT_VERIFIED, CONFLICT
 */
export async function beginTotp(
  { db, secrets }: AccountServices,
  caller: SignedInCaller,
): Promise<{ secret: string; uri: string }> {
  const secret = randomBytes(TOTP_SECRET_BYTES);
  const { email } = await db.transaction().execute(async (trx) => {
    const account = await getLockedAccount(trx, caller.accountId);
    if (account.email_verified_at === null) throw new AppError('ACCOUNT_EMAIL_NOT_VERIFIED');
    if (account.totp_enabled_at !== null) throw new AppError('CONFLICT', { details: { reason: 'totp_enabled' } });
    await updateTotpSecret(trx, account.id, await secrets.seal(secret));
    return account;
  });
  return { secret: base32(secret), uri: otpauthUri(secret, { issuer: ISSUER, account: email }) };
}
