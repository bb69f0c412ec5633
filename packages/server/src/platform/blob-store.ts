import type { StorageConfig } from '../config/storage.ts';
import { withCheckedKeys } from './blob-store/checked-keys.ts';
import { openLocalBlobStore } from './blob-store/local.ts';
import { openS3BlobStore } from './blob-store/s3.ts';
import type { BlobStore } from './blob-store/store.ts';

export { BlobStoreError } from './blob-store/blob-store-error.ts';
export { objectsOf, type BlobKind } from './blob-store/checked-keys.ts';
export { checkedBody, readChecked } from './blob-store/read-checked.ts';
export type { BlobStore } from './blob-store/store.ts';

/** Opens the store that the settings name. An S3 service is not contacted yet: `check` does that. */
export async function openBlobStore(config: StorageConfig): Promise<BlobStore> {
  return withCheckedKeys(
    config.kind === 'local' ? await openLocalBlobStore(config.directory) : await openS3BlobStore(config),
  );
}
