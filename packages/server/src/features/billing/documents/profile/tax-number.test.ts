import { describe, expect, it } from 'vitest';
import { changeCharacter } from '@revera/testkit';
import { checkTaxNumber, isCodeRight, isOrganizationRight, maskTaxNumber, normaliseTaxNumber } from './tax-number.ts';

describe('the check characters of a tax number', () => {
  it.each([
    '91350100M000100Y43',
    '91440300708461136T',
    '91110000600037341L',
    '91330100799655058B',
    '9111000071093123XX',
    '91110108551385082Q',
    '91310000132211037N',
    '91110000802100433B',
  ])('%s is right in both', (number) => {
    expect([isCodeRight(number), isOrganizationRight(number), checkTaxNumber(number)]).toEqual([true, true, 'right']);
  });

  it.each(['91350100M000100Y4Z', '91350100M000100Y42'])('%s is wrong in the last one', (number) => {
    expect([isCodeRight(number), isOrganizationRight(number), checkTaxNumber(number)]).toEqual([
      false,
      true,
      'doubtful',
    ]);
  });

  it.each(['91350211M0000XUF46', '91350100M0001TGQXM'])('%s, an early code in use, is right in one', (number) => {
    expect([isCodeRight(number), isOrganizationRight(number), checkTaxNumber(number)]).toEqual([
      false,
      true,
      'doubtful',
    ]);
  });

  it('F73 a number whose two check characters are wrong is refused', () => {
    expect(checkTaxNumber('91350100M000100Y52')).toBe('wrong');
    expect(checkTaxNumber('ABCDEFGHIJKLMNOPQR')).toBe('wrong');
  });

  it('every other character in any one place is found by one of the two', () => {
    const right = '91440300708461136T';
    for (let i = 0; i < right.length; i += 1) {
      expect([i, checkTaxNumber(changeCharacter(right, i))]).not.toEqual([i, 'right']);
    }
  });

  it.each(['123456789012345', '1234567890123456A', '12345678901234567890'])('%s has none', (number) => {
    expect(checkTaxNumber(number)).toBe('right');
  });
});

describe('a tax number', () => {
  it('is read without spaces and in upper case', () => {
    expect(normaliseTaxNumber(' 9144 0300 7084 6113 6t\u3000')).toBe('91440300708461136T');
  });

  it('shows its last four characters where it is told of', () => {
    expect(maskTaxNumber('91440300708461136T')).toBe('**************136T');
  });
});
