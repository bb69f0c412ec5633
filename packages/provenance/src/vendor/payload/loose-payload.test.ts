import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../limits.ts';
import { readSettings, settingsLines } from './infotext.ts';
import { checkJson, parsePayload } from '../../media/loose-payload.ts';
import { isWeightFile, modelName, modelOfPath } from './model-name.ts';
import { PayloadFields } from './payload-fields.ts';
import { readPayloads } from './read-payloads.ts';
import { exif, field, infotext, parameters, UUID } from './test-fields.ts';

describe('parsePayload', () => {
  it.each([
    ['as it is', '{"a":[1,{"b":"c"}]}', { a: [1, { b: 'c' }] }],
    ['what is no number', '{"a":NaN,"b":[-Infinity , Infinity]}', { a: null, b: [null, null] }],
    ['but not in strings', '{"NaN":"Infinity \\" NaN"}', { NaN: 'Infinity " NaN' }],
    ['zeros behind', '{"a":1}\0\0\0', { a: 1 }],
    ['blanks around', ' \n{"a":1}\n', { a: 1 }],
    ['the last of equal keys', '{"a":1,"a":2}', { a: 2 }],
    ['a list', '[1]', null],
    ['a number', '1', null],
    ['prose', 'a boat', null],
    ['cut off', '{"a":"b', null],
    ['more behind it', '{"a":1} x', null],
    ['a word that only begins so', '{"a":NaNny}', null],
  ])('%s', (_title, text, expected) => {
    expect(parsePayload(text)).toEqual(expected);
  });

  it('stops at the first bracket too many (H9)', () => {
    const nested = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);
    expect(parsePayload(nested(LIMITS.vendorJsonDepth))).not.toBeNull();
    expect(parsePayload(nested(LIMITS.vendorJsonDepth + 1))).toBeNull();
    expect(checkJson(nested(100_000))).toEqual({ refusedAt: 5 * LIMITS.vendorJsonDepth });
    expect(checkJson(`{"a":${'['.repeat(100_000)}`)).toEqual({ refusedAt: 5 + LIMITS.vendorJsonDepth - 1 });
    expect(readPayloads([field('png', 'prompt', nested(100_000))])).toEqual([]);
  });

  it('reads no more than one text, and one file, may have', () => {
    const ofLength = (length: number, index = 0): string => `{"a":"${String(index).padEnd(length - 8, 'x')}"}`;
    expect(parsePayload(ofLength(LIMITS.vendorPayloadChars))).not.toBeNull();
    expect(parsePayload(ofLength(LIMITS.vendorPayloadChars + 1))).toBeNull();
    const fields = Array.from({ length: 9 }, (_, i) => field('png', 'prompt', ofLength(LIMITS.vendorPayloadChars, i)));
    const payloads = new PayloadFields(fields);
    const read = fields.filter((one) => payloads.payload(one) !== null);
    expect(read).toHaveLength(LIMITS.vendorPayloadsChars / LIMITS.vendorPayloadChars);
    expect(payloads.parsedChars).toBe(LIMITS.vendorPayloadsChars);
    // What was read is known, and asked again it costs nothing.
    expect(read.every((one) => payloads.payload(one) !== null)).toBe(true);
    expect(payloads.parsedChars).toBe(LIMITS.vendorPayloadsChars);
  });
});

describe('readSettings', () => {
  it('looks at the end of a text only (H10)', () => {
    const line = infotext().split('\n').at(-1) ?? '';
    const behind = (length: number): string => `${line}\n${'x'.repeat(length)}`;
    expect(readSettings(behind(LIMITS.vendorInfotextChars - 1))?.get('Seed')).toBe('1');
    expect(readSettings(behind(LIMITS.vendorInfotextChars))).toBeNull();
    expect(readSettings('x\n'.repeat(1_500_000))).toBeNull();
    expect([...settingsLines('x\n'.repeat(1_500_000))].length).toBeLessThanOrEqual(LIMITS.vendorInfotextChars / 2 + 1);
    expect([...settingsLines('x'.repeat(3_000_000))].map(({ length }) => length)).toEqual([LIMITS.vendorInfotextChars]);
  });

  it('reads the beginning of a very long line (H10)', () => {
    const long = infotext(`Version: v1.9.4, Note: ${'x'.repeat(1_000_000)}`);
    expect(readSettings(long)?.get('Version')).toBe('v1.9.4');
  });

  it('takes the last of several lines, and lines of other systems', () => {
    const first = infotext('Version: v1.1');
    expect(readSettings(`${first}\n${infotext('Version: v1.2')}`)?.get('Version')).toBe('v1.2');
    expect(readSettings(`${first}\nTemplate: a red boat`)?.get('Version')).toBe('v1.1');
    expect(readSettings(first.replaceAll('\n', '\r\n'))?.get('Version')).toBe('v1.1');
    expect(readSettings('')).toBeNull();
  });

  it.each([
    ['an open quote', 'Note: "a, Version: v1.9.4'],
    ['open quotes, each of which hides the others', `${'a:\\",'.repeat(10_000)} Version: v1.9.4`],
    ['quotes alone', `${'": '.repeat(20_000)}, Version: v1.9.4`],
  ])('is not led astray by %s', (_title, more) => {
    expect(readSettings(infotext(more))?.get('Version')).toBe('v1.9.4');
  });

  it('does not look for a signature without its artist, nor at a text longer than any (H10)', () => {
    const long = `Signature: ${'A'.repeat(3_000_000)}`;
    expect(readPayloads(exif({ ImageDescription: long }))).toEqual([]);
    expect(readPayloads(exif({ ImageDescription: long, Artist: UUID }))).toEqual([]);
    expect(readPayloads(parameters('x'.repeat(3_000_000)))).toEqual([]);
  });
});

describe('modelName', () => {
  it.each([
    ['a/b\\c.safetensors', 'c'],
    ['c.CKPT', 'c'],
    ['sd_xl_base_1.0', 'sd_xl_base_1.0'],
    ['a\u202Etxet\u0007.gguf', 'atxet'],
    ['x'.repeat(100), 'x'.repeat(64)],
    ['.safetensors', null],
    [' \0\u200b', null],
    ['folder/', null],
  ])('%j', (path, expected) => {
    expect(modelOfPath(path)).toBe(expected);
  });

  it('keeps a title whole, and cuts no character in two', () => {
    expect(modelName('one/two v1')).toBe('one/two v1');
    expect(modelName(`${'x'.repeat(63)}\u{1F6A2}`)).toBe(`${'x'.repeat(63)}\uFFFD`);
    expect(modelName(null)).toBeNull();
    expect(isWeightFile('a.pth') && !isWeightFile('a.png') && !isWeightFile(`${'a'.repeat(2_000)}.pth`)).toBe(true);
  });
});
