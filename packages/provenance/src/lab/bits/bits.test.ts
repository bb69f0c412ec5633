import { describe, expect, it } from 'vitest';
import { DecodeError } from '../../bytes/decode-error.ts';
import { leb128, obusIn } from './av1.ts';
import { BitReader } from './bit-reader.ts';
import { nalsByLength, nalsByStartCode, withoutEscapes } from './nal.ts';
import { seiMessages } from './sei.ts';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

describe('bits', () => {
  it('reads numbers and Golomb codes of both kinds', () => {
    // 1 | 010 | 011 | 00100 | 00101
    const bits = new BitReader(bytes(0b1010_0110, 0b0100_0010, 0b1000_0000), 'test');
    expect([bits.ue(), bits.ue(), bits.ue(), bits.ue(), bits.se()]).toEqual([0, 1, 2, 3, -2]);
  });

  it('fails at the end and at numbers without one', () => {
    expect(() => new BitReader(bytes(1), 'test').u(9)).toThrow(DecodeError);
    expect(() => new BitReader(new Uint8Array(9), 'test').ue()).toThrow(DecodeError);
  });

  it('tells the stop bit from content', () => {
    expect(new BitReader(bytes(0x80, 0), 'test').hasMore()).toBe(false);
    expect(new BitReader(bytes(0xc0), 'test').hasMore()).toBe(true);
  });
});

describe('units', () => {
  it('removes what protects start codes, and nothing else', () => {
    expect([...withoutEscapes(bytes(0, 0, 3, 1, 0, 3, 0, 0, 3))]).toEqual([0, 0, 1, 0, 3, 0, 0]);
  });

  it('stops at lengths of zero and beyond the sample', () => {
    expect(nalsByLength(bytes(0, 0, 0, 1, 9, 0, 0, 0, 0, 1), 4, 10)).toMatchObject({ wellFormed: false });
    expect(nalsByLength(bytes(255, 255, 255, 255, 9), 4, 5)).toEqual({ nals: [], wellFormed: false });
    expect(nalsByLength(bytes(0, 2, 9, 8), 2, 4)).toMatchObject({ wellFormed: true });
  });

  it('finds those behind start codes, without the zeros between them', () => {
    const nals = nalsByStartCode(bytes(0, 0, 0, 1, 9, 1, 0, 0, 1, 6, 0, 0));
    expect(nals.map((nal) => [nal.offset, ...nal.bytes])).toEqual([
      [4, 9, 1],
      [9, 6],
    ]);
  });
});

describe('messages', () => {
  it('adds up types and sizes, and ends at the stop bit', () => {
    const payload = new Uint8Array(256).fill(7);
    const [first, ...rest] = seiMessages(Uint8Array.from([5, 255, 1, ...payload, 0x80]));
    expect(first).toMatchObject({ type: 5, size: 256, truncated: false });
    expect(rest).toEqual([]);
  });

  it('keeps what there is of one that claims too much', () => {
    expect(seiMessages(bytes(5, 200, 1, 2, 3))).toMatchObject([{ type: 5, size: 200, truncated: true }]);
  });
});

describe('AV1', () => {
  it('reads units with sizes, and stops where one leads out', () => {
    expect(obusIn(bytes(0x0a, 1, 7, 0x32, 9, 1)).map(({ type }) => type)).toEqual([1, 6]);
    expect(obusIn(bytes(0x8a, 1, 7))).toEqual([]);
  });

  it('refuses numbers that do not end', () => {
    expect(leb128(bytes(0xe5, 0x8e, 0x26), 0)).toEqual({ value: 624_485, next: 3 });
    expect(leb128(new Uint8Array(9).fill(0x80), 0)).toBeNull();
  });
});
