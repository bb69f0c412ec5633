import { rm } from 'node:fs/promises';
import { deleteReleasedBlob, releaseBlob } from './blob-registry.ts';
import { objectsOf, type BlobStore } from './blob-store.ts';
import type { Database, Db } from './database.ts';
import { findNeededUploads } from './job-uploads/find-needed-uploads.ts';
import { giveToStore, type ReceivedFile, type StoredJob, type StoreJob } from './job-uploads/give-to-store.ts';
import { fetchObject, openFile, type OpenedUpload } from './job-uploads/open-upload.ts';
import { storeWithFile } from './job-uploads/store-with-file.ts';
import type { StoredUpload, UploadFacts } from './job-uploads/stored-upload.ts';
import type { Log } from './log.ts';
import type { UploadSpace } from './upload-space.ts';

export { findNeededUploads } from './job-uploads/find-needed-uploads.ts';
export type { OpenedUpload } from './job-uploads/open-upload.ts';
export { storeWithFile } from './job-uploads/store-with-file.ts';
export { folderOf, UploadLost, type StoredUpload, type UploadFacts } from './job-uploads/stored-upload.ts';

/** The files of jobs: how a request gives one to a worker, how a worker opens it, and how it ends with its job. */
export interface JobUploads {
  /** For a job that this process works on itself: if it dies, a worker with the same folder of uploads takes over. */
  ownFile(path: string): StoredUpload;
  /**
   * Gives the file to the worker that takes the job made by `storeJob`. Once this returns, the file outlives this process.
   * @throws {AppError} SERVICE_UNAVAILABLE when the store refuses it; nothing is left
   */
  give<Stored extends StoredJob>(file: ReceivedFile, storeJob: StoreJob<Stored>): Promise<Stored>;
  /**
   * @throws {AppError} SERVICE_UNAVAILABLE when it cannot be opened now, or here
   * @throws {UploadLost} when it never can be again
   */
  open(facts: UploadFacts, signal: AbortSignal): Promise<OpenedUpload>;
  /** Call it in the transaction that ends the job. */
  release(trx: Db, upload: StoredUpload): Promise<void>;
  /** Call it after that transaction, unless an unfinished job needs it. What cannot be deleted now is left to the sweeps. */
  remove(upload: StoredUpload): Promise<void>;
  /** Both, for a job that ends without a worker; an object is left to the sweep. */
  giveUp(trx: Db, upload: StoredUpload): Promise<void>;
}

export interface JobUploadParts {
  database: Database;
  space: UploadSpace;
  store: BlobStore;
  /** Whether the hosts share the store: queued uploads then wait there, otherwise in the folder of uploads. */
  isStoreShared: boolean;
  log: Log;
}

export function createJobUploads({ database, space, isStoreShared, log, ...parts }: JobUploadParts): JobUploads {
  const store = objectsOf(parts.store, 'upload');
  const ownFile = (path: string) => ({ kind: 'file', folder: space.folderId, name: space.nameOf(path) }) as const;
  const release = async (trx: Db, upload: StoredUpload): Promise<void> => {
    if (upload.kind === 'object') await releaseBlob(trx, upload.name);
  };
  const removeFile = async (db: Db, { folder, name }: Extract<StoredUpload, { kind: 'file' }>): Promise<void> => {
    const isHere = folder === null || folder === space.folderId;
    if (isHere && !(await findNeededUploads(db, [name])).has(name)) await rm(space.pathOf(name), { force: true });
  };
  return {
    ownFile,
    give: async (file, storeJob) => {
      if (isStoreShared) return giveToStore({ database, store, log }, file, storeJob);
      const upload = ownFile(file.path);
      const own = {
        keep: (): void => {
          file.keep();
          space.handOver(upload.name);
        },
      };
      const outcome = await storeWithFile(own, () => database.db.transaction().execute((trx) => storeJob(trx, upload)));
      if (outcome.isTaken) own.keep();
      return outcome;
    },
    open: async (facts, signal) => {
      const { upload } = facts;
      return upload.kind === 'file' ? openFile(space, upload, facts, signal) : fetchObject(store, space, facts, signal);
    },
    release,
    giveUp: async (trx, upload) => {
      await release(trx, upload);
      if (upload.kind === 'file') await removeFile(trx, upload);
    },
    remove: async (upload) => {
      try {
        await (upload.kind === 'object'
          ? deleteReleasedBlob(database, store, upload.name)
          : removeFile(database.db, upload));
      } catch (err) {
        log.warn({ err }, 'an upload could not be deleted; the sweep does it later');
      }
    },
  };
}
