import type { Mailer } from '../../platform/mailer.ts';
import type { SealedBox } from '../../platform/sealed-box.ts';
import type { MailAddress } from '../../shared/mail-address.ts';

/** What sending mails needs. */
export interface MailServices {
  mailer: Mailer;
  secrets: SealedBox;
  from: MailAddress;
  /** The address of the service, without a trailing slash; read each time, because it may be known late. */
  address: () => string;
}
