import type { Selectable } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { OrganizationKind, OrganizationTable } from '../../platform/schema.ts';

export type Organization = Selectable<OrganizationTable>;

export async function insertOrganization(
  trx: Db,
  organization: { id: string; name: string; kind: OrganizationKind },
): Promise<Organization> {
  return trx.insertInto('organization').values(organization).returningAll().executeTakeFirstOrThrow();
}

export async function findOrganization(db: Db, id: string): Promise<Organization | undefined> {
  return db.selectFrom('organization').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The organization that was made first; a new installation has just one. */
export async function findFirstOrganization(db: Db): Promise<Organization | undefined> {
  return db.selectFrom('organization').selectAll().orderBy('created_at').limit(1).executeTakeFirst();
}

export async function updateProviderCode(trx: Db, id: string, code: string | null): Promise<Organization> {
  return trx
    .updateTable('organization')
    .set({ provider_code: code })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
