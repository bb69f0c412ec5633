import { z } from 'zod';
import { TITLE_TYPES } from '../../../../shared/billing-words.ts';
import { deceptive } from '../../../../shared/declared-text.ts';
import { refusedAs } from '../../../../shared/input-reasons.ts';
import { isMailAddress } from '../../../../shared/mail-address.ts';
import { checkTaxNumber, normaliseTaxNumber } from './tax-number.ts';

/** Pictures among the letters, and what joins and colours them. Signs such as © are text. */
const EMOJI = /(?![©®™])[\p{Extended_Pictographic}\p{Regional_Indicator}\u{fe0f}\u{20e3}]/u;

/** A line that is printed on invoices: trimmed, composed, nothing that hides or breaks it. */
function printed(max: number, min = 1) {
  return z
    .string()
    .trim()
    .normalize('NFC')
    .min(min)
    .max(max)
    .refine((text) => !deceptive(text), refusedAs('deceptive'));
}

const taxNumber = z
  .string()
  .max(40)
  .overwrite(normaliseTaxNumber)
  .regex(/^(?:[0-9A-Z]{15}|[0-9A-Z]{17,18}|[0-9A-Z]{20})$/)
  .refine((text) => checkTaxNumber(text) !== 'wrong', refusedAs('tax_number'))
  .describe('Upper case, without spaces; 15, 17, 18 or 20 characters');

const members = {
  title_type: z.enum(TITLE_TYPES),
  title: printed(100, 2)
    .refine((text) => !EMOJI.test(text), refusedAs('emoji'))
    .describe('Whom invoices are made out to, exactly as it is to be printed'),
  tax_no: taxNumber.nullable().default(null).describe('An enterprise has one'),
  email: z
    .string()
    .trim()
    .max(254)
    .refine(isMailAddress, { error: 'must be an e-mail address' })
    .describe('Where invoices are sent'),
  registered_address: printed(200).nullable().default(null),
  registered_phone: z
    .string()
    .regex(/^[0-9+() -]{5,30}$/)
    .nullable()
    .default(null),
  bank_name: printed(100).nullable().default(null),
  bank_account: z
    .string()
    .regex(/^[0-9A-Za-z -]{5,40}$/)
    .nullable()
    .default(null),
};

const NEEDS_TAX_NUMBER = { path: ['tax_no'], ...refusedAs('tax_number_missing') };
const hasTaxNumber = ({ title_type, tax_no }: { title_type: string; tax_no: string | null }): boolean =>
  title_type === 'personal' || tax_no !== null;

/** A profile in a request; members that are left out are null. */
export const profileBody = z.strictObject(members).refine(hasTaxNumber, NEEDS_TAX_NUMBER);

export const profileChangeBody = z
  .strictObject({
    ...members,
    version: z
      .int()
      .min(0)
      .optional()
      .describe('The version that was read, 0 for none: refused if there is another meanwhile'),
  })
  .refine(hasTaxNumber, NEEDS_TAX_NUMBER);

/** A profile as it is stored and answered, also inside of a request for an invoice. */
export const profileSchema = z
  .object({
    title_type: z.enum(TITLE_TYPES),
    title: z.string(),
    tax_no: z.string().nullable(),
    email: z.string(),
    registered_address: z.string().nullable(),
    registered_phone: z.string().nullable(),
    bank_name: z.string().nullable(),
    bank_account: z.string().nullable(),
  })
  .meta({ id: 'BillingProfile', description: 'Whom invoices are made out to' });

export type BillingProfile = z.infer<typeof profileSchema>;

export const profileAnswerSchema = z.object({
  profile: profileSchema.nullable().describe('Null: none was stored'),
  version: z.int().describe('How often it was stored; 0 without a profile'),
  warnings: z
    .array(z.enum(['tax_no_checksum']))
    .describe('`tax_no_checksum`: one of the two check characters of the tax number is wrong, as in some early codes'),
});
