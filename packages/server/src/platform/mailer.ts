import { join } from 'node:path';
import type { Config } from '../config.ts';
import { mailboxMailer } from './mailer/mailbox.ts';
import type { Mailer } from './mailer/mailer.ts';
import { smtpMailer } from './mailer/smtp.ts';

export type { Mailer } from './mailer/mailer.ts';
export { MailError } from './mailer/mail-error.ts';
export { findInMailbox, listMailbox, type MailboxEntry } from './mailer/mailbox.ts';

/** The folder that stands in for a mail server; null when there is one. */
export function mailboxFolder({ mail, environment, dataDir }: Config): string | null {
  return mail.smtp === null && environment === 'development' ? join(dataDir, 'mailbox') : null;
}

/** By the configured server, or else into the development mailbox. Connects with the first mail. */
export function openMailer(config: Config): Mailer {
  const { smtp } = config.mail;
  if (smtp !== null) return smtpMailer(smtp);
  const folder = mailboxFolder(config);
  if (folder === null) throw new TypeError('production needs a mail server');
  return mailboxMailer(folder);
}
