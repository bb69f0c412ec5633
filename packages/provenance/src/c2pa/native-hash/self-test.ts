import { createHash } from 'node:crypto';
import { LIMITS } from '../../limits.ts';
import { connectCompression, fillSlot } from './connect-compression.ts';
import { BLOCK_BYTES, readDigest, STATE_BYTES, writeInitial } from './hash-state.ts';
import { HOOK } from './reroute-compression.ts';

const PAGE_BYTES = 65_536;
const MESSAGE_PAGES = 5;
const LENGTHS = 300;
const LARGE = [4_096, 65_599, 262_144, 300_001];

/**
 * Proves on an instance of its own that a changed module's compression function is SHA-256's, in its own code and by OpenSSL.
 * Nothing in it is random, so a module passes always or never. Takes some milliseconds.
 * @throws {Error} when it is not
 */
export function testCompression(module: WebAssembly.Module): void {
  const bench = openBench(module);
  const lengths = [...Array.from({ length: LENGTHS + 1 }, (_, length) => length), ...LARGE];
  const messages = lengths.map((length) => bench.messages.subarray(length % 97, (length % 97) + length));
  // First the engine's own code: nobody answers.
  fillSlot(bench.instance, () => 0);
  for (const message of messages) expectDigest(bench, message, BLOCK_BYTES);
  // Then OpenSSL, for every hash however short, so that each length tries it.
  const bounds = { firstBlocks: 1, open: LIMITS.nativeHashesOpen, continued: LIMITS.nativeHashesContinued };
  const native = connectCompression(bench.instance, bounds);
  if (native === null) throw new Error('The C2PA engine module was not changed');
  for (const message of messages) {
    expectDigest(bench, message, BLOCK_BYTES);
    if (message.length > LENGTHS) continue;
    expectDigest(bench, padded(message), 7 * BLOCK_BYTES);
    expectCopies(bench, message);
  }
  native.forget();
}

interface Bench {
  instance: object;
  messages: Uint8Array;
  compress: (state: number, blocks: number, count: number) => unknown;
  memory: WebAssembly.Memory;
  /** Free memory of the engine. */
  at: number;
}

/** The imports of the engine are never called. */
function openBench(module: WebAssembly.Module): Bench {
  const imports: Record<string, Record<string, () => void>> = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    (imports[from] ??= {})[name] = () => undefined;
  }
  const { exports } = new WebAssembly.Instance(module, imports);
  const { memory, [HOOK.compression]: compress } = exports;
  if (!(memory instanceof WebAssembly.Memory) || !isFunction(compress)) {
    throw new Error('The C2PA engine module does not export what the test of its hash needs');
  }
  const at = memory.grow(MESSAGE_PAGES + 1) * PAGE_BYTES;
  return { instance: exports, messages: someBytes(), compress, memory, at };
}

function isFunction(value: unknown): value is Bench['compress'] {
  return typeof value === 'function';
}

/** Bytes without a pattern, the same each time. */
function someBytes(): Uint8Array {
  const size = Math.max(...LARGE) + 97;
  const parts = Array.from({ length: Math.ceil(size / 32) }, (_, i) => createHash('sha256').update(`${i}`).digest());
  return Buffer.concat(parts);
}

/** The message as its last blocks are hashed (FIPS 180-4 §5.1.1). Hashed as a message itself, it looks like an end. */
function padded(message: Uint8Array): Uint8Array {
  const blocks = Math.floor((message.length + 8) / BLOCK_BYTES) + 1;
  const out = Buffer.alloc(blocks * BLOCK_BYTES);
  out.set(message);
  out[message.length] = 0x80;
  out.writeBigUInt64BE(8n * BigInt(message.length), out.length - 8);
  return out;
}

function expectDigest(bench: Bench, message: Uint8Array, stepBytes: number): void {
  const all = padded(message);
  const state = begin(bench);
  // Large messages in large steps.
  const step = Math.max(stepBytes, Math.floor(all.length / 4 / BLOCK_BYTES) * BLOCK_BYTES);
  for (let from = 0; from < all.length; from += step) bringForward(bench, state, all.subarray(from, from + step));
  expectSame(bench, state, message);
}

/** A state that is copied and continued twice, with different ends. */
function expectCopies(bench: Bench, message: Uint8Array): void {
  const all = padded(message);
  const other = Uint8Array.from(message);
  if (other.length > BLOCK_BYTES) other[other.length - 1] = (other[other.length - 1] ?? 0) ^ 1;
  const state = begin(bench);
  const copy = state + STATE_BYTES;
  bringForward(bench, state, all.subarray(0, BLOCK_BYTES));
  new Uint8Array(bench.memory.buffer).copyWithin(copy, state, state + STATE_BYTES);
  if (all.length > BLOCK_BYTES) {
    bringForward(bench, state, all.subarray(BLOCK_BYTES));
    bringForward(bench, copy, padded(other).subarray(BLOCK_BYTES));
  }
  expectSame(bench, state, message);
  expectSame(bench, copy, other);
}

function begin({ memory, at }: Bench): number {
  writeInitial(new DataView(memory.buffer, at, STATE_BYTES));
  return at;
}

function bringForward({ compress, memory, at }: Bench, state: number, blocks: Uint8Array): void {
  const place = at + PAGE_BYTES;
  new Uint8Array(memory.buffer).set(blocks, place);
  compress(state, place, blocks.length / BLOCK_BYTES);
}

function expectSame({ memory }: Bench, state: number, message: Uint8Array): void {
  const found = readDigest(new DataView(memory.buffer, state, STATE_BYTES));
  if (!found.equals(createHash('sha256').update(message).digest())) {
    throw new Error(`The C2PA engine module's function is not SHA-256: it differs for ${message.length} bytes`);
  }
}
