import { describe, expect, it } from 'vitest';
import { impliedDeclaration, onlyPassesOn, statementOf } from './c2pa-statement.ts';
import { BING, type Made, SUNO, did, manifestsOf, plain } from './test-histories.ts';

const NOT_EDITORIAL = [
  'opened',
  'converted',
  'transcoded',
  'repackaged',
  'published',
  'resized',
  'resized.proportional',
  'edited.metadata',
  'enhanced',
  'watermarked',
  'watermarked.bound',
  'watermarked.unbound',
  'redacted',
];

describe('generation without a source type', () => {
  const implied = (made: Made) => manifestsOf(made).map((entry) => impliedDeclaration(entry))[0];

  it.each([
    ['a generator that created it', BING],
    [
      'the words of Microsoft on the action',
      { actions: [did('created', null, null, { description: 'AI Generated Image' })] },
    ],
    ['an assertion', { assertions: [{ kind: 'ai_generated_content', model: null, ai_generated: true }] }],
    ['the assertion of Suno', SUNO],
  ] satisfies [string, Made][])('is implied by %s', (_what, made) => {
    expect(implied(made)).toBe('ai_generated');
  });

  it.each([
    ['an editor that created it', { actions: [did('created', 'Some Editor', null)] }],
    ['a generator that edited it', { actions: [did('edited', 'DALL·E', null)] }],
    ['a generator as claim generator', { info: 'Dreamina', actions: plain('created') }],
    ['the words on another action', { actions: [did('edited', null, null, { description: 'AI Generated Image' })] }],
    [
      'the words inside other words',
      { actions: [did('created', null, null, { description: 'No AI Generated Image' })] },
    ],
    [
      'an assertion that denies it',
      { assertions: [{ kind: 'ai_generated_content', model: 'x', ai_generated: false }] },
    ],
    ['a manifest with a source type of its own', { actions: [did('created', 'DALL·E', 'digitalCapture')] }],
  ] satisfies [string, Made][])('is not implied by %s', (_what, made) => {
    expect(implied(made)).toBe(null);
  });
});

describe('what a manifest states', () => {
  const stated = (made: Made) => manifestsOf(made).map(statementOf)[0];

  it('is the strongest of its actions, with the action that says it', () => {
    const made = {
      actions: [
        did('created', 'Camera', 'digitalCapture'),
        did('edited', null, 'compositeWithTrainedAlgorithmicMedia'),
        did('edited', 'Engine', 'compositeSynthetic'),
      ],
    };
    expect(stated(made)).toMatchObject({ declares: 'ai_edited', action: { software_agent: 'Engine' } });
  });

  it('is an edit when a generator did anything but create', () => {
    expect(stated({ actions: [did('placed', null, 'trainedAlgorithmicMedia')] })).toMatchObject({
      declares: 'ai_edited',
    });
    expect(stated({ actions: [did('created', null, 'trainedAlgorithmicMedia')] })).toMatchObject({
      declares: 'ai_generated',
    });
  });

  it('is nothing when there is no type, or one that says nothing', () => {
    expect(stated({})).toEqual({ declares: null, action: null });
    expect(stated({ actions: [did('created', null, 'empty')] })).toMatchObject({ declares: null });
    expect(stated({ actions: [did('edited', null, 'somethingNew')] })).toMatchObject({ declares: null });
  });
});

describe('a manifest that only passes content on', () => {
  const passesOn = (made: Made) => manifestsOf(made).map((entry) => onlyPassesOn(entry, statementOf(entry)))[0];

  it.each(NOT_EDITORIAL.map((name) => [name]))('may have the action %s', (name) => {
    expect(passesOn({ actions: plain('opened', name) })).toBe(true);
    expect(passesOn({ actions: plain('opened', name, 'cropped') })).toBe(false);
  });

  it('declares nothing, and has an action or is an update', () => {
    expect(passesOn({ actions: [did('opened', null, 'compositeSynthetic')] })).toBe(false);
    expect(passesOn({})).toBe(false);
    expect(passesOn({ changes: { is_update_manifest: true } })).toBe(true);
  });
});
