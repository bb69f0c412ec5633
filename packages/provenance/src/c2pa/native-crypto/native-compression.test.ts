import { seededRandom } from '@revera/testkit';
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { compileEngineModule } from '../engine-module.ts';
import { connectNatives } from './connect-natives.ts';
import { begin, bringForward, copyState, digestOf, openHashBench, padded, type HashBench } from './hash-bench.ts';
import { readToken } from './hash-state.ts';

const BLOCK = 64;
const WIDE = { shortBlocks: 0, open: 1_000, continued: 1_000 };
const ROUNDS = 300;

let module: WebAssembly.Module;
beforeAll(async () => {
  ({ module } = await compileEngineModule());
});

function open(bounds = WIDE): HashBench {
  const bench = openHashBench(module);
  connectNatives(bench.instance, bounds);
  return bench;
}

const digest = (message: Uint8Array): Buffer => createHash('sha256').update(message).digest();
const isToken = ({ memory }: HashBench, state: number): boolean =>
  readToken(new DataView(memory.buffer, state, 32)) !== null;

describe('SHA-256 of the engine, computed by OpenSSL', () => {
  it('is the same for any message in steps of any length', () => {
    const bench = open();
    const random = seededRandom(1);
    for (let round = 0; round < ROUNDS; round++) {
      const message = random.bytes(random.below(round % 10 === 0 ? 100_000 : 3_000));
      const all = padded(message);
      const state = begin(bench);
      for (let at = 0; at < all.length;) {
        const end = Math.min(all.length, at + BLOCK * (1 + random.below(40)));
        bringForward(bench, state, all.subarray(at, end));
        expect(isToken(bench, state)).toBe(end < all.length);
        at = end;
      }
      expect(digestOf(bench, state)).toEqual(digest(message));
    }
  });

  it('is the same for two hashes in turn, and for copies that are made on the way and continued later', () => {
    const bench = open();
    const random = seededRandom(2);
    for (let round = 0; round < ROUNDS; round++) {
      const start = random.bytes(BLOCK * (1 + random.below(30)));
      const ends = [
        random.bytes(random.below(2_000)),
        random.bytes(random.below(2_000)),
        random.bytes(random.below(9)),
      ];
      const other = random.bytes(BLOCK * 3);
      const states = [0, 1, 2, 3].map((place) => begin(bench, place));
      const [first = 0, ...copies] = states;
      const otherState = states[3] ?? 0;
      bringForward(bench, first, start);
      bringForward(bench, otherState, other.subarray(0, BLOCK));
      for (const copy of copies.slice(0, 2)) copyState(bench, first, copy);
      ends.forEach((end, i) => {
        bringForward(bench, states[i] ?? 0, padded(Buffer.concat([start, end])).subarray(start.length));
      });
      bringForward(bench, otherState, padded(other).subarray(BLOCK));
      const expected = [...ends.map((end) => digest(Buffer.concat([start, end]))), digest(other)];
      expect(states.map((state) => digestOf(bench, state))).toEqual(expected);
    }
  });

  it('is the same for content that looks like the end of a message', () => {
    const bench = open();
    const random = seededRandom(3);
    for (let round = 0; round < ROUNDS; round++) {
      const inner = padded(random.bytes(random.below(400)));
      const message = Buffer.concat([inner, random.bytes(random.below(200))]);
      const state = begin(bench);
      bringForward(bench, state, inner);
      // The real state, with which the engine goes on itself.
      expect(isToken(bench, state)).toBe(false);
      bringForward(bench, state, padded(message).subarray(inner.length));
      expect(digestOf(bench, state)).toEqual(digest(message));
    }
  });

  it('is left to the engine for a short message that ends at once, and only then', () => {
    const bench = open({ shortBlocks: 3, open: 8, continued: 8 });
    const [short, long] = [Buffer.alloc(100, 5), Buffer.alloc(1_000, 5)];
    const [first, second] = [begin(bench, 0), begin(bench, 1)];
    bringForward(bench, first, padded(short));
    expect(digestOf(bench, first)).toEqual(digest(short));
    // As the engine begins a large file: one block that was filled first, and then the rest.
    bringForward(bench, second, long.subarray(0, BLOCK));
    expect(isToken(bench, second)).toBe(true);
    bringForward(bench, second, padded(long).subarray(BLOCK));
    expect(digestOf(bench, second)).toEqual(digest(long));
  });

  it('is left to the engine where too many hashes are open', () => {
    const bench = open({ shortBlocks: 0, open: 1, continued: 8 });
    const message = Buffer.alloc(1_000, 5);
    const all = padded(message);
    const [first, second] = [begin(bench, 0), begin(bench, 1)];
    bringForward(bench, first, all.subarray(0, 2 * BLOCK));
    bringForward(bench, second, all.subarray(0, 2 * BLOCK));
    expect([first, second].map((state) => isToken(bench, state))).toEqual([true, false]);
    bringForward(bench, first, all.subarray(2 * BLOCK));
    bringForward(bench, second, all.subarray(2 * BLOCK));
    expect([first, second].map((state) => digestOf(bench, state))).toEqual([digest(message), digest(message)]);
    // The first has ended and made room.
    begin(bench, 1);
    bringForward(bench, second, all.subarray(0, 2 * BLOCK));
    expect(isToken(bench, second)).toBe(true);
  });

  it('ends the operation when a state is continued that was given up: no digest is wrong', () => {
    const bench = open({ shortBlocks: 0, open: 1, continued: 2 });
    const blocks = Buffer.alloc(BLOCK, 5);
    const state = begin(bench);
    bringForward(bench, state, blocks);
    const [old, recent] = [state + 32, state + 64];
    copyState(bench, state, old);
    bringForward(bench, state, blocks);
    copyState(bench, state, recent);
    for (let step = 0; step < 2; step++) bringForward(bench, state, blocks);
    expect(() => bringForward(bench, old, blocks)).toThrow(WebAssembly.RuntimeError);
    // Kept, but there is no room for one more that is open.
    expect(() => bringForward(bench, recent, blocks)).toThrow(WebAssembly.RuntimeError);
    bringForward(bench, state, padded(Buffer.alloc(4 * BLOCK, 5)).subarray(4 * BLOCK));
    expect(digestOf(bench, state)).toEqual(digest(Buffer.alloc(4 * BLOCK, 5)));
  });

  it('forgets all states at the end of an operation', () => {
    const bench = openHashBench(module);
    const native = connectNatives(bench.instance, WIDE);
    const state = begin(bench);
    bringForward(bench, state, Buffer.alloc(BLOCK));
    native?.forget();
    expect(() => bringForward(bench, state, Buffer.alloc(BLOCK))).toThrow('given up');
  });
});
