import { sql } from 'kysely';
import { randomBase62 } from '../shared/ids.ts';
import type { BlobKind, BlobStore } from './blob-store.ts';
import type { Database, Db } from './database.ts';
import type { Log } from './log.ts';
import { PLATFORM_LIMITS } from './limits.ts';
import { databaseTimeIn } from './database-time.ts';

const KEY_CHARACTERS = 32;

/**
 * Names a new object before its bytes are stored. If this process dies before `keepBlob`, the sweep finds the object by its row
 * and deletes both, `holdMs` from now.
 */
export async function reserveBlob(db: Db, kind: BlobKind, holdMs: number): Promise<string> {
  const key = `${kind}_${randomBase62(KEY_CHARACTERS)}`;
  await db
    .insertInto('blob')
    .values({ key, delete_after: databaseTimeIn(holdMs) })
    .execute();
  return key;
}

/** Keeps a stored object, in the transaction that refers to it. False when it was swept meanwhile. */
export async function keepBlob(trx: Db, key: string, retentionMs: number): Promise<boolean> {
  return setDeletion(trx, key, retentionMs);
}

/** Releases an object: the next sweep deletes it. */
export async function releaseBlob(db: Db, key: string): Promise<void> {
  await setDeletion(db, key, 0);
}

async function setDeletion(db: Db, key: string, inMs: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('blob')
    .set({ delete_after: databaseTimeIn(inMs) })
    .where('key', '=', key)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes a released object at once. A failure is left to the next sweep. */
export async function deleteReleasedBlob({ db }: Pick<Database, 'db'>, store: BlobStore, key: string): Promise<void> {
  await deleteDue(db, store, key);
}

/**
 * Deletes the objects that are due. The row is locked while its object is deleted, so that nobody keeps an object that is being
 * deleted; one that cannot be deleted now stays for the next sweep. Answers how many were deleted.
 */
export async function sweepBlobs({ db }: Database, store: BlobStore, log: Log): Promise<number> {
  let swept = 0;
  while (swept < PLATFORM_LIMITS.queueSweepRows && (await deleteDue(db, store))) swept += 1;
  if (swept > 0) log.info({ swept }, 'stored files whose time is over were deleted');
  return swept;
}

/** Whether one was due. The upload of an unfinished job never is, however long the job waits. */
async function deleteDue(db: Db, store: BlobStore, key?: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const due = trx
      .selectFrom('blob')
      .select('key')
      .where('delete_after', '<', sql<Date>`now()`)
      .where(
        sql<boolean>`not exists (select from job
          where status in ('queued', 'processing') and input->'upload'->>'name' = blob.key)`,
      );
    const found = await (key === undefined ? due : due.where('key', '=', key))
      .orderBy('delete_after')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (found === undefined) return false;
    await store.delete(found.key);
    await trx.deleteFrom('blob').where('key', '=', found.key).execute();
    return true;
  });
}
