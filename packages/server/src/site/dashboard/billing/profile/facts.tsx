import type { BillingProfile } from '../../../../features/billing/documents/index.ts';
import type { Language } from '../../../../shared/language.ts';
import { ShownText } from '../../../kit/components/shown-text.tsx';
import { PROFILE } from './words.ts';

/** Whom invoices are made out to, to be read. */
export function ProfileFacts({ profile, language }: { profile: BillingProfile; language: Language }) {
  const words = PROFILE[language];
  const rows: readonly (readonly [string, string | null])[] = [
    [words.name, profile.title],
    [words.type, words.types[profile.title_type]],
    [words.taxNo, profile.tax_no],
    [words.email, profile.email],
    [words.address, profile.registered_address],
    [words.phone, profile.registered_phone],
    [words.bank, profile.bank_name],
    [words.account, profile.bank_account],
  ];
  return (
    <dl class="facts">
      {rows.map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd>{value === null ? <span class="soft">{words.notGiven}</span> : <ShownText text={value} />}</dd>
        </>
      ))}
    </dl>
  );
}
