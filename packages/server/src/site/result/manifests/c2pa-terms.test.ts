import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../shared/language.ts';
import { wordSourceType, wordTerm } from './c2pa-terms.ts';

describe.each(LANGUAGES)('words for terms of C2PA in %s', (language) => {
  it.each([
    'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
    'https://cv.iptc.org/newscodes/digitalsourcetype/TrainedAlgorithmicMedia/',
    'digsrctype:trainedAlgorithmicMedia',
    ' trainedAlgorithmicMedia ',
  ])('there are for a digital source type however it is written: %s', (value) => {
    expect(wordSourceType(language, value)).toBe(wordSourceType(language, 'trainedAlgorithmicMedia'));
    expect(wordSourceType(language, value)).not.toBeNull();
  });

  it('there are none for what is no term', () => {
    for (const text of ['', 'constructor', 'toString', '__proto__', 'http://example.org/trainedAlgorithmicMedia']) {
      expect([wordSourceType(language, text), wordTerm(language, 'codes', text)]).toEqual([null, null]);
    }
  });

  it('there are for the actions and codes of real files', () => {
    for (const name of ['c2pa.created', 'c2pa.opened', 'c2pa.placed']) {
      expect(wordTerm(language, 'actions', name)).toMatch(/./);
    }
    for (const name of ['claimSignature.validated', 'assertion.hashedURI.match', 'signingCredential.ocsp.skipped']) {
      expect(wordTerm(language, 'codes', name)).toMatch(/./);
    }
  });
});
