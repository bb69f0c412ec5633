import { be16, concat, le16, type Bytes } from '@revera/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exifText } from './exif-text.ts';
import { decodeItemText } from './text-decoding.ts';

const [MAKE, COPYRIGHT, USER_COMMENT, XP_TITLE] = [0x010f, 0x8298, 0x9286, 0x9c9b];
const [BYTE, ASCII, UNDEFINED, UTF8] = [1, 2, 7, 129];

function read(tag: number, type: number, value: Uint8Array, littleEndian = true): string {
  const field = { directory: 'IFD0', tag, type, offset: 0, length: value.length, littleEndian } as const;
  const { skipped, bytes, encoding } = exifText(field, value);
  expect(value.subarray(skipped, skipped + bytes.length)).toEqual(bytes);
  return decodeItemText(bytes, encoding);
}

const comment = (value: Uint8Array, littleEndian?: boolean): string =>
  read(USER_COMMENT, UNDEFINED, value, littleEndian);
const unicode = (...units: Parameters<typeof concat>): Bytes => concat('UNICODE\0', ...units);
const codes = (text: string): number[] => Array.from(text, (char) => char.codePointAt(0) ?? 0);

describe('exifText', () => {
  it.each([
    ['of ASCII', MAKE, ASCII, 'GoPro\0\u0001\u0002rest', 'GoPro'],
    ['of UTF-8', MAKE, UTF8, 'GoPro\0rest', 'GoPro'],
    ['of ASCII that is nothing but its end', MAKE, ASCII, '\0rest', ''],
  ])('a text %s ends at its first zero', (_what, tag, type, value, expected) => {
    expect(read(tag, type, concat(value))).toBe(expected);
  });

  it('keeps both parts of a copyright, which Exif parts with a zero', () => {
    expect(read(COPYRIGHT, ASCII, concat('Ansel\0Editor\0\0'))).toBe('Ansel\0Editor');
  });

  it('only trims what is declared as bytes, whose zeros end nothing', () => {
    expect(read(MAKE, BYTE, concat('a\0b\0\0'))).toBe('a\0b');
    expect(read(XP_TITLE, BYTE, le16(...codes('ab'), 0))).toBe('ab');
  });

  it('ends a comment that says ASCII at its first zero', () => {
    expect(comment(concat('ASCII\0\0\0', 'a comment\0\u0007left over'))).toBe('a comment');
  });
});

describe('comments that say Unicode', () => {
  const LABEL = '{"AIGC":{"Label":"1"}}';

  it.each([
    ['ASCII', LABEL],
    ['ASCII of an odd length', `${LABEL} `],
    ['UTF-8', '人工智能生成的图片，{"AIGC":{}}'],
    ['UTF-8 without any ASCII', '人工智能生成合成'],
  ])('hold %s in bytes, as some writers leave it', (_what, text) => {
    for (const littleEndian of [true, false]) {
      expect(comment(unicode(text), littleEndian)).toBe(text);
      expect(comment(unicode(text, '\0\0\0'), littleEndian)).toBe(text);
    }
  });

  it.each([
    ['Latin letters', LABEL],
    ['Chinese', '人工智能生成合成内容，请注意。'],
    ['Chinese with digits behind', '人工智能生成合成内容2026'],
    ['a few characters whose halves are all letters', '慢慢'],
  ])('hold UTF-16 of %s in the order of the structure', (_what, text) => {
    expect(comment(unicode(le16(...codes(text))), true)).toBe(text);
    expect(comment(unicode(be16(...codes(text))), false)).toBe(text);
  });

  it('hold UTF-16 in the order that its zeros show, whatever the structure says', () => {
    const text = '猫, masterpiece';
    expect(comment(unicode(be16(...codes(text))), true)).toBe(text);
    expect(comment(unicode(le16(...codes(text))), false)).toBe(text);
  });

  it('are read as they were written, in every form', () => {
    const text = fc.string({ unit: 'grapheme-ascii', minLength: 8, maxLength: 60 });
    fc.assert(
      fc.property(text, fc.boolean(), (value, littleEndian) => {
        expect(comment(unicode(value), littleEndian)).toBe(value);
        expect(comment(unicode(le16(...codes(value))), littleEndian)).toBe(value);
        expect(comment(unicode(be16(...codes(value))), littleEndian)).toBe(value);
      }),
    );
  });

  it('that hold anything else harm nothing', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), fc.boolean(), (bytes, littleEndian) => {
        expect(typeof comment(unicode(bytes), littleEndian)).toBe('string');
      }),
    );
  });
});
