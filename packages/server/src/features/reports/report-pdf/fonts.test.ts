import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../shared/language.ts';
import { REPORT_WORDS } from '../../../shared/report-words.ts';
import { STATUSES } from '../../../shared/statuses.ts';
import { readCoverage } from './coverage.ts';
import { openFonts } from './fonts.ts';
import { visibleText } from './visible-text.ts';

const { regular, covers } = openFonts();

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

describe('the fonts of the report', () => {
  it.each(LANGUAGES)('have every character of the words, and of the words of every status, in %s', (language) => {
    const texts = [...textsOf(REPORT_WORDS[language]), ...textsOf(STATUSES[language])];
    expect(texts.length).toBeGreaterThan(250);
    for (const text of texts) expect(visibleText(text, covers)).toBe(text);
  });

  it.each(['A', 'é', '中', '龥', '〇', '，', '✓', '×', 'Ж', 'あ'])('have %s', (character) => {
    expect(covers(character.codePointAt(0) ?? 0)).toBe(true);
  });

  it.each(['\u0301', '\u{1F600}', '\u{10FFFF}', '\u0627'])('lack %j', (character) => {
    expect(covers(character.codePointAt(0) ?? 0)).toBe(false);
  });
});

describe('readCoverage', () => {
  it('refuses a font without a character map', () => {
    const font = Buffer.from(regular.subarray(0, 4_096));
    for (let at = 12; at < 300; at += 16) if (font.toString('latin1', at, at + 4) === 'cmap') font.write('xxxx', at);
    expect(() => readCoverage(font)).toThrow('the font has no table cmap');
  });

  it('refuses a character map of another format', () => {
    const font = Buffer.alloc(64);
    font.writeUInt16BE(1, 4);
    font.write('cmap', 12);
    font.writeUInt32BE(28, 20);
    font.writeUInt16BE(1, 30);
    font.writeUInt32BE(12, 36);
    font.writeUInt16BE(4, 40);
    expect(() => readCoverage(font)).toThrow('format 12');
  });
});
