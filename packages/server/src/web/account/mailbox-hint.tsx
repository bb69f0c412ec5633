import type { Language } from '../../shared/language.ts';
import { ACCOUNT } from '../words/account.ts';

/** Where mails lie that an installation without a mail server does not send. */
export function MailboxHint({ language }: { language: Language }) {
  const words = ACCOUNT[language].verify;
  return (
    <p class="notice">
      {words.mailbox}
      {language === 'en' ? ' ' : ''}
      <a href="/dev/mailbox">{words.mailboxName}</a>
      {words.mailboxEnd}
    </p>
  );
}
