import { sql, type Selectable } from 'kysely';
import type { KeyUse } from '../../http/guards.ts';
import type { KeyBuckets } from '../../http/rate-limit.ts';
import type { Db } from '../../platform/database.ts';
import { PREPARED } from '../../platform/prepared-statements.ts';
import { reserving, type ReservedRow } from '../../platform/quota-store.ts';
import type { QuotaBasis } from '../../shared/operations.ts';
import { takenColumns, takingFrom, type NamedBucket, type TakenRow } from '../../platform/rate-limit-store.ts';
import type { ApiKeyTable } from '../../platform/schema/api-keys.ts';
import { isId } from '../../shared/ids.ts';
import type { Scope } from '../../shared/scopes.ts';

export type ApiKey = Selectable<ApiKeyTable>;

export interface NewKeyRow {
  id: string;
  organization_id: string;
  name: string;
  prefix: string;
  mode: ApiKey['mode'];
  scopes: Scope[];
  secret_sha256: Buffer;
  created_by: string | null;
  expires_at: Date | null;
}

/** The minimum time between two writes of `last_used_at`: a key in constant use must not cost a write at each request. */
const LAST_USED_RESOLUTION = sql`interval '1 minute'`;

export async function insertKey(trx: Db, row: NewKeyRow): Promise<ApiKey> {
  return trx.insertInto('api_key').values(row).returningAll().executeTakeFirstOrThrow();
}

/** A key with the state of its organization, the reason why it cannot be used now, and how its request was counted. */
export interface AdmittedKeyRow extends Pick<ApiKey, 'id' | 'organization_id' | 'mode' | 'scopes'>, TakenRow {
  is_suspended: boolean;
  unusable: 'revoked' | 'expired' | null;
  /** Whether it may be used for what it was presented for: only then is the request counted. */
  is_admitted: boolean;
  quota: ReservedRow;
}

/**
 * Finds a key, dates its use, takes the token of its request and reserves its unit: one statement, because every call with a key waits for it
 * before a byte of its body is read.
 *
 * The commit does not wait for the disk. If the database host falls, what may be lost is the last half second of used tokens and
 * dates of use, and nothing that anybody was promised.
 */
export async function admitKey(
  db: Db,
  secretSha256: Buffer,
  { scope, buckets, unit }: KeyUse,
  basis: QuotaBasis,
): Promise<AdmittedKeyRow | undefined> {
  const bucket = buckets === null ? null : bucketOfKey(buckets);
  const taking =
    bucket === null
      ? sql`select null::float8 as tokens`
      : takingFrom(sql`(select id from presented where is_admitted) as admitted`, bucket);
  // Only a request that its rate allows reserves anything. Test keys are never charged.
  const isCharged = sql`presented.is_admitted and presented.mode = 'live'
    ${bucket === null ? sql`` : sql`and taken.tokens is not null`}`;
  const quota =
    unit === null
      ? sql`null`
      : sql`case when ${isCharged} then ${reserving(sql`presented.organization_id`, unit, basis)} end`;
  // Closing an organization revokes all keys, including one that was being made at that moment.
  const { rows } = await sql<AdmittedKeyRow>`
    with found as (
      select k.id, k.organization_id, k.mode, k.scopes, o.suspended_at is not null as is_suspended,
        case when k.revoked_at is not null then 'revoked' when k.expires_at <= now() then 'expired' end as unusable
      from api_key k join organization o on o.id = k.organization_id
      where k.secret_sha256 = ${secretSha256} and o.closed_at is null
    ), presented as (
      select found.*, unusable is null and not is_suspended and ${scope} = any(scopes) as is_admitted from found
    ), taken as (${taking}), dated as (
      update api_key set last_used_at = now() from presented
      where api_key.id = presented.id and unusable is null
        and (last_used_at is null or last_used_at < now() - ${LAST_USED_RESOLUTION})
    )
    select presented.*, ${bucket === null ? NOTHING_TAKEN : takenColumns(bucket)},
      ${quota} as quota,
      set_config('synchronous_commit', 'off', true)
    from presented left join taken on true ${PREPARED}`.execute(db);
  return rows[0];
}

/** The bucket of the key whose identifier is in the column `id`. */
function bucketOfKey({ prefix, burst, perSecond }: KeyBuckets): NamedBucket {
  return { key: sql<string>`${prefix}::text || id`, burst, ratePerSecond: perSecond };
}

const NOTHING_TAKEN = sql`null::float8 as taken, null::float8 as short`;

/** Newest first; those of one organization, or all of them for the operator's command. */
export async function listKeys(db: Db, organizationId: string | null): Promise<ApiKey[]> {
  const query = db.selectFrom('api_key').selectAll().orderBy('created_at', 'desc').orderBy('id');
  return organizationId === null ? query.execute() : query.where('organization_id', '=', organizationId).execute();
}

/** Whether a requested instant is in the past, by the clock that will judge the key. */
export async function isPast(db: Db, at: Date): Promise<boolean> {
  const { rows } = await sql<{ is_past: boolean }>`select ${at}::timestamptz <= now() as is_past`.execute(db);
  return rows[0]?.is_past ?? true;
}

/** `is_over` is true once it has expired. */
export type ListedKey = ApiKey & { is_over: boolean };

/** One page of an organization's keys, newest first and revoked ones included, and the total number. */
export async function listKeyPage(
  db: Db,
  organizationId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ListedKey[]; total: number }> {
  const own = db.selectFrom('api_key').where('organization_id', '=', organizationId);
  const rows = await own
    .selectAll()
    .select(sql<boolean>`coalesce(expires_at <= now(), false)`.as('is_over'))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  const counted = await own.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  return { rows, total: counted.total };
}

/** A key with the name of its organization. */
export type MadeKey = ApiKey & { organization_name: string };

/** Keys that an account made and that can be used now, newest first; those of one organization, or of all. */
export async function listKeysMadeBy(
  db: Db,
  { accountId, organizationId }: { accountId: string; organizationId?: string },
): Promise<MadeKey[]> {
  const query = db
    .selectFrom('api_key')
    .innerJoin('organization', 'organization.id', 'api_key.organization_id')
    .selectAll('api_key')
    .select('organization.name as organization_name')
    .where('created_by', '=', accountId)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<Date>`now()`)]))
    .orderBy('api_key.created_at', 'desc')
    .orderBy('api_key.id');
  return organizationId === undefined ? query.execute() : query.where('organization_id', '=', organizationId).execute();
}

/** Finds a key of this organization only. */
export async function findKey(db: Db, id: string, organizationId: string): Promise<ApiKey | undefined> {
  return db
    .selectFrom('api_key')
    .selectAll()
    .where('id', '=', isId('apiKey', id) ? id : '')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
}

/** The names of those of the keys that the organization has, by identifier. */
export async function listKeyNames(
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('api_key')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', sql<string>`any(${[...new Set(ids)]}::text[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** How many keys of an organization can be used now, and when one was last used. */
export async function countUsableKeys(
  db: Db,
  organizationId: string,
): Promise<{ usable: number; last_used_at: Date | null }> {
  return db
    .selectFrom('api_key')
    .where('organization_id', '=', organizationId)
    .select([
      sql<number>`count(*) filter (where revoked_at is null and (expires_at is null or expires_at > now()))::int`.as(
        'usable',
      ),
      sql<Date | null>`max(last_used_at)`.as('last_used_at'),
    ])
    .executeTakeFirstOrThrow();
}

/** Locked until the transaction ends; a key of the organization, or any key for the operator's command. */
export async function lockKey(trx: Db, id: string, organizationId: string | null): Promise<ApiKey | undefined> {
  return (
    trx
      .selectFrom('api_key')
      .selectAll()
      // A malformed identifier matches nothing, and may be a text that PostgreSQL refuses (U+0000).
      .where('id', '=', isId('apiKey', id) ? id : '')
      .$if(organizationId !== null, (query) => query.where('organization_id', '=', organizationId ?? ''))
      .forUpdate()
      .executeTakeFirst()
  );
}

/** Answers the key as it is afterwards. */
export async function markKeyRevoked(trx: Db, id: string): Promise<ApiKey> {
  return trx
    .updateTable('api_key')
    .set({ revoked_at: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
