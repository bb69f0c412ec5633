import { hashSecretToken } from '../../shared/session-token.ts';
import { auditAccount } from './audit-account.ts';
import { markEmailVerified, useToken } from './queries.ts';
import { tokenInvalid } from './rules.ts';
import type { AccountServices, Caller } from './services.ts';
import { signInByLink } from './sign-in-by-link.ts';

/**
 * The holder of the link reads the mail of the address. That alone lets nobody in: somebody else may have registered the
 * address with a password of theirs, and would share the account with its owner from then on.
 *
 * @param registeredHere the account that was registered in the browser of the caller, who is signed in to it
 * @returns the token of the new session, if there is one
 * @throws {AppError} CONFLICT for a link that does not work (any more)
 */
export async function confirmEmail(
  services: AccountServices,
  token: string,
  caller: Caller,
  registeredHere?: string,
): Promise<string | null> {
  return services.db.transaction().execute(async (trx) => {
    const used = await useToken(trx, 'email_verification', hashSecretToken(token));
    const account = used === undefined ? undefined : await markEmailVerified(trx, used.account_id, used.email);
    if (account === undefined) throw tokenInvalid();
    await auditAccount(trx, account.id, 'account.email_verified', caller);
    return account.id === registeredHere ? signInByLink(trx, services, account, caller) : null;
  });
}
