import type { Db } from '../../platform/database.ts';
import { createAccount } from '../accounts/index.ts';
import type { AdminActor } from './change-suspension.ts';
import { auditAccount } from './end-sessions.ts';
import { findAccountRecord } from './find-records.ts';
import { findOperatorOrganization, markMadeByOperator } from './queries.ts';
import type { AdminAccount } from './schemas.ts';

/**
 * Makes an administrator with a password that must be changed at the first sign-in, in the caller's transaction. An organization
 * that the operator made before there were accounts becomes theirs; otherwise a personal one is made. Undefined when the address
 * has an account, which is left as it is, because its owner need not be the operator.
 */
export async function createAdministrator(
  trx: Db,
  input: { email: string; passwordHash: string; by: AdminActor },
): Promise<AdminAccount | undefined> {
  const { email, passwordHash, by } = input;
  const existing = await findOperatorOrganization(trx);
  const created = await createAccount(trx, {
    email,
    name: '',
    language: 'en',
    passwordHash,
    ...by,
    ...(existing?.hasMembers === false ? { organizationId: existing.id } : {}),
  });
  if (created === undefined) return undefined;
  const { id } = created.account;
  await markMadeByOperator(trx, id);
  await auditAccount(trx, id, 'account.administrator_granted', by);
  return getRecord(trx, id);
}

/** For an account that this transaction made or locked. */
export async function getRecord(trx: Db, id: string): Promise<AdminAccount> {
  const record = await findAccountRecord(trx, id);
  if (record === undefined) throw new Error(`account ${id} is gone within its transaction`);
  return record;
}
