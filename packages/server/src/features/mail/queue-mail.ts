import type { Db } from '../../platform/database.ts';
import { enqueueJob } from '../../platform/queue/insert.ts';
import type { SealedBox } from '../../platform/sealed-box.ts';
import { newId } from '../../shared/ids.ts';
import type { Language } from '../../shared/language.ts';
import { insertMail } from './queries.ts';
import { MAIL_ATTEMPTS, MAIL_RETENTION_MS } from './rules.ts';
import type { MailTemplate, MailTemplates } from './templates.ts';

export const MAIL_QUEUE = 'mail';

/** Puts a mail into the outbox, in the caller's transaction: it is sent only if that transaction commits. */
export async function queueMail<T extends MailTemplate>(
  trx: Db,
  secrets: SealedBox,
  mail: { template: T; to: string; language: Language; values: MailTemplates[T] },
): Promise<void> {
  const id = newId('mail');
  await insertMail(trx, {
    id,
    template: mail.template,
    language: mail.language,
    recipient: mail.to,
    payload: await secrets.seal(Buffer.from(JSON.stringify(mail.values))),
  });
  await enqueueJob(trx, {
    queue: MAIL_QUEUE,
    kind: 'mail',
    organizationId: null,
    input: { mail: id },
    maxAttempts: MAIL_ATTEMPTS,
    dedupe: id,
    retentionMs: MAIL_RETENTION_MS,
  });
}
