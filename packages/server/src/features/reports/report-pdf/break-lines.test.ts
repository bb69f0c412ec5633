import { describe, expect, it } from 'vitest';
import { breakLines } from './break-lines.ts';

/** Chinese characters and their punctuation are twice as wide as others. */
const measure = (character: string): number => (/[\u3000-\u9FFF\uFF00-\uFFEF]/u.test(character) ? 2 : 1);
const lines = (text: string, width: number): string[] => breakLines(text, width, measure);

describe('breakLines', () => {
  it.each([
    ['words at spaces', 'one two three', 8, ['one two', 'three']],
    ['nothing that fits', 'one two', 7, ['one two']],
    ['an empty text into one empty line', '', 5, ['']],
    ['Chinese anywhere', '内容凭证已验证', 6, ['内容凭', '证已验', '证']],
    ['no closing sign to the next line', '内容凭证，有效', 8, ['内容凭', '证，有效']],
    ['no opening sign at the end', '内容（凭证）', 6, ['内容', '（凭', '证）']],
    ['addresses at their joints', 'http://a.example/bbbb/cccc', 18, ['http://a.example/', 'bbbb/cccc']],
    ['what has no joint where it must', 'abcdefghij', 4, ['abcd', 'efgh', 'ij']],
    ['a long word behind a short one at a joint', 'to aaaa-bbbb-cccc', 12, ['to aaaa-', 'bbbb-cccc']],
    ['nothing within the name of the standard', 'label GB 45438-2025', 14, ['label', 'GB 45438-2025']],
    ['nothing within it in Chinese', '标识（GB 45438-2025）', 17, ['标识', '（GB 45438-2025）']],
    ['the name of the standard at last', 'GB 45438-2025', 8, ['GB 45438', '-2025']],
    ['spaces at the end of a line away', 'one    two', 5, ['one', 'two']],
  ])('breaks %s', (_what, text, width, expected) => {
    expect(lines(text, width)).toEqual(expected);
  });

  it('loses no character and is never wider, whatever the text', () => {
    const text = 'ab-cd（内容）。e/f,g 凭证“甲”h'.repeat(20);
    for (const width of [2, 3, 5, 8, 13, 21]) {
      const broken = lines(text, width);
      expect(broken.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      expect(
        Math.max(...broken.map((line) => Array.from(line).reduce((sum, one) => sum + measure(one), 0))),
      ).toBeLessThanOrEqual(width);
    }
  });

  it('goes on when one character is wider than the line', () => {
    expect(lines('内容', 1)).toEqual(['内', '容']);
  });
});
