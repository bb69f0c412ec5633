import { describe, expect, it } from 'vitest';
import { PartHeaders, type HeaderExcess } from './part-headers.ts';

const LIMITS = { maxBytes: 40, maxPairs: 2 };

function judge(chunks: readonly Buffer[]): HeaderExcess | null {
  const headers = new PartHeaders('B', LIMITS);
  for (const chunk of chunks) {
    const excess = headers.push(chunk);
    if (excess !== null) return excess;
  }
  return null;
}

const body = (headers: string, content = 'x', close = '\r\n--B--\r\n') =>
  Buffer.from(`--B\r\n${headers}\r\n\r\n${content}${close}`);

describe('the headers of parts', () => {
  it.each([
    ['as allowed', body('A: 1\r\nB: 2'), null],
    ['of exactly the limit', body(`A: ${'x'.repeat(35)}`), null],
    ['one byte above it', body(`A: ${'x'.repeat(36)}`), 'bytes'],
    ['without an end', Buffer.from(`--B\r\nA: ${'x'.repeat(100)}`), 'bytes'],
    ['one too many', body('A: 1\r\nB: 2\r\nC: 3'), 'pairs'],
    ['none, and none after it', Buffer.from('--B\r\n\r\nx\r\n--B\r\n\r\n\r\n--B--\r\n'), null],
    ['folded', body('A: 1\r\n 2\r\n\t3\r\nB: 4'), null],
    ['of the second part', Buffer.concat([body('A: 1', 'x', '\r\n'), body('A: 1\r\nB: 2\r\nC: 3')]), 'pairs'],
    ['that only look so, in a content', body('A: 1', `x--B\r\n${'y'.repeat(100)}`), null],
    ['that only look so, before the first part', Buffer.from(`A: ${'x'.repeat(100)}\r\n\r\n`), null],
    ['that only look so, after the last part', body('A: 1', 'x', `\r\n--B--\r\n--B\r\n${'y'.repeat(100)}`), null],
    [
      'after a part that ends within its headers',
      Buffer.from('--B\r\nA: 1\r\n--B\r\nA: 1\r\nB: 2\r\nC: 3\r\n\r\n'),
      'pairs',
    ],
  ] as const)('%s are judged the same however the body is cut', (_what, bytes, expected) => {
    expect(judge([bytes])).toBe(expected);
    expect(judge(Array.from(bytes, (byte) => Buffer.of(byte)))).toBe(expected);
    for (let at = 0; at <= bytes.length; at += 1) {
      expect([at, judge([bytes.subarray(0, at), bytes.subarray(at)])]).toEqual([at, expected]);
    }
  });
});
