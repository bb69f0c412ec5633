import { hashSecretToken } from '../../shared/session-token.ts';
import { auditAccount } from './audit-account.ts';
import { markEmailVerified, useToken } from './queries.ts';
import { tokenInvalid } from './rules.ts';
import type { AccountServices, Caller } from './services.ts';

/**
 * The holder of the link reads the mail of the address.
 * @throws {AppError} CONFLICT for a link that does not work (any more)
 */
export async function confirmEmail({ db }: AccountServices, token: string, caller: Caller): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const used = await useToken(trx, 'email_verification', hashSecretToken(token));
    const account = used === undefined ? undefined : await markEmailVerified(trx, used.account_id, used.email);
    if (account === undefined) throw tokenInvalid();
    await auditAccount(trx, account.id, 'account.email_verified', caller);
  });
}
