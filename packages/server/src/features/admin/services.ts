import type { Db } from '../../platform/database.ts';

/** What the operator's routes need. */
export interface AdminServices {
  db: Db;
}
