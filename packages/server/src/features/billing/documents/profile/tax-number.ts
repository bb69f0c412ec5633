/** The characters of a unified social credit code, by value (GB 32100-2015): no I, O, S, V or Z. */
const CODE_CHARACTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const CODE_FORM = /^[1-9A-Y].[0-9]{6}.{10}$/;
/** Powers of 3 modulo 31, for positions 1 to 17. */
const CODE_WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];

/** Those of an organization code (GB 11714), where A is 10 and Z is 35. */
const ORGANIZATION_CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ORGANIZATION_WEIGHTS = [3, 7, 9, 10, 5, 8, 4, 2];
const ORGANIZATION_CHECKS = '0123456789X';

/** Where the organization code stands in the whole, and its check character after it. */
const ORGANIZATION_START = 8;
const ORGANIZATION_END = 16;

export type TaxNumberCheck =
  /** Both check characters are right, or the number is of a length that has none. */
  | 'right'
  /** One of the two is wrong, as in some early codes that are in use. */
  | 'doubtful'
  | 'wrong';

/** Upper case, without spaces. */
export function normaliseTaxNumber(text: string): string {
  return text.replaceAll(/\s/gu, '').toUpperCase();
}

/** @param taxNumber normalised, with 15, 17, 18 or 20 characters */
export function checkTaxNumber(taxNumber: string): TaxNumberCheck {
  if (taxNumber.length !== 18) return 'right';
  const right = [isCodeRight(taxNumber), isOrganizationRight(taxNumber)].filter(Boolean).length;
  if (right === 0) return 'wrong';
  return right === 1 ? 'doubtful' : 'right';
}

/** Whether position 18 checks positions 1 to 17, and all are characters of such a code. */
export function isCodeRight(taxNumber: string): boolean {
  if (!CODE_FORM.test(taxNumber)) return false;
  const sum = weigh(taxNumber, CODE_CHARACTERS, CODE_WEIGHTS);
  return sum !== undefined && taxNumber.charAt(17) === CODE_CHARACTERS.charAt((31 - (sum % 31)) % 31);
}

/** Whether position 17 checks positions 9 to 16. */
export function isOrganizationRight(taxNumber: string): boolean {
  const code = taxNumber.slice(ORGANIZATION_START, ORGANIZATION_END);
  const sum = weigh(code, ORGANIZATION_CHARACTERS, ORGANIZATION_WEIGHTS);
  return sum !== undefined && taxNumber.charAt(ORGANIZATION_END) === ORGANIZATION_CHECKS.charAt((11 - (sum % 11)) % 11);
}

/** Undefined when a character has no value. */
function weigh(text: string, characters: string, weights: readonly number[]): number | undefined {
  const values = weights.map((weight, i) => ({ weight, value: characters.indexOf(text.charAt(i)) }));
  if (text.length < weights.length || values.some(({ value }) => value < 0)) return undefined;
  return values.reduce((sum, { weight, value }) => sum + weight * value, 0);
}

/** All but the last four characters hidden, for events and logs. */
export function maskTaxNumber(taxNumber: string): string {
  return `${'*'.repeat(taxNumber.length - 4)}${taxNumber.slice(-4)}`;
}
