import type { Db } from '../../platform/database.ts';
import type { Language } from '../../shared/language.ts';

/** A recipient of mail. */
export interface Person {
  account_id: string;
  email: string;
  language: Language;
}

const PERSON = ['account.id as account_id', 'account.email', 'account.language'] as const;

export async function findPerson(db: Db, accountId: string): Promise<Person | undefined> {
  return db.selectFrom('account').select(PERSON).where('id', '=', accountId).executeTakeFirst();
}

export async function listOwners(db: Db, organizationId: string): Promise<Person[]> {
  return db
    .selectFrom('membership')
    .innerJoin('account', 'account.id', 'membership.account_id')
    .select(PERSON)
    .where('membership.organization_id', '=', organizationId)
    .where('membership.role', '=', 'owner')
    .orderBy('membership.created_at')
    .orderBy('account.id')
    .execute();
}

/** Those who run the installation and can be reached. */
export async function listOperators(db: Db): Promise<Person[]> {
  return db
    .selectFrom('account')
    .select(PERSON)
    .where('account.is_admin', '=', true)
    .where('account.email_verified_at', 'is not', null)
    .orderBy('account.id')
    .execute();
}

export async function findOrganizationName(db: Db, organizationId: string): Promise<string> {
  const query = db.selectFrom('organization').select('name').where('id', '=', organizationId);
  return (await query.executeTakeFirst())?.name ?? organizationId;
}
