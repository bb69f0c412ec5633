import type { Db } from '../../platform/database.ts';
import { AppError } from '../../shared/app-error.ts';
import { findAccount, findAccountByEmail, lockAccount, type Account } from './queries.ts';

/**
 * The account of a session.
 * @throws {AppError} AUTH_REQUIRED when it was deleted after the guard looked
 */
export async function getAccount(db: Db, id: string): Promise<Account> {
  return required(await findAccount(db, id));
}

/** The same, for a change. @throws like getAccount */
export async function getLockedAccount(trx: Db, id: string): Promise<Account> {
  return required(await lockAccount(trx, id));
}

/** Whether the address has an account. Only for those who have shown that they may know. */
export async function isRegistered(db: Db, email: string): Promise<boolean> {
  return (await findAccountByEmail(db, email)) !== undefined;
}

function required(account: Account | undefined): Account {
  if (account === undefined) throw new AppError('AUTH_REQUIRED');
  return account;
}
