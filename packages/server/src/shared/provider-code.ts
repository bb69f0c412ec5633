import { decodeProvider } from './label-rules.ts';

/**
 * Why a text is not a service provider code for labels made here (TC260-PG-20252A); null when it is one. A code with a wrong
 * check character would be written into every label; its owner has it in writing.
 */
export function providerCodeProblem(code: string): string | null {
  const { kind, check_digit_valid, service_type } = decodeProvider(code);
  if (kind !== 'code') return 'A provider code has 27 characters, digits and capital letters, and begins with 00.';
  if (check_digit_valid === false) return 'The check character of the Unified Social Credit Code in it is wrong.';
  return service_type === 'distribution'
    ? 'This is the code of a distribution service; labels name the generator.'
    : null;
}
