import type { Db } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { closeAbandonedMails, deleteOldMails } from './queries.ts';
import { MAIL_RETENTION_MS } from './rules.ts';

/** Closes the mails that will never be sent, and deletes the old ones. */
export async function sweepMails(db: Db, log: Log): Promise<void> {
  const abandoned = await closeAbandonedMails(db);
  if (abandoned > 0) log.error({ abandoned }, 'mails were given up');
  await deleteOldMails(db, MAIL_RETENTION_MS);
}
