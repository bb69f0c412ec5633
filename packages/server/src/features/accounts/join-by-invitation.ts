import { hashSecretToken, isSecretToken } from '../../shared/session-token.ts';
import { acceptAs, findInvitationByToken, type OwnOrganization } from '../organizations/index.ts';
import { auditAccount } from './audit-account.ts';
import { createAccount } from './create-account.ts';
import { lockAccount, markEmailVerified, type Account } from './queries.ts';
import { requireGoodPassword, tokenInvalid } from './rules.ts';
import type { AccountServices, Caller } from './services.ts';
import { signInByLink } from './sign-in-by-link.ts';

/** A person who was let in by the link of an invitation. */
export interface Joined {
  organization: OwnOrganization;
  /** Of the new session; null where there is one already. */
  token: string | null;
}

interface NewMember {
  /** Of the invitation. */
  token: string;
  password: string;
  name: string;
  caller: Caller;
}

/**
 * Makes an account for the invited address, confirmed because the link came to its mailbox, lets it join and signs it in.
 *
 * @throws {ValidationFailure} when the password is not acceptable
 * @throws {AppError} CONFLICT: the invitation does not work (any more), or the address has an account by now; WORKSPACE_SUSPENDED
 */
export async function registerByInvitation(
  services: AccountServices,
  { token, password, name, caller }: NewMember,
): Promise<Joined> {
  const { db, passwords } = services;
  const offered = isSecretToken(token) ? await findInvitationByToken(db, hashSecretToken(token)) : undefined;
  if (offered?.is_open !== true) throw tokenInvalid();
  const { email } = offered;
  requireGoodPassword(password, { email, name }, 'password');
  const passwordHash = await passwords.hashPassword(password);
  const { language, address, requestId } = caller;
  return db.transaction().execute(async (trx) => {
    const created = await createAccount(trx, { email, name, language, passwordHash, address, requestId });
    if (created === undefined) throw tokenInvalid();
    const account = await confirmAddress(trx, created.account, caller);
    const organization = await acceptAs(trx, services, { token, accountId: account.id, by: byOf(account, caller) });
    return { organization, token: await signInByLink(trx, services, account, caller) };
  });
}

/**
 * Lets a signed-in account join whose address is not confirmed yet: the link came to the mailbox of that address.
 *
 * @throws {AppError} CONFLICT: the invitation does not work (any more), or is for another address; WORKSPACE_SUSPENDED
 */
export async function joinUnconfirmed(
  services: AccountServices,
  { token, accountId, caller }: { token: string; accountId: string; caller: Caller },
): Promise<Joined> {
  return services.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, accountId);
    if (account === undefined) throw tokenInvalid();
    await confirmAddress(trx, account, caller);
    // It refuses the invitation of another address, and then nothing is confirmed either.
    const organization = await acceptAs(trx, services, { token, accountId, by: byOf(account, caller) });
    return { organization, token: null };
  });
}

async function confirmAddress(trx: Parameters<typeof markEmailVerified>[0], { id, email }: Account, caller: Caller) {
  const account = await markEmailVerified(trx, id, email);
  if (account === undefined) throw tokenInvalid();
  await auditAccount(trx, id, 'account.email_verified', caller, { details: { by: 'invitation' } });
  return account;
}

function byOf({ id }: Account, { address, requestId }: Caller) {
  return { actor: { kind: 'account', id } as const, address, requestId };
}
