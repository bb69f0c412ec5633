import type { z } from 'zod';
import type { ProfileRow } from './queries.ts';
import type { BillingProfile, profileAnswerSchema } from './schemas.ts';
import { checkTaxNumber } from './tax-number.ts';

export function profileOf(row: ProfileRow): BillingProfile {
  const { title_type, title, tax_no, email, registered_address, registered_phone, bank_name, bank_account } = row;
  return { title_type, title, tax_no, email, registered_address, registered_phone, bank_name, bank_account };
}

export function presentProfile(row: ProfileRow | undefined): z.infer<typeof profileAnswerSchema> {
  if (row === undefined) return { profile: null, version: 0, warnings: [] };
  const isDoubtful = row.tax_no !== null && checkTaxNumber(row.tax_no) === 'doubtful';
  return { profile: profileOf(row), version: row.version, warnings: isDoubtful ? ['tax_no_checksum'] : [] };
}
