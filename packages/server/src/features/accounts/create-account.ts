import type { Db } from '../../platform/database.ts';
import { newId } from '../../shared/ids.ts';
import type { Language } from '../../shared/language.ts';
import { writeAudit, type AuditEntry } from '../audit/index.ts';
import { createOrganization, insertMembership } from '../organizations/index.ts';
import { insertAccount, type Account } from './queries.ts';

export interface NewAccount {
  /** As typed; two addresses that differ only in case are one account. */
  email: string;
  name: string;
  language: Language;
  /** Made by platform/passwords; null when nobody can sign in until a password is set. */
  passwordHash: string | null;
  /** Becomes the account's organization instead of a personal one. */
  organizationId?: string;
  /** Undefined for the new account itself. */
  actor?: AuditEntry['actor'];
  address?: string | null;
  requestId?: AuditEntry['requestId'];
}

/**
 * Makes an account with its personal organization, in the caller's transaction. Returns undefined, and changes nothing, when the
 * address already has an account.
 */
export async function createAccount(
  trx: Db,
  input: NewAccount,
): Promise<{ account: Account; organizationId: string } | undefined> {
  const { email, name, language, passwordHash } = input;
  const id = newId('account');
  const account = await insertAccount(trx, { id, email, name, language, password_hash: passwordHash });
  return account === undefined ? undefined : { account, organizationId: await welcomeAccount(trx, account, input) };
}

/** Gives a new account its organization and writes down that it exists; answers the organization. */
export async function welcomeAccount(trx: Db, { id, email, name }: Account, input: NewAccount): Promise<string> {
  const { actor = { kind: 'account', id }, address = null, requestId = null } = input;
  const by = { actor, address, requestId };
  const own = { name: name || localPart(email), kind: 'personal', ...by } as const;
  const organizationId = input.organizationId ?? (await createOrganization(trx, own)).id;
  await insertMembership(trx, { organization_id: organizationId, account_id: id, role: 'owner' });
  await writeAudit(trx, { ...by, organizationId, action: 'account.registered', target: { kind: 'account', id } });
  return organizationId;
}

function localPart(email: string): string {
  return email.slice(0, email.lastIndexOf('@'));
}
