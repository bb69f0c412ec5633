import { describe, expect, it } from 'vitest';
import { findMessageEnd } from './message-end.ts';

/** The last block of a message of that many bytes, with its length. */
function lastBlock(contentBytes: number, messageBytes: number): Buffer {
  const block = Buffer.alloc(64);
  block.fill(7, 0, contentBytes);
  block[contentBytes] = 0x80;
  block.writeBigUInt64BE(BigInt(messageBytes) * 8n, 56);
  return block;
}
const TAIL = Buffer.alloc(64, 9);

describe('the end of a message', () => {
  it.each([
    ['short', 64],
    ['of more than 2^32 bits', 2 ** 29 + 64],
    ['of more than 2^50 bits', 2 ** 47 + 64],
  ])('is found in one that is %s', (_what, totalBytes) => {
    expect(findMessageEnd(TAIL, lastBlock(10, totalBytes + 10), totalBytes)).toBe(74);
    expect(findMessageEnd(TAIL, lastBlock(0, totalBytes), totalBytes)).toBe(64);
    expect(findMessageEnd(TAIL, lastBlock(55, totalBytes + 55), totalBytes)).toBe(119);
    // The same length but for its high word.
    expect(findMessageEnd(TAIL, lastBlock(10, totalBytes + 10 + 2 ** 29), totalBytes)).toBe(null);
  });

  it('is found where the padding begins in the block before', () => {
    const tail = Buffer.alloc(64, 9);
    tail[60] = 0x80;
    tail.fill(0, 61);
    const block = Buffer.alloc(64);
    block.writeBigUInt64BE(60n * 8n, 56);
    expect(findMessageEnd(tail, block, 64)).toBe(60);
    tail[62] = 1;
    expect(findMessageEnd(tail, block, 64)).toBe(null);
  });

  it.each([
    ['a length that is one too small', (block: Buffer) => block.writeUInt8((block[63] ?? 0) - 8, 63)],
    ['a length that is no whole bytes', (block: Buffer) => block.writeUInt8((block[63] ?? 0) + 1, 63)],
    ['a length beyond all numbers', (block: Buffer) => block.fill(0xff, 56)],
    ['another byte than 0x80', (block: Buffer) => block.writeUInt8(0x81, 10)],
    ['a byte that is not zero', (block: Buffer) => block.writeUInt8(1, 55)],
  ])('is not seen with %s', (_what, spoil) => {
    const block = lastBlock(10, 74);
    spoil(block);
    expect(findMessageEnd(TAIL, block, 64)).toBe(null);
  });
});
