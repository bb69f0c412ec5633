import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeText, safeValue } from './safe-text.ts';
import { displayWidth } from './width.ts';

describe('safeText', () => {
  it.each([
    ['terminal sequences', 'a\u001B[2Jb', 'a\\u{1b}[2Jb'],
    ['line breaks and tabs', 'a\r\nb\tc', 'a\\u{d}\\u{a}b\\u{9}c'],
    ['C1 controls', 'a\u009B31mb', 'a\\u{9b}31mb'],
    ['bidi overrides', 'gpj\u202Eexe.jpg', 'gpj\\u{202e}exe.jpg'],
    ['bidi isolates and marks', '\u2066\u200F', '\\u{2066}\\u{200f}'],
    ['zero-width space and byte order mark', 'a\u200Bb\uFEFF', 'a\\u{200b}b\\u{feff}'],
    ['tag characters', 'a\u{E0041}', 'a\\u{e0041}'],
    ['line and paragraph separators', '\u2028\u2029', '\\u{2028}\\u{2029}'],
    ['lone surrogates', 'a\uD800b', 'a\\u{d800}b'],
    ['private use', '\uE000', '\\u{e000}'],
    ['fillers', '\u3164', '\\u{3164}'],
  ])('shows %s escaped', (_, text, shown) => {
    expect(safeText(text)).toBe(shown);
  });

  it.each(['Ünïcode', '内容凭证', 'עברית', '👩‍💻', 'नमस्ते', 'a\\u{1b}'])('leaves %s as it is', (text) => {
    expect(safeText(text)).toBe(text);
  });

  it('leaves nothing that drives a terminal, whatever comes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(safeText(text)).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
      }),
      { seed: 1 },
    );
  });
});

describe('safeValue', () => {
  it('cuts by columns, not by characters', () => {
    expect(safeValue('abcdef', 6)).toBe('abcdef');
    expect(safeValue('abcdefg', 6)).toBe('abcde…');
    expect(safeValue('签署者的名称', 6)).toBe('签署…');
  });

  it('never exceeds the columns, whatever comes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(displayWidth(safeValue(text, 40))).toBeLessThanOrEqual(40);
      }),
      { seed: 1 },
    );
  });
});
