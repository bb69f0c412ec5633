import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayWidth } from './width.ts';
import { wrap } from './wrap.ts';

describe('displayWidth', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['内容', 4],
    ['ｱ', 1],
    ['Ａ', 2],
    ['한국', 4],
    ['e\u0301', 1],
    ['😀', 2],
    ['✔ VERIFIED', 10],
  ])('of %j is %i', (text, columns) => {
    expect(displayWidth(text)).toBe(columns);
  });
});

describe('wrap', () => {
  it('breaks between words', () => {
    expect(wrap('one two  three four', 9)).toEqual(['one two', 'three', 'four']);
  });

  it('breaks between wide characters by their width, and keeps punctuation off the start of a line', () => {
    expect(wrap('内容凭证已损坏。', 8)).toEqual(['内容凭证', '已损坏。']);
    expect(wrap('内容凭证。损坏', 8)).toEqual(['内容凭', '证。损坏']);
    expect(wrap('文件（图片）', 6)).toEqual(['文件', '（图', '片）']);
  });

  it('parts a word that is longer than a line', () => {
    expect(wrap('see https://example.org/abcdef', 10)).toEqual(['see', 'https://ex', 'ample.org/', 'abcdef']);
  });

  it('keeps the name of the standard in one line', () => {
    expect(wrap('label by GB 45438-2025 here', 16)).toEqual(['label by', 'GB 45438-2025', 'here']);
    expect(wrap('标识（GB 45438-2025）', 18)).toEqual(['标识', '（GB 45438-2025）']);
  });

  it('gives no line for nothing', () => {
    expect(wrap('', 10)).toEqual([]);
    expect(wrap('   ', 10)).toEqual([]);
  });

  it('never exceeds the columns and never loses a character', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ' ', '内', '。', '（', '“', '.', '😀') });
    fc.assert(
      fc.property(text, fc.integer({ min: 4, max: 30 }), (value, columns) => {
        const lines = wrap(value, columns);
        for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
        expect(lines.join('').replaceAll(' ', '')).toBe(value.replaceAll(' ', ''));
      }),
      { seed: 1 },
    );
  });
});
