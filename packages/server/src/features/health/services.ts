import type { TrustSnapshot } from '@revera/provenance';
import type { AnalysisService } from '../../platform/analysis-pool.ts';
import type { BlobStore } from '../../platform/blob-store.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import type { ServerLimits } from '../../shared/limits.ts';

/** The parts that are checked. */
export interface HealthServices {
  db: Db;
  clock: Clock;
  analysis: Pick<AnalysisService, 'stats'>;
  trust: { current(): Promise<TrustSnapshot> };
  uploadDirectory: string;
  blobs: Pick<BlobStore, 'check'>;
  limits: Pick<ServerLimits, 'readinessMs'>;
}
