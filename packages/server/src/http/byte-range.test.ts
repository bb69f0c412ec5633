import { describe, expect, it } from 'vitest';
import { matchesEtag, parseByteRange } from './byte-range.ts';

describe('parseByteRange', () => {
  it.each([
    ['bytes=0-0', 10, { start: 0, end: 0 }],
    ['bytes=0-9', 10, { start: 0, end: 9 }],
    ['bytes=9-9', 10, { start: 9, end: 9 }],
    ['bytes=3-', 10, { start: 3, end: 9 }],
    ['bytes=3-100', 10, { start: 3, end: 9 }],
    ['bytes=-1', 10, { start: 9, end: 9 }],
    ['bytes=-10', 10, { start: 0, end: 9 }],
    ['bytes=-11', 10, { start: 0, end: 9 }],
    [' BYTES=1-2 ', 10, { start: 1, end: 2 }],
    ['bytes=0-999999999999999', 10, { start: 0, end: 9 }],
    [undefined, 10, 'whole'],
    ['', 10, 'whole'],
    ['bytes=-', 10, 'whole'],
    ['bytes=5-4', 10, 'whole'],
    ['bytes=0-1,3-4', 10, 'whole'],
    ['bytes=0-1, 3-4', 10, 'whole'],
    ['items=0-1', 10, 'whole'],
    ['bytes 0-1', 10, 'whole'],
    ['bytes=-1-2', 10, 'whole'],
    ['bytes=0x1-2', 10, 'whole'],
    ['bytes=1e1-', 10, 'whole'],
    ['bytes=9999999999999999-', 10, 'whole'],
    ['bytes=10-', 10, 'unsatisfiable'],
    ['bytes=10-10', 10, 'unsatisfiable'],
    ['bytes=-0', 10, 'unsatisfiable'],
    ['bytes=0-', 0, 'unsatisfiable'],
    ['bytes=-1', 0, 'unsatisfiable'],
  ] as const)('%j of %d bytes', (header, size, expected) => {
    expect(parseByteRange(header, size)).toEqual(expected);
  });

  it('answers a range within the body, or none, for whatever is sent', () => {
    const words = ['bytes', '=', '-', ',', ' ', '0', '1', '7', '99', '00', '\u0000', 'é'];
    for (let n = 0; n < 5_000; n++) {
      const header = Array.from({ length: 6 }, (_, at) => words[(n * (at * 7 + 3) + at * at) % words.length]).join('');
      const range = parseByteRange(`bytes=${header}`, 8);
      if (typeof range === 'string') continue;
      expect([header, range.start >= 0 && range.start <= range.end && range.end < 8]).toEqual([header, true]);
    }
  });
});

describe('matchesEtag', () => {
  it.each([
    [undefined, false],
    ['', false],
    ['"a"', true],
    ['W/"a"', true],
    ['"b", "a"', true],
    ['"b",W/"a"', true],
    ['*', true],
    ['"b"', false],
    ['a', false],
    ['"A"', false],
    ['w/"a"', false],
  ])('%j is %s', (header, expected) => {
    expect(matchesEtag(header, '"a"')).toBe(expected);
  });
});
