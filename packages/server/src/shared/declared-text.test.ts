import { hostileTexts } from '@revera/testkit/sign';
import { describe, expect, it } from 'vitest';
import { declaredText, nameText } from './declared-text.ts';

const schema = declaredText('a text');
const accepts = (text: string) => schema.safeParse(text).success;

describe('a declared text', () => {
  it('is empty when it is left out', () => {
    expect(schema.parse(undefined)).toBe('');
  });

  it.each(['', 'Painter 3.1', '绘图软件', 'Łódź & Söhne <b>', 'עברית', '👩‍🎨 ✓', 'a\u200bb', 'e\u0301'])(
    'may be %j, and stays as it is',
    (text) => {
      expect(schema.parse(text)).toBe(text);
    },
  );

  it('has at most 200 characters', () => {
    expect([accepts('字'.repeat(200)), accepts('字'.repeat(201))]).toEqual([true, false]);
  });

  const points = [0x00, 0x09, 0x0a, 0x0d, 0x1b, 0x1f, 0x7f, 0x85, 0x9f, 0x2028, 0x2029];
  const bidi = [0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069];
  it.each([...points, ...bidi].map((point) => point.toString(16)))('has no U+%s', (point) => {
    const character = String.fromCodePoint(Number.parseInt(point, 16));
    for (const text of [character, `a${character}b`, `${character}a`]) expect(accepts(text)).toBe(false);
  });

  it('has no half of a surrogate pair', () => {
    expect([accepts('\ud83d'), accepts('a\ude00'), accepts('\ud83d\ude00')]).toEqual([false, false, true]);
  });

  it.each(['bidi', 'control', 'newlines', 'long', 'combining'] as const)('is not hostile: %s', (name) => {
    expect(accepts(hostileTexts[name])).toBe(false);
  });
});

describe('a name', () => {
  const name = nameText('a name');

  it('is without the space around it, and not empty', () => {
    expect(name.parse('  绘图 & Söhne ')).toBe('绘图 & Söhne');
    for (const text of [undefined, '', '  ', '\u3000', '\u200b\u2060'])
      expect(name.safeParse(text).success).toBe(false);
  });

  it('has at most 100 characters', () => {
    expect([name.safeParse('字'.repeat(100)).success, name.safeParse('字'.repeat(101)).success]).toEqual([true, false]);
  });

  it.each(['a\u0000b', 'a\nb', 'a\u202eb', 'a\u2028b', 'a\ud83d'])('is not deceptive: %j', (text) => {
    expect(name.safeParse(text).success).toBe(false);
  });
});
