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

/** Also expired ones: they hold people's addresses, and nobody will read them again. */
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

/** Deletes jobs with their results and thumbnails. Answers how many. */
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

/** The next sweep deletes the signed files; the credentials' records stay. */
export async function releaseAssets(trx: Db, organizationId: string): Promise<void> {
  await trx
    .updateTable('blob')
    .set({ delete_after: databaseTimeIn(0) })
    .where('key', 'in', (eb) =>
      eb.selectFrom('credential').select('asset_key').where('organization_id', '=', organizationId),
    )
    .execute();
}

/** The records stay, without what only the organization could see. */
export async function forgetFilenames(trx: Db, organizationId: string): Promise<void> {
  await trx
    .updateTable('credential')
    .set({ filename: null, public_download: false })
    .where('organization_id', '=', organizationId)
    .execute();
}

/** Revokes all that are not revoked; an expired one has ended already and stays as it is. */
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

/** @param change.name undefined keeps the name, when it is not a person's */
export async function markClosed(trx: Db, organizationId: string, change: { name?: string }): Promise<Date> {
  const { closed_at } = await trx
    .updateTable('organization')
    .set({ ...change, closed_at: sql<Date>`now()`, provider_code: null })
    .where('id', '=', organizationId)
    .returning(sql<Date>`closed_at`.as('closed_at'))
    .executeTakeFirstOrThrow();
  return closed_at;
}

/** Organizations closed so recently that a request which began earlier may still have left something in them. */
export async function listJustClosed(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('organization')
    .select('id')
    .where('closed_at', '>', sql<Date>`now() - interval '1 day'`)
    .execute();
  return rows.map(({ id }) => id);
}
