import { sql, type Selectable } from 'kysely';
import type { Db } from '../../../../platform/database.ts';
import type { billing_profile } from '../../../../platform/schema/billing-documents.ts';
import type { Table } from '../../../../platform/schema/column.ts';
import type { BillingProfile } from './schemas.ts';

export type ProfileRow = Selectable<Table<typeof billing_profile>>;

export async function findProfile(db: Db, organizationId: string): Promise<ProfileRow | undefined> {
  return db.selectFrom('billing_profile').selectAll().where('organization_id', '=', organizationId).executeTakeFirst();
}

/**
 * Stores the profile as the next version. Undefined, and nothing stored, when the one there is has another version.
 *
 * @param expected undefined: whatever there is; 0: nothing
 */
export async function storeProfile(
  trx: Db,
  organizationId: string,
  profile: BillingProfile,
  expected: number | undefined,
): Promise<ProfileRow | undefined> {
  const next = { ...profile, version: sql<number>`billing_profile.version + 1`, changed_at: sql<Date>`now()` };
  if (expected !== undefined && expected > 0) {
    return trx
      .updateTable('billing_profile')
      .set(next)
      .where('organization_id', '=', organizationId)
      .where('version', '=', expected)
      .returningAll()
      .executeTakeFirst();
  }
  return trx
    .insertInto('billing_profile')
    .values({ ...profile, organization_id: organizationId })
    .onConflict((conflict) =>
      expected === 0
        ? conflict.column('organization_id').doNothing()
        : conflict.column('organization_id').doUpdateSet(next),
    )
    .returningAll()
    .executeTakeFirst();
}
