import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { decodeGenerators, decodeNamingAssertions } from './decode-naming.ts';

describe('the generators of a claim', () => {
  it('are a list in claims of version 1 and one entry in version 2', () => {
    expect(decodeGenerators([{ name: 'Editor', version: '1' }, { name: 'c2pa-rs' }])).toEqual([
      { name: 'Editor', version: '1', model: null },
      { name: 'c2pa-rs', version: null, model: null },
    ]);
    expect(decodeGenerators({ name: 'Camera' })).toEqual([{ name: 'Camera', version: null, model: null }]);
  });

  it('begin with what the entry of this product states for its caller', () => {
    const own = { name: 'Revera', version: '0.1', 'revera.generator': 'Studio', 'revera.model': 'm-1' };
    expect(decodeGenerators(own)).toEqual([
      { name: 'Studio', version: null, model: 'm-1' },
      { name: 'Revera', version: '0.1', model: null },
    ]);
    expect(decodeGenerators({ name: 'Revera', 'revera.model': 3 })).toEqual([
      { name: 'Revera', version: null, model: null },
    ]);
  });

  it('are none when nothing is named, and no more than a bound', () => {
    expect(decodeGenerators(undefined)).toEqual([]);
    expect(decodeGenerators([{}, null, 3, { name: '' }])).toEqual([]);
    const many = Array.from({ length: LIMITS.factGenerators + 1 }, () => ({ name: 'x'.repeat(1_000) }));
    expect(decodeGenerators(many)).toEqual(
      Array.from({ length: LIMITS.factGenerators }, () => ({
        name: 'x'.repeat(LIMITS.factNameChars),
        version: null,
        model: null,
      })),
    );
  });
});

describe('assertions that name a generator or a device', () => {
  it('are read by their label, in further instances too', () => {
    expect(
      decodeNamingAssertions({
        'c2pa.ai_generated_content': { model: 'Flux.2', prompt: 'a cat', ai_generated: true },
        'com.suno.provenance': { systemName: 'Suno', systemVersion: 'chirp-crow' },
        'stds.exif': { 'EXIF:GPSLatitude': '43.1' },
        'stds.exif__1': { 'EXIF:Make': 'Google', 'EXIF:Model': 'Pixel 5' },
        'c2pa.metadata': { 'tiff:Make': 'NIKON CORPORATION', 'tiff:Model': 'NIKON Z 9', 'exif:SerialNumber': '1' },
      }),
    ).toEqual([
      { kind: 'ai_generated_content', model: 'Flux.2', ai_generated: true },
      { kind: 'suno_provenance', system: 'Suno', version: 'chirp-crow' },
      { kind: 'device', make: 'Google', model: 'Pixel 5' },
      { kind: 'device', make: 'NIKON CORPORATION', model: 'NIKON Z 9' },
    ]);
  });

  it('are not those whose label only begins alike, and true is nothing but true', () => {
    expect(
      decodeNamingAssertions({
        'stds.exifish': { 'EXIF:Make': 'Google' },
        'com.suno.provenance.other': { systemName: 'Suno' },
        'c2pa.ai_generated_content': { model: 7, ai_generated: 'true' },
      }),
    ).toEqual([{ kind: 'ai_generated_content', model: null, ai_generated: false }]);
  });

  it('are so many and no more', () => {
    const many = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`stds.exif__${index}`, { 'EXIF:Make': 'Make' }]),
    );
    expect(decodeNamingAssertions(many)).toHaveLength(LIMITS.factNamingAssertions);
  });

  it('never throw, whatever they hold', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        decodeNamingAssertions({
          'stds.exif': value,
          'com.suno.provenance': value,
          'c2pa.ai_generated_content': value,
        });
        decodeGenerators(value);
      }),
      { seed: 20_261_121, numRuns: 300 },
    );
  });
});
