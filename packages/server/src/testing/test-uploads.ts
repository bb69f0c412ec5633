import { join } from 'node:path';
import type { BlobStore } from '../platform/blob-store.ts';
import { createJobUploads } from '../platform/job-uploads.ts';
import { openUploadSpace } from '../platform/upload-space.ts';
import type { Services } from '../services.ts';

/** The parts of a process on a host of that name, which has its own disk and shares the store. */
export async function onHost(
  { database, blobs, config, log }: Services,
  name: string,
  store: BlobStore = blobs,
): Promise<Pick<Services, 'uploads' | 'jobUploads'>> {
  const uploads = await openUploadSpace(join(config.dataDir, name), name);
  return { uploads, jobUploads: createJobUploads({ database, space: uploads, store, isStoreShared: true, log }) };
}
