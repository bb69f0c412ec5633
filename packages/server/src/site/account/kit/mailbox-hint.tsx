import type { Language } from '../../../shared/language.ts';
import type { Mails } from '../../../shared/mails.ts';
import { ACCOUNT } from './words.ts';

interface Props {
  language: Language;
  mails: Exclude<Mails, 'sent'>;
}

/** Where to find the emails that an installation without a mail server does not send. Anybody may read this, so it gives no access. */
export function MailboxHint({ language, mails }: Props) {
  const words = ACCOUNT[language].mailbox;
  if (mails === 'kept') return <p class="notice">{words.kept}</p>;
  return (
    <p class="notice">
      {words.before}
      {language === 'en' ? ' ' : ''}
      <a href="/dev/mailbox">{words.name}</a>
      {words.after}
    </p>
  );
}
