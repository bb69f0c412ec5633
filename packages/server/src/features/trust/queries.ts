import { sql, type InferResult } from 'kysely';
import { ADVISORY_LOCKS } from '../../platform/advisory-locks.ts';
import type { Database, Db } from '../../platform/database.ts';
import type { Json } from '../../platform/schema/column.ts';
import { TRUST_LIMITS } from './limits.ts';
import { isProductList, type KeptListDiff, type KeptListName, type SourcedCopy } from './trust-lists.ts';

/** Tells every process that a list changed; the payload is its name. */
export const TRUST_CHANNEL = 'trust_changed';

/** The facts about a list, without its certificates. */
export interface ListState {
  name: KeptListName;
  /** Where the copy came from. */
  source: string;
  /** Null when there is none yet. */
  copy: { sha256: string; fetchedAt: Date; anchors: number; allowed: number; products: number } | null;
  lastAttemptAt: Date;
  /** Null when the latest attempt succeeded. */
  lastError: string | null;
  nextRefreshAt: Date | null;
}

export interface ListChange {
  list: KeptListName;
  changed_at: Date;
  source: string;
  sha256: string;
  added: Json;
  removed: Json;
}

export async function findListStates(db: Db): Promise<ListState[]> {
  const rows = await db
    .selectFrom('trust_list')
    .select(['name', 'source', 'sha256', 'fetched_at', 'last_attempt_at', 'last_error', 'next_refresh_at'])
    .select([
      sql<number>`jsonb_array_length(certificates)`.as('anchors'),
      sql<number>`jsonb_array_length(allowed)`.as('allowed_count'),
      sql<number>`jsonb_array_length(products)`.as('product_count'),
    ])
    .orderBy('name')
    .execute();
  return rows.map((row) => ({
    name: row.name,
    source: row.source,
    copy:
      row.sha256 === null || row.fetched_at === null
        ? null
        : {
            sha256: row.sha256,
            fetchedAt: row.fetched_at,
            anchors: row.anchors,
            allowed: row.allowed_count,
            products: row.product_count,
          },
    lastAttemptAt: row.last_attempt_at,
    lastError: row.last_error,
    nextRefreshAt: row.next_refresh_at,
  }));
}

export async function findCopies(db: Db): Promise<SourcedCopy[]> {
  return (await selectCopies(db).execute()).map(sourcedCopy);
}

export async function findCopy(db: Db, name: KeptListName): Promise<SourcedCopy | undefined> {
  const row = await selectCopies(db).where('name', '=', name).executeTakeFirst();
  return row === undefined ? undefined : sourcedCopy(row);
}

/** Rows that hold a copy; the others only record how fetching went. */
function selectCopies(db: Db) {
  return db
    .selectFrom('trust_list')
    .selectAll()
    .where('sha256', 'is not', null)
    .where('fetched_at', 'is not', null)
    .$narrowType<{ sha256: string; fetched_at: Date }>();
}

function sourcedCopy(row: InferResult<ReturnType<typeof selectCopies>>[number]): SourcedCopy {
  const { name, source, sha256 } = row;
  const copy = { sha256, fetched_at: row.fetched_at.toISOString(), last_fetch_failed: row.last_error !== null };
  if (name === 'c2pa_products') return { source, list: { name, products: row.products, ...copy } };
  return { source, list: { name, anchors: row.certificates, allowed: row.allowed, ...copy } };
}

/** Stores a valid copy, replacing the one before. */
export async function storeCopy(
  trx: Db,
  { list, source }: SourcedCopy,
  times: { at: Date; nextRefreshAt: Date | null },
): Promise<void> {
  const content = isProductList(list)
    ? { anchors: [], allowed: [], products: list.products }
    : { anchors: list.anchors, allowed: list.allowed, products: [] };
  const row = {
    source,
    sha256: list.sha256,
    certificates: JSON.stringify(content.anchors),
    allowed: JSON.stringify(content.allowed),
    certificate_count: content.anchors.length + content.allowed.length,
    products: JSON.stringify(content.products),
    fetched_at: new Date(list.fetched_at),
    last_attempt_at: times.at,
    last_error: null,
    next_refresh_at: times.nextRefreshAt,
  };
  await trx
    .insertInto('trust_list')
    .values({ name: list.name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}

/** Records a failed attempt; an existing copy stays. */
export async function storeFailure(
  trx: Db,
  failure: { name: KeptListName; source: string; error: string; at: Date; nextRefreshAt: Date },
): Promise<void> {
  const attempt = { last_attempt_at: failure.at, last_error: failure.error, next_refresh_at: failure.nextRefreshAt };
  await trx
    .insertInto('trust_list')
    .values({
      name: failure.name,
      source: failure.source,
      certificates: '[]',
      allowed: '[]',
      certificate_count: 0,
      ...attempt,
    })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(attempt))
    .execute();
}

export async function storeChange(trx: Db, copy: SourcedCopy, diff: KeptListDiff, at: Date): Promise<void> {
  await trx
    .insertInto('trust_list_change')
    .values({
      list: copy.list.name,
      changed_at: at,
      source: copy.source,
      added: JSON.stringify(diff.added),
      removed: JSON.stringify(diff.removed),
      sha256: copy.list.sha256,
    })
    .execute();
}

/** Newest first. */
export async function findChanges(db: Db, limit: number): Promise<ListChange[]> {
  return db
    .selectFrom('trust_list_change')
    .select(['list', 'changed_at', 'source', 'sha256', 'added', 'removed'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** SHA-256 fingerprints of the certificates that this source ever added to the list. */
export async function findAddedFingerprints(db: Db, list: KeptListName, source: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('trust_list_change')
    .select(sql<string[]>`array(select jsonb_array_elements(added) ->> 'fingerprint_sha256')`.as('fingerprints'))
    .where('list', '=', list)
    .where('source', '=', source)
    .execute();
  return new Set(rows.flatMap(({ fingerprints }) => fingerprints));
}

/** Tells all processes, when the transaction commits. */
export async function notifyTrustChanged(trx: Db, name: KeptListName): Promise<void> {
  await sql`select pg_notify(${TRUST_CHANNEL}, ${name})`.execute(trx);
}

/** Until the transaction ends, no other changes a list: what is read now is what is replaced. */
export async function lockLists(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.trustListWrite})`.execute(trx);
}

/**
 * Does the work while no other process, and no other caller in this one, fetches lists. The lock belongs to a connection
 * of its own, so that it ends with a process that dies, and no transaction is open while a host is slow.
 */
export async function withFetchLock<T>(
  { database }: { database: Pick<Database, 'connectClient'> },
  waitMs: number,
  work: () => Promise<T>,
): Promise<T> {
  // The wait ends by itself; if the connection breaks, another process may fetch the same, which does no harm.
  const client = await database.connectClient({ answerMs: waitMs + TRUST_LIMITS.lockSlackMs });
  try {
    await client.query("select set_config('lock_timeout', $1, false)", [`${waitMs}ms`]);
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.trustListFetch]);
    return await work();
  } finally {
    await client.end();
  }
}
