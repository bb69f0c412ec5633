import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../shared/app-error.ts';
import { BlobStoreError, checkedBody, readChecked, type BlobStore } from '../blob-store.ts';
import type { UploadSpace } from '../upload-space.ts';
import { UploadLost, type StoredUpload, type UploadFacts } from './stored-upload.ts';

const RETRY_SECONDS = '10';

/** The file of a job on a disk of this host; call `close` when the work on it has ended, however it did. */
export interface OpenedUpload {
  path: string;
  close(): Promise<void>;
}

/** Fetches the object into the private folder of this process, checked against what was uploaded. */
export async function fetchObject(
  store: BlobStore,
  { directory }: UploadSpace,
  { upload, size_bytes: sizeBytes, sha256 }: UploadFacts,
  signal: AbortSignal,
): Promise<OpenedUpload> {
  const path = join(directory, `${randomBytes(16).toString('hex')}.part`);
  const close = (): Promise<void> => rm(path, { force: true });
  try {
    const body = await store.get(upload.name);
    if (body === undefined) throw new UploadLost('The stored file of this job is gone.');
    const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
    await pipeline(checkedBody(body, { sizeBytes, sha256 }), target, { signal });
    return { path, close };
  } catch (error) {
    await close();
    throw failure(error);
  }
}

/** Finds the file in a folder of uploads on this host. It is deleted when the job ends. */
export async function openFile(
  space: UploadSpace,
  upload: Extract<StoredUpload, { kind: 'file' }>,
  { size_bytes: sizeBytes, sha256 }: UploadFacts,
  signal: AbortSignal,
): Promise<OpenedUpload> {
  const isElsewhere = upload.folder !== null && upload.folder !== space.folderId;
  if (isElsewhere) throw unavailable(new Error('the file of the job lies in the folder of uploads of another host'));
  const path = space.pathOf(upload.name);
  const pieces = readChecked(path, { sizeBytes, sha256 });
  try {
    while ((await pieces.next()).done !== true) signal.throwIfAborted();
  } catch (error) {
    const mayBeElsewhere = upload.folder === null && isUnreadable(error);
    throw mayBeElsewhere ? unavailable(error) : failure(error);
  } finally {
    await pieces.return(undefined);
  }
  return { path, close: () => Promise.resolve() };
}

function isUnreadable(error: unknown): boolean {
  return error instanceof BlobStoreError && error.code === 'SOURCE_UNREADABLE';
}

function failure(error: unknown): unknown {
  if (!(error instanceof BlobStoreError)) return error;
  if (error.code === 'DIGEST_MISMATCH') return new UploadLost('The file of this job was changed.', { cause: error });
  if (error.code === 'SOURCE_UNREADABLE') return new UploadLost('The file of this job is gone.', { cause: error });
  return unavailable(error);
}

/** Another attempt may succeed. */
export function unavailable(cause: unknown): AppError {
  return new AppError('SERVICE_UNAVAILABLE', { cause, headers: { 'retry-after': RETRY_SECONDS } });
}
