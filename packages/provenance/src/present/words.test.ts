import { describe, expect, it } from 'vitest';
import { NOTE_CODES } from '../verdict/note-codes.ts';
import { LANGUAGES } from './language.ts';
import { wordNote, words } from './words.ts';

const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').toSorted();

describe('the words of a result', () => {
  it.each(NOTE_CODES)('%s is said in every language with the same values', (code) => {
    const said = LANGUAGES.map((language) => words(language).notes[code]);
    for (const { title, text } of said) {
      expect(title.trim()).not.toBe('');
      expect(text.trim()).not.toBe('');
    }
    const values = said.map(({ title, text }) => placeholders(`${title} ${text}`));
    expect(new Set(values.map((list) => list.join())).size).toBe(1);
  });

  it('puts values in as they are and leaves an unknown one visible', () => {
    const hostile = '<b>{time}</b>';
    const worded = wordNote({ code: 'binding_failed', level: 'critical', values: { signer: hostile } }, 'en');
    expect(worded.text).toContain('“<b>{time}</b>” signed something else');
    expect(wordNote({ code: 'time_stamped', level: 'good', values: {} }, 'en').text).toContain('{time}');
  });
});
