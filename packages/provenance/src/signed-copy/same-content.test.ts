import { describe, expect, it } from 'vitest';
import { bufferSource, type RandomAccess } from '../bytes/random-access.ts';
import { LIMITS } from '../limits.ts';
import { isSameContent, splicedContent } from './same-content.ts';

const PIECE = LIMITS.copyPieceBytes;
/** Several pieces, none of which is like another. */
const LARGE = Buffer.alloc(3 * PIECE + 5);
for (let at = 0; at < LARGE.length; at += 4_096) LARGE.writeUInt8((at / 4_096) % 251, at);

/** All of a file, with bytes put in somewhere and taken out again. */
function withInsertion(bytes: Uint8Array, at: number, length: number) {
  const file = Buffer.concat([bytes.subarray(0, at), Buffer.alloc(length, 0xee), bytes.subarray(at)]);
  return splicedContent(bufferSource(file), [{ offset: at, removed: length, inserted: new Uint8Array() }]);
}

/** All of a file, with some of its bytes written as they are. */
function rewritten(bytes: Uint8Array, at: number, length: number) {
  const inserted = bytes.slice(at, at + length);
  return splicedContent(bufferSource(bytes), [{ offset: at, removed: length, inserted }]);
}

const whole = (bytes: Uint8Array) => splicedContent(bufferSource(bytes), []);

describe('the content of two files', () => {
  it.each([
    ['of the same bytes', whole(LARGE)],
    ['that has an insertion at the beginning', withInsertion(LARGE, 0, 17)],
    ['that has one across the end of a piece', withInsertion(LARGE, PIECE - 1, PIECE + 3)],
    ['that has one at the end', withInsertion(LARGE, LARGE.length, 3)],
    ['of which some is written anew', rewritten(LARGE, PIECE - 7, 20)],
  ])('is the same when one is a file %s', (_what, other) => {
    expect(isSameContent(whole(LARGE), other)).toBe(true);
    expect(isSameContent(other, whole(LARGE))).toBe(true);
  });

  it.each([0, 1, PIECE - 1, PIECE, 2 * PIECE + 1, LARGE.length - 1])('differs in byte %i', (at) => {
    const changed = Buffer.from(LARGE);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(isSameContent(whole(LARGE), whole(changed))).toBe(false);
    expect(isSameContent(withInsertion(LARGE, 100, 33), whole(changed))).toBe(false);
    expect(isSameContent(whole(LARGE), rewritten(changed, at, 1))).toBe(false);
  });

  it('differs when one goes on', () => {
    expect(isSameContent(whole(LARGE), whole(LARGE.subarray(0, -1)))).toBe(false);
    expect(isSameContent(whole(new Uint8Array()), whole(Buffer.from('x')))).toBe(false);
    expect(isSameContent(whole(new Uint8Array()), whole(new Uint8Array()))).toBe(true);
  });

  it('is not known of a file that became shorter', () => {
    const file: RandomAccess = { ...bufferSource(LARGE), read: (at, length) => LARGE.subarray(at, at + length - 1) };
    expect(() => isSameContent(splicedContent(file, []), whole(LARGE))).toThrow(RangeError);
  });
});
