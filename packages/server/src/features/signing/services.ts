import type { BlobStore } from '../../platform/blob-store.ts';
import type { SigningService } from '../../platform/signing-pool.ts';
import type { KeyMode } from '../../shared/api-key-format.ts';
import type { Links } from '../../shared/links.ts';
import type { VerificationServices } from '../verification/index.ts';

/** What signing needs of the rest of the server: everything that verifying needs, since every output is verified. */
export interface SigningServices extends VerificationServices {
  signing: Pick<SigningService, 'writeCopy'>;
  blobs: BlobStore;
  links: Links;
  /** Where signed copies are kept until they are stored. */
  uploadDirectory: string;
  assetRetentionMs: number;
  /** The mode in which members sign: `live` where there is a production certificate. */
  sessionMode: KeyMode;
}
