import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { isPublic, type Config } from '../config.ts';
import type { Mails } from '../shared/mails.ts';
import { mailboxMailer } from './mailer/mailbox.ts';
import type { Mailer } from './mailer/mailer.ts';
import { smtpMailer } from './mailer/smtp.ts';

export type { Mailer } from './mailer/mailer.ts';
export { MailError } from './mailer/mail-error.ts';
export { findInMailbox, listMailbox, type MailboxEntry } from './mailer/mailbox.ts';

const SECRET_BYTES = 32;

/**
 * What becomes of mails. `kept` means as files that are shown to nobody. Their links sign in as anybody; so where other machines
 * may reach the service, only people who can read the data folder, and so its keys, can read them.
 */
export function mailsOf(config: Config): Mails {
  if (config.mail.smtp !== null || config.environment !== 'development') return 'sent';
  return isPublic(config) ? 'kept' : 'shown';
}

/** The development mailbox when it is shown: where it is, and the secret that opens it. */
export interface Mailbox {
  folder: string;
  secret: string;
}

/** Has a new secret, which the start prints. Null when mails are sent, or shown to nobody. */
export function openMailbox(config: Config): Mailbox | null {
  const folder = mailboxFolder(config);
  if (folder === null || mailsOf(config) !== 'shown') return null;
  return { folder, secret: randomBytes(SECRET_BYTES).toString('hex') };
}

/** The folder that replaces a mail server; null when there is a server. */
export function mailboxFolder(config: Config): string | null {
  return mailsOf(config) === 'sent' ? null : join(config.dataDir, 'mailbox');
}

/** Uses the configured server, or else the development mailbox. Connects with the first mail. */
export function openMailer(config: Config): Mailer {
  const { smtp } = config.mail;
  if (smtp !== null) return smtpMailer(smtp);
  const folder = mailboxFolder(config);
  if (folder === null) throw new TypeError('production needs a mail server');
  return mailboxMailer(folder);
}
