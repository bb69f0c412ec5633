import { ConfigError } from '../config.ts';
import { BlobStoreError } from '../platform/blob-store.ts';
import { EmbeddedPostgresError } from '../platform/embedded-postgres-error.ts';
import { SignerError } from '../platform/signer/signer-error.ts';
import { refused } from './command-result.ts';

/** Problems that the operator can fix, told in their own words; anything else is our own fault and rethrown. */
export function operatorRefusal(error: unknown): ReturnType<typeof refused> {
  if (error instanceof ConfigError) return refused('CONFIGURATION', error.message);
  if (error instanceof SignerError) return refused(error.code, error.message);
  if (error instanceof EmbeddedPostgresError) return refused('DATABASE', error.message);
  if (error instanceof BlobStoreError) return refused('STORAGE', error.message);
  throw error;
}
