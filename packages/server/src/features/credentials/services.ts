import type { BlobStore } from '../../platform/blob-store.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import type { Links } from '../../shared/links.ts';

/** What credentials need of the rest of the server. */
export interface CredentialServices {
  db: Db;
  clock: Clock;
  blobs: Pick<BlobStore, 'get' | 'stat'>;
  links: Links;
}
