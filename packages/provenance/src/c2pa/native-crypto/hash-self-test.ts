import { createHash } from 'node:crypto';
import { LIMITS } from '../../limits.ts';
import { connectNatives, fillSlots, NO_HOST_FUNCTIONS } from './connect-natives.ts';
import { begin, bringForward, copyState, digestOf, openHashBench, padded, type HashBench } from './hash-bench.ts';
import { BLOCK_BYTES, STATE_BYTES } from './hash-state.ts';

const LENGTHS = 300;
const LARGE = [4_096, 65_599, 262_144, 300_001];

/**
 * Proves on an instance of its own that a changed module's compression function is SHA-256's, in its own code and by OpenSSL.
 * Nothing in it is random, so a module passes always or never. Takes about 0.1 s.
 * @throws {Error} when it is not
 */
export function testCompression(module: WebAssembly.Module): void {
  const bench = openHashBench(module);
  const bytes = someBytes();
  const lengths = [...Array.from({ length: LENGTHS + 1 }, (_, length) => length), ...LARGE];
  const messages = lengths.map((length) => bytes.subarray(length % 97, (length % 97) + length));
  // First the engine's own code: nobody answers.
  fillSlots(bench.instance, NO_HOST_FUNCTIONS);
  for (const message of messages) expectDigest(bench, message, BLOCK_BYTES);
  // Then OpenSSL, for every hash however short, so that each length tries it.
  const bounds = { shortBlocks: 0, open: LIMITS.nativeHashesOpen, continued: LIMITS.nativeHashesContinued };
  const native = connectNatives(bench.instance, bounds);
  if (native === null) throw new Error('The C2PA engine module was not changed');
  for (const message of messages) {
    expectDigest(bench, message, BLOCK_BYTES);
    expectCopies(bench, message);
    if (message.length <= LENGTHS) expectDigest(bench, padded(message), 7 * BLOCK_BYTES);
  }
  native.forget();
}

/** Bytes without a pattern, the same each time. */
function someBytes(): Uint8Array {
  const size = Math.max(...LARGE) + 97;
  const parts = Array.from({ length: Math.ceil(size / 32) }, (_, i) => createHash('sha256').update(`${i}`).digest());
  return Buffer.concat(parts);
}

function expectDigest(bench: HashBench, message: Uint8Array, stepBytes: number): void {
  const all = padded(message);
  const state = begin(bench);
  // Large messages in large steps.
  const step = Math.max(stepBytes, Math.floor(all.length / 4 / BLOCK_BYTES) * BLOCK_BYTES);
  for (let from = 0; from < all.length; from += step) bringForward(bench, state, all.subarray(from, from + step));
  expectSame(bench, state, message);
}

/** A state that is copied and continued twice, with different ends. */
function expectCopies(bench: HashBench, message: Uint8Array): void {
  const all = padded(message);
  const other = Uint8Array.from(message);
  if (other.length > BLOCK_BYTES) other[other.length - 1] = (other[other.length - 1] ?? 0) ^ 1;
  // Half of the message, which for the large ones is more than is kept as bytes.
  const first = Math.max(1, Math.floor(all.length / 2 / BLOCK_BYTES)) * BLOCK_BYTES;
  const state = begin(bench);
  const copy = state + STATE_BYTES;
  bringForward(bench, state, all.subarray(0, first));
  copyState(bench, state, copy);
  if (all.length > first) {
    bringForward(bench, state, all.subarray(first));
    bringForward(bench, copy, padded(other).subarray(first));
  }
  expectSame(bench, state, message);
  expectSame(bench, copy, other);
}

function expectSame(bench: HashBench, state: number, message: Uint8Array): void {
  if (!digestOf(bench, state).equals(createHash('sha256').update(message).digest())) {
    throw new Error(`The C2PA engine module's function is not SHA-256: it differs for ${message.length} bytes`);
  }
}
