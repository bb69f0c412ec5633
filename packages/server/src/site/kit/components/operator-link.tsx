import type { Operator } from '../../../shared/operator.ts';

/** The operator's address as people would copy it: `mailto:` and what follows the address are left out. */
export function contactText(contact: string): string {
  return contact.startsWith('mailto:') ? contact.slice('mailto:'.length).replace(/\?.*$/s, '') : contact;
}

/** Where to write to the operator, behind a space; nothing when the operator has not said. */
export function OperatorLink({ operator: { contact } }: { operator: Operator }) {
  if (contact === null) return null;
  return (
    <>
      {' '}
      <a href={contact}>
        <bdi>{contactText(contact)}</bdi>
      </a>
    </>
  );
}
