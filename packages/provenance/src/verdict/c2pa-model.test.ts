import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { FIREFLY_2025, FLUX, type Made, VOLCENGINE, firefly, originOf, trained } from './test-histories.ts';

describe('a model', () => {
  const withVersion = (value: string) =>
    originOf({ ...FIREFLY_2025, actions: [trained('Adobe Firefly', firefly(value))] });
  it.each([
    ['3.0.0-release-firefly_v3-main', 'Firefly Image 3'],
    ['image5', 'Firefly Image 5'],
    ['2.0.1', 'Firefly 2.0.1'],
    ['firefly_v123', null],
    ['latest', null],
    [`1.${'0'.repeat(5_000)}`, null],
  ])('of Firefly with the version %j is %j', (value, model) => {
    expect(withVersion(value).source_model).toBe(model);
  });

  it.each([
    ['chirp-v4', 'v4'],
    ['chirp-v3-5', 'v3.5'],
    ['chirp-auk', 'v4.5'],
    ['chirp-bluejay', 'v4.5+'],
    ['chirp-fenix', 'v5.5'],
    ['chirp-hawk', 'v6'],
    ['chirp-goose', 'v6-mini'],
    ['chirp-carp', 'remaster'],
    ['chirp-newbird', 'chirp-newbird'],
    ['v7', 'v7'],
    ['<b>', null],
    [null, null],
  ])('of Suno with the version %j is %j', (version, model) => {
    expect(
      originOf({ info: 'Suno', assertions: [{ kind: 'suno_provenance', system: null, version }] }).source_model,
    ).toBe(model);
  });

  it.each([
    ['a prompt', '{"prompt":"a cat"}'],
    ['markup', '<img src=x>'],
    ['too long a text', 'm'.repeat(LIMITS.sourceNameChars + 1)],
  ])('is not %s', (_what, value) => {
    const parameter = { model_parameters: [{ key: 'model_name', value }] };
    expect(originOf({ ...VOLCENGINE, actions: [trained('Volcengine_Ark_CN', parameter)] }).source_model).toBe(null);
    expect(originOf({ ...FLUX, actions: [trained(`Flux.2 ${value}`)] }).source_model).toBe('Flux.2');
    const asserted: Made = {
      ...FLUX,
      actions: [trained(null)],
      assertions: [{ kind: 'ai_generated_content', model: value, ai_generated: true }],
    };
    expect(originOf(asserted).source_model).toBe(null);
  });

  it('is not made of a version that is no version, nor named twice', () => {
    const model = (name: string, software_agent_version: string) =>
      originOf({ actions: [trained(name, { software_agent_version })] }).source_model;
    expect(model('gpt-image', 'b15e8a4 20250724 mac')).toBe('gpt-image');
    expect(model('gpt-image 2.0', '2.0')).toBe('gpt-image 2.0');
  });
});
