import { sql, type ExpressionBuilder, type Selectable } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { PREPARED } from '../../platform/prepared-statements.ts';
import type { CredentialTable } from '../../platform/schema/credentials.ts';
import type { Schema } from '../../platform/schema/index.ts';
import { isId } from '../../shared/ids.ts';
import type { Viewer } from '../../shared/viewer.ts';

export type CredentialRow = Selectable<CredentialTable>;

/** A credential with the name of its organization. */
export type OwnedCredential = CredentialRow & { organization_name: string };

export type NewCredential = Omit<
  CredentialRow,
  'status' | 'created_at' | 'suspended_at' | 'revoked_at' | 'revocation_reason'
>;

export async function insertCredential(trx: Db, credential: NewCredential): Promise<void> {
  await trx.insertInto('credential').values(credential).execute();
}

/** A malformed identifier matches nothing, and may be a text that PostgreSQL refuses (U+0000). */
function selectCredential(db: Db, id: string) {
  return db
    .selectFrom('credential')
    .innerJoin('organization', 'organization.id', 'credential.organization_id')
    .selectAll('credential')
    .select('organization.name as organization_name')
    .where('credential.id', '=', isId('credential', id) ? id : '');
}

/** Credentials of the viewer's organization, or only those made in its sandbox; others do not exist for the viewer. */
function isSeenBy({ organizationId, sandboxOnly }: Viewer) {
  return (eb: ExpressionBuilder<Schema, 'credential'>) =>
    eb.and([
      eb('credential.organization_id', '=', organizationId),
      ...(sandboxOnly ? [eb('credential.sandbox', '=', true)] : []),
    ]);
}

export async function findCredential(db: Db, id: string, viewer: Viewer): Promise<OwnedCredential | undefined> {
  return selectCredential(db, id).where(isSeenBy(viewer)).executeTakeFirst();
}

/** One page, newest first, and the total number. */
export async function listCredentials(
  db: Db,
  viewer: Viewer,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: OwnedCredential[]; total: number }> {
  const own = db.selectFrom('credential').where(isSeenBy(viewer));
  const rows = await own
    .innerJoin('organization', 'organization.id', 'credential.organization_id')
    .selectAll('credential')
    .select('organization.name as organization_name')
    .orderBy('credential.created_at', 'desc')
    .orderBy('credential.id')
    .limit(limit)
    .offset(offset)
    .execute();
  const counted = await own.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  return { rows, total: counted.total };
}

/** Like {@link findCredential}, with the row locked until the transaction ends. */
export async function lockCredential(trx: Db, id: string, viewer: Viewer): Promise<OwnedCredential | undefined> {
  return selectCredential(trx, id).where(isSeenBy(viewer)).forUpdate('credential').executeTakeFirst();
}

/** Finds anyone's credential, for what the public may see. */
export async function findAnyCredential(db: Db, id: string): Promise<OwnedCredential | undefined> {
  return selectCredential(db, id).executeTakeFirst();
}

const NAMED_COLUMNS = [
  'id',
  'status',
  'timestamp_at',
  'certificate_not_after',
  'claim_sha256',
  'claim_signature_sha256',
  'signer_sha256',
  'sandbox',
] as const;

/** What a verification needs of a credential. */
export type NamedCredential = Pick<CredentialRow, (typeof NAMED_COLUMNS)[number]>;

/** Those whose claim or claim signature has one of these digests. */
export async function findByDigests(
  db: Db,
  digests: { claims: readonly string[]; signatures: readonly string[] },
): Promise<NamedCredential[]> {
  const { claims, signatures } = digests;
  return db
    .selectFrom('credential')
    .select(NAMED_COLUMNS)
    .where((column) =>
      column.or([
        column('claim_sha256', '=', sql<string>`any(${claims}::text[])`),
        column('claim_signature_sha256', '=', sql<string>`any(${signatures}::text[])`),
      ]),
    )
    .modifyEnd(PREPARED)
    .execute();
}

/** The ids of credentials whose claim has no name yet and whose file is still kept; revoked ones have no file. */
export async function listWithoutClaim(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<CredentialRow[]> {
  return db
    .selectFrom('credential')
    .innerJoin('blob', 'blob.key', 'credential.asset_key')
    .selectAll('credential')
    .where('credential.claim_sha256', 'is', null)
    .where('credential.status', '<>', 'revoked')
    .where('credential.id', '>', after)
    .orderBy('credential.id')
    .limit(limit)
    .execute();
}

export async function nameClaim(
  db: Db,
  id: string,
  { claim_sha256, signer_sha256 }: { claim_sha256: string; signer_sha256: string },
): Promise<void> {
  await db
    .updateTable('credential')
    .set({ claim_sha256, signer_sha256 })
    .where('id', '=', id)
    .where('claim_sha256', 'is', null)
    .execute();
}

/** Writes the new state. The first suspension and revocation keep their times. */
export async function updateStatus(
  trx: Db,
  id: string,
  change: { status: CredentialRow['status']; reason: string | null },
): Promise<void> {
  const { status, reason } = change;
  await trx
    .updateTable('credential')
    .set({
      status,
      ...(status === 'suspended' ? { suspended_at: sql<Date>`now()` } : {}),
      ...(status === 'active' ? { suspended_at: null } : {}),
      ...(status === 'revoked' ? { revoked_at: sql<Date>`now()`, revocation_reason: reason } : {}),
    })
    .where('id', '=', id)
    .execute();
}
