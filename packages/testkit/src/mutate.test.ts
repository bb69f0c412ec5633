import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as mutate from './mutate.ts';

const RUN = { seed: 7, numRuns: 200 };
const file = Uint8Array.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);

describe('mutations', () => {
  it('change what they say and leave the original alone', () => {
    expect([...mutate.flipBit(file, 0, 3)]).toEqual([8, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect([...mutate.flipByte(file, 9)]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 246]);
    expect([...mutate.setByte(file, 1, 77)]).toEqual([0, 77, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect([...mutate.truncate(file, 3)]).toEqual([0, 1, 2]);
    expect([...mutate.insert(file, 10, [42])]).toEqual([...file, 42]);
    expect([...mutate.remove(file, { start: 1, length: 8 })]).toEqual([0, 9]);
    expect([...mutate.duplicate(file, { start: 8, length: 2 })]).toEqual([...file, 8, 9]);
    expect([...mutate.swap(file, { start: 6, length: 3 }, { start: 0, length: 1 })]).toEqual([
      6, 7, 8, 1, 2, 3, 4, 5, 0, 9,
    ]);
    expect([...file]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('change a character whatever it is', () => {
    expect(['A', 'B', 'a', '='].map((sign) => mutate.changeCharacter(`x${sign}y`, 1))).toEqual([
      'xBy',
      'xAy',
      'xAy',
      'xAy',
    ]);
    expect(() => mutate.changeCharacter('', 0)).toThrow(RangeError);
    expect(() => mutate.changeCharacter('ab', 2)).toThrow(RangeError);
  });

  it('refuse what lies outside', () => {
    expect(() => mutate.flipByte(file, 10)).toThrow(RangeError);
    expect(() => mutate.truncate(file, 11)).toThrow(RangeError);
    expect(() => mutate.insert(file, -1, [1])).toThrow(RangeError);
    expect(() => mutate.duplicate(file, { start: 9, length: 2 })).toThrow(RangeError);
    expect(() => mutate.swap(file, { start: 0, length: 5 }, { start: 4, length: 2 })).toThrow(RangeError);
  });

  it('turning a byte over twice gives the file back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), fc.nat(), (bytes, at) => {
        const offset = at % bytes.length;
        expect([...mutate.flipByte(mutate.flipByte(bytes, offset), offset)]).toEqual([...bytes]);
      }),
      RUN,
    );
  });
});

describe('coveredOffsets', () => {
  it('gives every offset outside the exclusions when there are few', () => {
    const exclusions = [
      { start: 6, length: 9 },
      { start: 1, length: 2 },
      { start: 2, length: 2 },
    ];
    expect(mutate.coveredOffsets(file, exclusions)).toEqual([0, 4, 5]);
  });

  it('samples the same different offsets for the same seed, none of them excluded', () => {
    const range = fc.record({ start: fc.nat(3000), length: fc.nat(300) });
    fc.assert(
      fc.property(fc.array(range, { maxLength: 8 }), fc.nat(), (exclusions, seed) => {
        const large = new Uint8Array(2000);
        const offsets = mutate.coveredOffsets(large, exclusions, { count: 50, seed });
        expect(offsets).toEqual(mutate.coveredOffsets(large, exclusions, { count: 50, seed }));
        expect(new Set(offsets).size).toBe(offsets.length);
        const excluded = (offset: number) => exclusions.some((e) => offset >= e.start && offset < e.start + e.length);
        expect(offsets.filter((offset) => offset >= large.length || excluded(offset))).toEqual([]);
        const covered = Array.from(large.keys()).filter((offset) => !excluded(offset)).length;
        expect(offsets.length).toBe(Math.min(50, covered));
      }),
      RUN,
    );
  });
});
