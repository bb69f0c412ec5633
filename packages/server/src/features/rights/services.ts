import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import type { JobUploads } from '../../platform/job-uploads.ts';
import type { SealedBox } from '../../platform/sealed-box.ts';
import type { Links } from '../../shared/links.ts';

/** What closing, deleting and exporting need of the rest of the server. */
export interface RightsServices {
  db: Db;
  clock: Clock;
  secrets: SealedBox;
  links: Links;
  uploads: JobUploads;
}
