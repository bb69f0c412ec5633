import type { Language } from '../../../shared/language.ts';
import type { Operator } from '../../../shared/operator.ts';
import { SITE } from '../words/site.ts';

/** The operator's address as people would copy it: `mailto:` and what follows the address are left out. */
export function contactText(contact: string): string {
  return contact.startsWith('mailto:') ? contact.slice('mailto:'.length).replace(/\?.*$/s, '') : contact;
}

/** Where to write to the operator, behind a space; when the operator has not said, whom to ask instead. */
export function OperatorLink({ operator: { contact }, language }: { operator: Operator; language: Language }) {
  if (contact === null) return <>{SITE[language].noContact}</>;
  return (
    <>
      {' '}
      <a href={contact}>
        <bdi>{contactText(contact)}</bdi>
      </a>
    </>
  );
}
