import type { SendMailOptions } from 'nodemailer';
import { isMailAddress } from '../../shared/mail-address.ts';
import { MailError } from './mail-error.ts';
import type { OutgoingMail } from './mailer.ts';

/**
 * The mail for nodemailer. Addresses are given as parts and again as the envelope, so that no text is parsed for further
 * recipients.
 * @throws {MailError} when there is no valid recipient
 */
export function composeOptions(mail: OutgoingMail): SendMailOptions {
  const { from, to, subject, text, html, messageId } = mail;
  if (!isMailAddress(to)) throw new MailError('permanent', 'the recipient is no mail address');
  return {
    from: { name: from.name, address: from.address },
    to: { name: '', address: to },
    envelope: { from: from.address, to: [to] },
    subject,
    text,
    html,
    messageId,
    // RFC 3834 §5: no vacation notice answers it.
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
