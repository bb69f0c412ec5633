import { MailError } from '../../platform/mailer.ts';
import { endRow } from '../../platform/queue/end.ts';
import type { JobError } from '../../platform/queue/job.ts';
import type { EndJob, JobContext, JobHandler } from '../../platform/queue/run.ts';
import { findMail, markMailFailed, markMailSent, type MailRow } from './queries.ts';
import { renderMail } from './render-mail.ts';
import { mailRetryDelayMs } from './rules.ts';
import { mailJobSchema } from './schemas.ts';
import type { MailServices } from './services.ts';

/** Nothing is reserved for a mail: its job ends in the queue alone. */
export const endMailJob: EndJob<null> = endRow;

const NOT_SENT: JobError = { code: 'INTERNAL_ERROR', message: 'The mail could not be sent.' };

/**
 * Sends the mail of a job. Every attempt has the same Message-ID, and that the mail was sent is stored, and its text
 * cleared, in the transaction that completes the job.
 *
 * The recipient's server and our database cannot commit together. So a mail is sent a second time, with the same
 * Message-ID, when the process dies or loses its job between the server's answer and our commit, or when the connection
 * breaks before that answer reaches us; it is never lost. While the process lives, a commit that failed is repeated without
 * the mail.
 */
export function mailHandler(services: MailServices): JobHandler<null> {
  /** Accepted by the server and not yet recorded. */
  const taken = new Set<string>();
  return async (context) => {
    const { mail: id } = mailJobSchema.parse(context.job.input);
    const row = await findMail(context.db, id);
    if (row === undefined || row.payload === null) {
      await context.complete(null);
      return;
    }
    try {
      if (!taken.has(id)) await sendMail(services, row, row.payload);
    } catch (error) {
      await failOrRetry(context, id, error);
      return;
    }
    taken.add(id);
    await context.complete(null, (trx) => markMailSent(trx, id));
    taken.delete(id);
  };
}

async function sendMail(services: MailServices, row: MailRow, sealed: Buffer): Promise<void> {
  const { mailer, secrets, from, address } = services;
  const payload: unknown = JSON.parse((await secrets.open(sealed)).toString('utf8'));
  const rendered = renderMail(row.template, row.language, payload, address());
  const messageId = `<${row.id}@${new URL(address()).hostname}>`;
  await mailer.send({ from, to: row.recipient, ...rendered, messageId });
}

/** Only a permanent refusal is final: problems on our side can be fixed by the operator within the two days. */
async function failOrRetry(context: JobContext<null>, id: string, error: unknown): Promise<void> {
  const { job, log } = context;
  if (error instanceof MailError && error.kind === 'permanent') {
    log.warn({ err: error, mail_id: id }, 'the mail was refused for good');
    await context.fail(NOT_SENT, (trx) => markMailFailed(trx, id));
    return;
  }
  const outcome = await context.retry(NOT_SENT, mailRetryDelayMs(job.attempts), (trx) => markMailFailed(trx, id));
  log.warn({ err: error, mail_id: id, outcome }, 'the mail could not be sent this time');
}
