import { sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import { databaseTimeIn } from '../../../platform/database-time.ts';

export async function revokeKeys(trx: Db, organizationId: string): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('api_key')
    .set({ revoked_at: databaseTimeIn(0) })
    .where('organization_id', '=', organizationId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Also those that are over: they hold addresses of people, and nobody will read them again. */
export async function deleteInvitations(trx: Db, organizationId: string): Promise<void> {
  await trx.deleteFrom('invitation').where('organization_id', '=', organizationId).execute();
}

export async function deleteMemberships(trx: Db, organizationId: string): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('membership')
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** With their results and thumbnails. Answers how many. */
export async function deleteJobs(trx: Db, organizationId: string): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('job')
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export async function deleteIdempotencyKeys(trx: Db, organizationId: string): Promise<void> {
  await trx.deleteFrom('idempotency_key').where('organization_id', '=', organizationId).execute();
}

/** The signed files go with the next sweep; what is on record of them stays. */
export async function releaseAssets(trx: Db, organizationId: string): Promise<void> {
  await trx
    .updateTable('blob')
    .set({ delete_after: databaseTimeIn(0) })
    .where('key', 'in', (eb) =>
      eb.selectFrom('credential').select('asset_key').where('organization_id', '=', organizationId),
    )
    .execute();
}

/** All that are not revoked; one that has expired has ended already and stays as it is. */
export async function revokeCredentials(
  trx: Db,
  organizationId: string,
  { now, reason }: { now: Date; reason: string },
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('credential')
    .set({ status: 'revoked', revoked_at: databaseTimeIn(0), revocation_reason: reason })
    .where('organization_id', '=', organizationId)
    .where('status', '!=', 'revoked')
    .where((eb) =>
      eb.or([
        eb('status', '=', 'suspended'),
        eb('timestamp_at', 'is not', null),
        eb('certificate_not_after', '>=', now),
      ]),
    )
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** @param change.name undefined: it stays, because it is no person's */
export async function markClosed(trx: Db, organizationId: string, change: { name?: string }): Promise<Date> {
  const { closed_at } = await trx
    .updateTable('organization')
    .set({ ...change, closed_at: sql<Date>`now()`, provider_code: null })
    .where('id', '=', organizationId)
    .returning(sql<Date>`closed_at`.as('closed_at'))
    .executeTakeFirstOrThrow();
  return closed_at;
}

/** Organizations that were closed so lately that a request which began before may still have left something in them. */
export async function listJustClosed(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('organization')
    .select('id')
    .where('closed_at', '>', sql<Date>`now() - interval '1 day'`)
    .execute();
  return rows.map(({ id }) => id);
}
