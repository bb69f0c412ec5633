import type { QuotaBasis } from '../../shared/operations.ts';
import type { Db } from '../../platform/database.ts';

/** What the operator's routes need. */
export interface AdminServices {
  db: Db;
  /** What bounds an organization that the operator has set no limit for. */
  quotaBasis: QuotaBasis;
}
