import type { Language } from '../../../shared/language.ts';
import type { Mails } from '../../../shared/mails.ts';
import { ACCOUNT } from '../words.ts';

interface Props {
  language: Language;
  mails: Exclude<Mails, 'sent'>;
}

/** Where mails lie that an installation without a mail server does not send. Anybody may read this, so it opens nothing. */
export function MailboxHint({ language, mails }: Props) {
  const words = ACCOUNT[language].verify;
  if (mails === 'kept') return <p class="notice">{words.mailKept}</p>;
  return (
    <p class="notice">
      {words.mailbox}
      {language === 'en' ? ' ' : ''}
      <a href="/dev/mailbox">{words.mailboxName}</a>
      {words.mailboxEnd}
    </p>
  );
}
