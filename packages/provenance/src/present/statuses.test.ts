import { describe, expect, it } from 'vitest';
import { CREDENTIAL_STATUSES } from '../report.ts';
import {
  CONTENT_DECLARATIONS,
  INTEGRITY_STATUSES,
  METADATA_STATUSES,
  PROVENANCE_STATUSES,
  TRUST_STATUSES,
} from '../verdict/verdict.ts';
import { LANGUAGES } from './language.ts';
import { midSentence } from './status-words.ts';
import { shortWord, STATUSES, TONES, type StatusVocabularies, type StatusWord } from './statuses.ts';
import { words } from './words.ts';

type Vocabulary = keyof StatusVocabularies;

/** The values that are published as tables; the others exist as types, and the compiler counts them. */
const PUBLISHED: Partial<Record<Vocabulary, readonly string[]>> = {
  provenance: PROVENANCE_STATUSES,
  integrity: INTEGRITY_STATUSES,
  trust: TRUST_STATUSES,
  declaration: CONTENT_DECLARATIONS,
  metadata: METADATA_STATUSES,
  credential: CREDENTIAL_STATUSES,
};

const TONE_NAMES = ['good', 'partial', 'neutral', 'warning', 'bad'];

/** Every value of every vocabulary, as text that `it.each` prints. */
const VALUES = Object.entries(TONES).flatMap(([vocabulary, tones]) =>
  Object.keys(tones).map((value) => [vocabulary, value] as const),
);

function wordsOf(vocabulary: string): readonly (readonly [string, Partial<StatusWord>])[][] {
  return LANGUAGES.map((language) => {
    const table = Object.entries(STATUSES[language]).find(([name]) => name === vocabulary)?.[1] ?? {};
    return Object.entries<Partial<StatusWord>>(table);
  });
}

describe('the published statuses', () => {
  it.each(Object.entries(PUBLISHED))('%s are worded and coloured, no more and no fewer', (vocabulary, values) => {
    const sorted = values.toSorted();
    for (const entries of wordsOf(vocabulary)) expect(entries.map(([value]) => value).toSorted()).toEqual(sorted);
    expect(VALUES.flatMap(([name, value]) => (name === vocabulary ? [value] : [])).toSorted()).toEqual(sorted);
  });

  it.each(VALUES)('%s %s has a heading in both languages and a tone', (vocabulary, value) => {
    for (const entries of wordsOf(vocabulary)) {
      const word = entries.find(([name]) => name === value)?.[1];
      expect(word?.heading).toMatch(/\S/);
      expect(word?.heading).not.toMatch(/[.。]$/);
      expect(word?.short ?? 'none').toMatch(/\S/);
      expect(word?.text ?? 'none.').toMatch(/[.。]$/);
    }
    const tones = Object.entries<Readonly<Record<string, string>>>(TONES).find(([name]) => name === vocabulary)?.[1];
    expect(TONE_NAMES).toContain(tones?.[value]);
  });

  it.each(Object.keys(TONES))('%s: no two values look the same in a list', (vocabulary) => {
    for (const entries of wordsOf(vocabulary)) {
      const shown = entries.map(([, { heading = '', short }]) => short ?? heading);
      expect(new Set(shown).size).toBe(shown.length);
    }
  });

  it('Chinese is written with Chinese marks', () => {
    const [, chinese] = LANGUAGES.map((language) => JSON.stringify(STATUSES[language]));
    expect(chinese).not.toMatch(/[\u4e00-\u9fff][,;:?!()]/);
  });

  it('an expired credential is a caution, neither bad nor neutral', () => {
    expect(TONES.credential).toEqual({ active: 'good', suspended: 'warning', expired: 'warning', revoked: 'bad' });
  });

  it('only a trusted and intact credential is good as a whole', () => {
    const good = PROVENANCE_STATUSES.filter((status) => TONES.provenance[status] === 'good');
    expect(good).toEqual(['verified']);
  });
});

describe('shortWord', () => {
  it('is the heading where there is no shorter one', () => {
    expect(shortWord(STATUSES.en.provenance.binding_failed)).toBe('Content does not match');
    expect(shortWord(STATUSES.en.provenance.verified)).toBe('Credential verified');
  });
});

describe('the notes', () => {
  it.each(LANGUAGES)('in %s name a status as its table does', (language) => {
    const { notes } = words(language);
    const { provenance, integrity, declaration, metadata } = STATUSES[language];
    expect(notes.binding_failed.title).toBe(provenance.binding_failed.heading);
    expect(notes.content_differs.title).toBe(provenance.binding_failed.heading);
    expect(notes.signature_invalid.title).toBe(integrity.signature_invalid.heading);
    expect(notes.no_credential.title).toBe(integrity.no_credential.heading);
    expect(notes.declares_digital_creation.title).toContain(midSentence(declaration.digital_creation, language));
    expect(notes.declares_human_edited.title).toContain(midSentence(declaration.human_edited, language));
    expect(notes.metadata_captured.title).toContain(midSentence(metadata.captured, language));
  });
});
