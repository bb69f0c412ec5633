import type { MailTemplate } from '../../../features/mail/index.ts';
import type { NOTIFICATIONS } from './words.ts';

type Words = (typeof NOTIFICATIONS)['en'];
export type Group = keyof Words['groups'];

interface MailFact {
  readonly template: MailTemplate;
  /** What it is about. */
  readonly group: Group;
  /** To whom it goes. */
  readonly whom: keyof Words['whom'];
}

/** Every mail that is sent, in the order in which the page shows them. */
export const MAIL_FACTS: readonly MailFact[] = [
  { template: 'verify_email', group: 'account', whom: 'self' },
  { template: 'address_taken', group: 'account', whom: 'self' },
  { template: 'reset_password', group: 'account', whom: 'self' },
  { template: 'password_changed', group: 'account', whom: 'self' },
  { template: 'two_factor_changed', group: 'account', whom: 'self' },
  { template: 'new_device', group: 'account', whom: 'self' },
  { template: 'recovery_code_used', group: 'account', whom: 'self' },
  { template: 'confirm_new_email', group: 'account', whom: 'newAddress' },
  { template: 'new_email_taken', group: 'account', whom: 'self' },
  { template: 'email_changed', group: 'account', whom: 'formerAddress' },
  { template: 'account_deleted', group: 'account', whom: 'self' },
  { template: 'invitation', group: 'organization', whom: 'invited' },
  { template: 'owner_changed', group: 'organization', whom: 'ownersAndPerson' },
  { template: 'key_created', group: 'organization', whom: 'maker' },
  { template: 'webhook_disabled', group: 'organization', whom: 'owners' },
  { template: 'organization_closed', group: 'organization', whom: 'owners' },
  { template: 'price_changed', group: 'billing', whom: 'owners' },
  { template: 'renewal_short', group: 'billing', whom: 'owners' },
  { template: 'books_unbalanced', group: 'operator', whom: 'operators' },
  { template: 'payments_differ', group: 'operator', whom: 'operators' },
];
