import type { Db } from '../../../platform/database.ts';
import type { ServerLimits } from '../../../shared/limits.ts';

export interface DocumentServices {
  db: Db;
  limits: Pick<ServerLimits, 'idempotencyMs'>;
}
