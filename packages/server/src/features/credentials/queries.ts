import type { CredentialStatus } from '@revera/provenance';
import { sql, type ExpressionBuilder, type Selectable } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { PREPARED } from '../../platform/prepared-statements.ts';
import type { CredentialTable } from '../../platform/schema/credentials.ts';
import type { Schema } from '../../platform/schema/index.ts';
import { isId } from '../../shared/ids.ts';
import type { Viewer } from '../../shared/viewer.ts';

/** Credentials that a search looks through, so that a name which no file has costs no more than this. */
const CREDENTIALS_SEARCHED_MAX = 50_000;

export type CredentialRow = Selectable<CredentialTable>;

/** A credential with the name of its organization. */
export type OwnedCredential = CredentialRow & { organization_name: string };

export type NewCredential = Omit<
  CredentialRow,
  'status' | 'created_at' | 'suspended_at' | 'revoked_at' | 'revocation_reason' | 'public_download'
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

/** Which of an organization's credentials. What is left out asks for nothing. */
export interface CredentialFilter {
  readonly status?: CredentialStatus | undefined;
  /** The whole identifier, or a part of the file's name in upper or lower case. */
  readonly search?: string | undefined;
}

/** As `statusAt` says it, at this instant: without a time stamp a credential ends with its certificate. */
function hasStatus(status: CredentialStatus, now: Date) {
  return (eb: ExpressionBuilder<Schema, 'credential'>) => {
    const isOver = eb.and([eb('timestamp_at', 'is', null), eb('certificate_not_after', '<', now)]);
    if (status === 'expired') return eb.and([eb('status', '=', 'active'), isOver]);
    return status === 'active' ? eb.and([eb('status', '=', status), eb.not(isOver)]) : eb('status', '=', status);
  };
}

/**
 * One page, newest first, and the total number: of all, or of the newest 50,000 that a filter looks through, because neither the
 * status nor the name has an index.
 */
export async function listCredentials(
  db: Db,
  viewer: Viewer,
  { limit, offset, filter = {}, now }: CredentialPageQuery,
): Promise<{ rows: OwnedCredential[]; total: number }> {
  const own = selectOwn(db, viewer, filter, now);
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

interface CredentialPageQuery {
  limit: number;
  offset: number;
  filter?: CredentialFilter | undefined;
  now: Date;
}

function selectOwn(db: Db, viewer: Viewer, { status, search }: CredentialFilter, now: Date) {
  const own = db.selectFrom('credential').where(isSeenBy(viewer));
  if (status === undefined && search === undefined) return own;
  const newest = own.select('credential.id').orderBy('created_at', 'desc').limit(CREDENTIALS_SEARCHED_MAX);
  let found = db.selectFrom('credential').where('credential.id', 'in', newest);
  if (status !== undefined) found = found.where(hasStatus(status, now));
  if (search === undefined) return found;
  // PostgreSQL refuses U+0000 in a text; no name has it.
  const text = search.replaceAll('\u0000', '\uFFFD');
  return found.where((eb) =>
    eb.or([
      eb('credential.id', '=', text),
      sql<boolean>`position(lower(${text}) in lower(coalesce(credential.filename, ''))) > 0`,
    ]),
  );
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

/** Allows or forbids everyone to download the signed file. */
export async function updatePublicDownload(trx: Db, id: string, isAllowed: boolean): Promise<void> {
  await trx.updateTable('credential').set({ public_download: isAllowed }).where('id', '=', id).execute();
}
