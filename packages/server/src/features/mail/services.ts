import type { Mailer } from '../../platform/mailer.ts';
import type { SealedBox } from '../../platform/sealed-box.ts';
import type { MailAddress } from '../../shared/mail-address.ts';

/** What sending mails needs. */
export interface MailServices {
  mailer: Mailer;
  secrets: SealedBox;
  from: MailAddress;
  /** Where the service is reached, without a trailing slash; asked each time, it may be known late. */
  address: () => string;
}
