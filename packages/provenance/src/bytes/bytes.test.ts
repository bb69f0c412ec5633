import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Cursor } from './cursor.ts';
import { DecodeError } from './decode-error.ts';
import { toHex } from './hex.ts';
import { hasAscii, hasBytes } from './match.ts';
import { bufferSource, openFileSource } from './random-access.ts';

const BYTES = Uint8Array.from({ length: 100 }, (_, index) => index);

describe('random access', () => {
  const folder = mkdtempSync(join(tmpdir(), 'random-access-'));
  const path = join(folder, 'file');
  writeFileSync(path, BYTES);
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['buffer', () => bufferSource(BYTES)],
    ['file', () => openFileSource(path)],
  ])('reads a %s: whole, in the middle, short at the end, nothing behind it', (_, open) => {
    const source = open();
    expect(source.size).toBe(100);
    expect([...source.read(0, 100)]).toEqual([...BYTES]);
    expect([...source.read(10, 3)]).toEqual([10, 11, 12]);
    expect([...source.read(98, 10)]).toEqual([98, 99]);
    expect(source.read(100, 1)).toHaveLength(0);
    expect(source.read(2 ** 50, 2 ** 40)).toHaveLength(0);
    expect(() => source.read(-1, 1)).toThrow(RangeError);
    expect(() => source.read(0, Number.NaN)).toThrow(RangeError);
    source.close();
  });

  it('refuses what is not a regular file, and reading after the end of use', () => {
    expect(() => openFileSource(folder)).toThrow('not a regular file');
    const source = openFileSource(path);
    source.close();
    expect(() => source.read(0, 1)).toThrow('EBADF');
  });

  it('answers short when a file shrinks after it was opened', () => {
    const shrinking = join(folder, 'shrinking');
    writeFileSync(shrinking, BYTES);
    const source = openFileSource(shrinking);
    writeFileSync(shrinking, BYTES.subarray(0, 4));
    expect([...source.read(0, 100)]).toEqual([0, 1, 2, 3]);
    source.close();
  });
});

describe('cursor', () => {
  it('reads numbers, characters and views in both byte orders', () => {
    const cursor = new Cursor(Uint8Array.from([1, 1, 2, 0, 0, 1, 0, 0x61, 0x62, 0x63, 0x64, 9, 8]), { base: 1000 });
    expect([cursor.u8('a'), cursor.u16('b'), cursor.u32('c')]).toEqual([1, 258, 256]);
    expect(cursor.fourCc('type')).toBe('abcd');
    expect(cursor.offset).toBe(1011);
    expect(cursor.slice(2, 'rest')).toEqual(Uint8Array.of(9, 8));
    expect(cursor.remaining).toBe(0);
    expect(new Cursor(Uint8Array.of(1, 2), { littleEndian: true }).u16('x')).toBe(513);
    expect(new Cursor(Uint8Array.of(0, 0, 0, 1, 0, 0, 0, 0)).u64('x')).toBe(2 ** 32);
  });

  it('fails with the place and the name instead of leaving its window', () => {
    const window = BYTES.subarray(10, 13);
    const failures = [
      (cursor: Cursor) => cursor.u32('length'),
      (cursor: Cursor) => cursor.slice(4, 'length'),
      (cursor: Cursor) => cursor.skip(2 ** 40, 'length'),
      (cursor: Cursor) => cursor.skip(-1, 'length'),
      (cursor: Cursor) => cursor.slice(0.5, 'length'),
    ];
    for (const failure of failures) {
      const cursor = new Cursor(window, { base: 10 });
      expect(() => failure(cursor)).toThrow(new DecodeError('length: not enough bytes', 10));
      expect(cursor.remaining).toBe(3);
    }
  });

  it('refuses 64-bit numbers that a JavaScript number cannot hold', () => {
    const bytes = Uint8Array.of(0, 0x20, 0, 0, 0, 0, 0, 0);
    expect(() => new Cursor(bytes).u64('length')).toThrow('length: number too large at byte 0');
  });
});

it('matches bytes and text at a place, never past the end', () => {
  const bytes = Uint8Array.from([0x61, 0x62, 0x63]);
  expect([hasAscii(bytes, 1, 'bc'), hasAscii(bytes, 1, 'bcd'), hasAscii(bytes, 0, 'b')]).toEqual([true, false, false]);
  expect([hasBytes(bytes, 1, [0x62]), hasBytes(bytes, 2, [0x63, 0])]).toEqual([true, false]);
  expect(toHex(bytes.subarray(1))).toBe('6263');
});
