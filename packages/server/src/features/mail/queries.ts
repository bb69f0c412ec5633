import type { Selectable } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { databaseTimeIn } from '../../platform/database-time.ts';
import type { MailTable } from '../../platform/schema/mail.ts';
import type { MailTemplate } from './templates.ts';

/** The last mail to somebody whose account is gone. */
const FAREWELL: MailTemplate = 'account_deleted';

export interface NewMailRow {
  id: string;
  template: string;
  language: 'en' | 'zh-CN';
  recipient: string;
  payload: Buffer;
}

export type MailRow = Selectable<MailTable>;

export async function insertMail(trx: Db, row: NewMailRow): Promise<void> {
  await trx.insertInto('mail').values(row).execute();
}

export async function findMail(db: Db, id: string): Promise<MailRow | undefined> {
  return db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function markMailSent(trx: Db, id: string): Promise<void> {
  await trx
    .updateTable('mail')
    .set({ sent_at: databaseTimeIn(0), payload: null })
    .where('id', '=', id)
    .execute();
}

export async function markMailFailed(trx: Db, id: string): Promise<void> {
  await trx
    .updateTable('mail')
    .set({ failed_at: databaseTimeIn(0), payload: null })
    .where('id', '=', id)
    .where('payload', 'is not', null)
    .execute();
}

/** Mails whose job ended without a worker: nobody will send them, so their contents are deleted too. */
export async function closeAbandonedMails(db: Db): Promise<number> {
  const result = await db
    .updateTable('mail')
    .set({ failed_at: databaseTimeIn(0), payload: null })
    .where('payload', 'is not', null)
    .where((mail) =>
      mail.exists(
        mail
          .selectFrom('job')
          .select('job.id')
          .whereRef('job.dedupe', '=', 'mail.id')
          .where('job.status', 'in', ['failed', 'expired']),
      ),
    )
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Deletes mails that are done; for a deleted account, even the record that one was sent. */
export async function deleteOldMails(db: Db, olderThanMs: number): Promise<number> {
  const result = await db
    .deleteFrom('mail')
    .where('payload', 'is', null)
    .where((mail) => mail.or([mail('created_at', '<', databaseTimeIn(-olderThanMs)), mail('template', '=', FAREWELL)]))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
