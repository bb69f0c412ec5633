import type { Db, DbTransaction } from '../../platform/database.ts';
import { errorCode } from '../../platform/system-error.ts';
import { AppError } from '../../shared/app-error.ts';
import { newId } from '../../shared/ids.ts';
import { hashSecretToken, newSecretToken } from '../../shared/session-token.ts';
import { queueMail } from '../mail/index.ts';
import { markSessionsEnded } from '../sessions/index.ts';
import { auditAccount } from './audit-account.ts';
import { takeMail } from './count-attempts.ts';
import { getAccount, getLockedAccount } from './get-account.ts';
import {
  clearPassword,
  findAccountByEmail,
  insertAccountToken,
  lockAccount,
  markTokensUsed,
  updateEmail,
  useToken,
  type Account,
} from './queries.ts';
import { EMAIL_CHANGE_LIFETIME_MS, EMAIL_REVERT_LIFETIME_MS, tokenInvalid } from './rules.ts';
import type { AccountServices, Caller, SignedInCaller } from './services.ts';

const UNIQUE_VIOLATION = '23505';

/**
 * Asks an address to confirm that it becomes the account's; an earlier request is void. An address that already has an account is
 * told so by mail, and the requester sees no difference: both ways do the same work.
 *
 * @throws {AppError} CONFLICT, RATE_LIMITED
 */
export async function requestEmailChange(
  services: AccountServices,
  caller: SignedInCaller,
  email: string,
): Promise<void> {
  const { db, secrets, links } = services;
  const before = await getAccount(db, caller.accountId);
  if (before.email === email) throw new AppError('CONFLICT', { details: { reason: 'email_unchanged' } });
  await takeMail(services, email, caller.address);
  const { token, sha256: token_sha256 } = newSecretToken();
  await db.transaction().execute(async (trx) => {
    const { id, language } = await getLockedAccount(trx, caller.accountId);
    await markTokensUsed(trx, id, ['email_change']);
    const row = { id: newId('token'), account_id: id, kind: 'email_change', email, token_sha256 } as const;
    await insertAccountToken(trx, { ...row, lifetimeMs: EMAIL_CHANGE_LIFETIME_MS });
    const owner = await findAccountByEmail(trx, email);
    if (owner === undefined || owner.id === id) {
      const values = { link: links.changeEmail(language, token) };
      await queueMail(trx, secrets, { template: 'confirm_new_email', to: email, language, values });
      return;
    }
    const values = { sign_in_link: links.signIn(owner.language), reset_link: links.forgotPassword(owner.language) };
    await queueMail(trx, secrets, { template: 'new_email_taken', to: owner.email, language: owner.language, values });
  });
}

/**
 * The holder of the link reads the mail of the new address. All of the account's sessions end except the one the link was opened
 * in, and the old address, if it was confirmed, is told how to undo the change.
 *
 * @throws {AppError} CONFLICT for a link that does not work (any more), also when another account has the address by now
 */
export async function confirmEmailChange(
  services: AccountServices,
  token: string,
  caller: Caller & { presented: Pick<SignedInCaller, 'accountId' | 'sessionId'> | null },
): Promise<void> {
  const { presented } = caller;
  await inTransaction(services.db, async (trx) => {
    const used = await useToken(trx, 'email_change', hashSecretToken(token));
    const before = used === undefined ? undefined : await lockAccount(trx, used.account_id);
    const after = used === undefined ? undefined : await updateEmail(trx, used.account_id, used.email);
    if (before === undefined || after === undefined) throw tokenInvalid();
    // Links mailed to the old address no longer work; the link that undoes this change is made now.
    await markTokensUsed(trx, after.id, ['email_change', 'email_verification', 'password_reset']);
    const keepSession = presented?.accountId === after.id ? presented.sessionId : null;
    const ended = await markSessionsEnded(trx, after.id, keepSession);
    const details = { from: before.email, to: after.email, sessions_ended: ended };
    await auditAccount(trx, after.id, 'account.email_changed', caller, { details });
    if (before.email_verified_at !== null) await offerReturn(trx, services, before, caller);
  });
}

async function offerReturn(
  trx: DbTransaction,
  { secrets, links, clock }: AccountServices,
  { id, email, language }: Account,
  { address }: Caller,
): Promise<void> {
  const { token, sha256: token_sha256 } = newSecretToken();
  const row = { id: newId('token'), account_id: id, kind: 'email_revert', email, token_sha256 } as const;
  await insertAccountToken(trx, { ...row, lifetimeMs: EMAIL_REVERT_LIFETIME_MS });
  const values = { link: links.restoreEmail(language, token), address, when: clock.now().toISOString() };
  await queueMail(trx, secrets, { template: 'email_changed', to: email, language, values });
}

/**
 * Gives the account its earlier address back. The person who changed it knew the password, so the password is void, all sessions
 * end, and so do the links of later changes: the only way in is a new password, by a link to this address.
 *
 * @throws {AppError} CONFLICT for a link that does not work (any more), also when another account has the address by now
 */
export async function revertEmailChange(services: AccountServices, token: string, caller: Caller): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    const used = await useToken(trx, 'email_revert', hashSecretToken(token));
    const before = used === undefined ? undefined : await lockAccount(trx, used.account_id);
    const after = used === undefined ? undefined : await updateEmail(trx, used.account_id, used.email);
    if (used === undefined || before === undefined || after === undefined) throw tokenInvalid();
    await clearPassword(trx, after.id);
    await markTokensUsed(trx, after.id, ['email_change', 'email_verification', 'password_reset']);
    // An earlier change can still be undone: its link belongs to somebody who had the account before.
    await markTokensUsed(trx, after.id, ['email_revert'], used.created_at);
    const ended = await markSessionsEnded(trx, after.id, null);
    const details = { from: before.email, to: after.email, sessions_ended: ended, reverted: true };
    await auditAccount(trx, after.id, 'account.email_changed', caller, { details });
  });
}

/** When two accounts take the same address at once, one is told what it would be told a moment later. */
async function inTransaction(db: Db, work: (trx: DbTransaction) => Promise<void>): Promise<void> {
  try {
    await db.transaction().execute(work);
  } catch (error) {
    throw errorCode(error) === UNIQUE_VIOLATION ? tokenInvalid() : error;
  }
}
