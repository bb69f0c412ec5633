import { deleteReleasedBlob, keepBlob, releaseBlob, reserveBlob } from '../blob-registry.ts';
import type { BlobStore } from '../blob-store.ts';
import type { Database, DbTransaction } from '../database.ts';
import type { Log } from '../log.ts';
import { unavailable } from './open-upload.ts';
import type { StoredUpload } from './stored-upload.ts';

/** Longer than storing an upload may take: nobody sweeps its object before that. */
const STORING_MS = 60 * 60_000;

/**
 * While the job is unfinished its object is not swept, and ending the job releases it. This covers a job that is deleted from the
 * table instead.
 */
const ORPHAN_MS = 24 * 60 * 60_000;

/** Says nothing about the content: only a worker reads it. */
const MEDIA_TYPE = 'application/octet-stream';

/** A received file. */
export interface ReceivedFile {
  path: string;
  sizeBytes: number;
  sha256: string;
  /** Takes it over from the request, which deletes it otherwise. */
  keep(): void;
}

/** Of which job a request is, and whether the file went to it. */
export interface StoredJob {
  id: string;
  isTaken: boolean;
}

/** Makes the job in the transaction, unless this request already has one; then the file is not taken. */
export type StoreJob<Stored extends StoredJob = StoredJob> = (
  trx: DbTransaction,
  upload: StoredUpload,
) => Promise<Stored>;

export interface StoreParts {
  database: Pick<Database, 'db'>;
  /** The uploads among the objects. */
  store: BlobStore;
  log: Log;
}

/**
 * Stores the file as an object and makes the job that names it. The object is registered before its bytes are stored, so a sweep
 * finds what an interruption leaves.
 */
export async function giveToStore<Stored extends StoredJob>(
  parts: StoreParts,
  file: ReceivedFile,
  storeJob: StoreJob<Stored>,
): Promise<Stored> {
  const { db } = parts.database;
  const key = await reserveBlob(db, 'upload', STORING_MS);
  const { path, sizeBytes, sha256 } = file;
  /** After a commit was sent, an error does not show whether the job exists; the hold or its end decides. */
  let isCommitting = false;
  try {
    await parts.store.put(key, path, { sizeBytes, sha256, mediaType: MEDIA_TYPE }).catch((cause: unknown) => {
      throw unavailable(cause);
    });
    const outcome = await db.transaction().execute(async (trx) => {
      const stored = await storeJob(trx, { kind: 'object', name: key });
      if (stored.isTaken && !(await keepBlob(trx, key, ORPHAN_MS))) {
        throw unavailable(new Error('the upload was swept before its job was stored'));
      }
      isCommitting = true;
      return stored;
    });
    if (!outcome.isTaken) await giveUp(parts, key);
    return outcome;
  } catch (error) {
    if (!isCommitting) await giveUp(parts, key);
    throw error;
  }
}

async function giveUp({ database, store, log }: StoreParts, key: string): Promise<void> {
  try {
    await releaseBlob(database.db, key);
    await deleteReleasedBlob(database, store, key);
  } catch (err) {
    log.warn({ err }, 'a stored upload could not be deleted; the sweep does it later');
  }
}
