import type { MailAddress } from '../../shared/mail-address.ts';

/** One mail to one person, ready to be sent. */
export interface OutgoingMail {
  from: MailAddress;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** With its angle brackets; the same on every attempt, so that repetitions are recognised. */
  messageId: string;
}

export interface Mailer {
  /**
   * Resolves when the server has accepted the mail.
   * @throws {MailError} which says whether another attempt can help
   */
  send(mail: OutgoingMail): Promise<void>;
  close(): Promise<void>;
}
