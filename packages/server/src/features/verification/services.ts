import type { ManifestStoreFacts, ServiceRecords, TrustSnapshot } from '@revera/provenance';
import type { AnalysisService } from '../../platform/analysis-pool.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import type { JobUploads } from '../../platform/job-uploads.ts';
import type { Log } from '../../platform/log.ts';
import type { QuotaBasis } from '../../shared/operations.ts';
import type { Links } from '../../shared/links.ts';
import type { ServerLimits } from '../../shared/limits.ts';
import type { LatePictures } from '../jobs/index.ts';

/** What verifying needs of the rest of the server. */
export interface VerificationServices {
  db: Db;
  log: Log;
  clock: Clock;
  analysis: AnalysisService;
  uploads: JobUploads;
  trust: { current(): Promise<TrustSnapshot> };
  /** What this service has on record about a credential found in a file, and about those that it was made from. */
  findRecords(facts: ManifestStoreFacts): Promise<ServiceRecords>;
  latePictures: LatePictures;
  /** Whether results are kept with a picture of their file. */
  previews: boolean;
  links: Links;
  limits: ServerLimits;
  /** How long a result can be read, counted from the upload. */
  retentionMs: number;
  anonymousRetentionMs: number;
  /** What bounds the work of organizations. */
  quotaBasis: QuotaBasis;
  /** Names this process as the holder of the jobs it works on itself. */
  leaseOwner: string;
}
