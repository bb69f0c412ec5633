import { describe, expect, it } from 'vitest';
import { DIGITAL_SOURCE_TYPES, findDigitalSourceType } from './digital-source-types.ts';

describe('findDigitalSourceType', () => {
  it.each([
    'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
    'https://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia/',
    'http://c2pa.org/digitalsourcetype/trainedAlgorithmicMedia',
    'digsrctype:trainedAlgorithmicMedia',
    'TRAINEDALGORITHMICMEDIA',
    ' trainedAlgorithmicMedia\n',
  ])('reads %j', (value) => {
    expect(findDigitalSourceType(value)?.term).toBe('trainedAlgorithmicMedia');
  });

  it.each([
    '',
    'somethingNew',
    'made with trainedAlgorithmicMedia',
    'http://example.com/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
    'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia?x',
    'trainedAlgorithmicMedia'.repeat(10_000),
  ])('takes %.80j for none', (value) => {
    expect(findDigitalSourceType(value)).toBeUndefined();
  });

  it('has each term once, and rules AI out for none that may hold it', () => {
    const terms = DIGITAL_SOURCE_TYPES.map(({ term }) => term.toLowerCase());
    expect(new Set(terms).size).toBe(terms.length);
    const mayHold = ['composite', 'digitalArt', 'screenCapture', 'virtualRecording', 'compositeSynthetic'];
    expect(mayHold.map((term) => findDigitalSourceType(term)?.rulesOutAi)).toEqual(mayHold.map(() => false));
  });
});
