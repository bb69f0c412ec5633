import { hostileTexts } from '@revera/testkit/sign';
import { describe, expect, it } from 'vitest';
import { cutText, visibleText } from './visible-text.ts';

const all = (): boolean => true;

describe('visibleText', () => {
  it.each(['a b.jpg', '图片　测试（一）.png', 'Ünïcode – “q” ½', '<b>&amp;</b>'])('leaves "%s" alone', (text) => {
    expect(visibleText(text, all)).toBe(text);
  });

  it.each([
    ['a\u202Eb', 'a〚U+202E〛b'],
    ['\u0000\u001B[31m', '〚U+0000 U+001B〛[31m'],
    ['a\nb\tc', 'a〚U+000A〛b〚U+0009〛c'],
    ['a\u00A0b\u2003c', 'a〚U+00A0〛b〚U+2003〛c'],
    ['e\u0301', 'e〚U+0301〛'],
    ['\u{E0041}', '〚U+E0041〛'],
    ['\uD800x', '〚U+D800〛x'],
    ['\uFEFF\uFFFE', '〚U+FEFF U+FFFE〛'],
  ])('writes what cannot be seen by number: %j', (text, shown) => {
    expect(visibleText(text, all)).toBe(shown);
  });

  it('writes what the font lacks by number', () => {
    expect(visibleText('aбв', (codePoint) => codePoint < 0x80)).toBe('a〚U+0431 U+0432〛');
  });

  it('lets nobody pretend an escape', () => {
    expect(visibleText('〚U+202E〛', all)).toBe('〚U+301A〛U+202E〚U+301B〛');
  });

  it.each(Object.entries(hostileTexts))('shows of "%s" nothing that steers', (_name, text) => {
    expect(visibleText(text, all)).toMatch(/^[^\p{C}\p{M}\p{Zl}\p{Zp}]*$/u);
  });
});

describe('cutText', () => {
  it.each([
    ['abc', 3, { text: 'abc', more: 0 }],
    ['abcd', 3, { text: 'abc', more: 1 }],
    ['', 0, { text: '', more: 0 }],
    ['😀😀😀', 2, { text: '😀😀', more: 1 }],
    ['😀😀', 2, { text: '😀😀', more: 0 }],
  ])('%s to %i characters', (text, max, cut) => {
    expect(cutText(text, max)).toEqual(cut);
  });
});
