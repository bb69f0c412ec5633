import type { TrustSnapshot } from '@revera/provenance';

/** Where the installation's own trust lists come from. */
export interface TrustSource {
  /** Null without an installation, or without any list. */
  loadInstalledTrust(): Promise<TrustSnapshot | null>;
}
