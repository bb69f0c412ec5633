import { LIMITS } from '../../limits.ts';
import type { KnownEngine } from './known-engines.ts';
import { encodeNumber } from './wasm-sections.ts';

const I32_CONST = 0x41;
const I64_CONST = 0x42;
const PUBLISHED_HASH_BUFFER_BYTES = 2 ** 28;

/**
 * The module with smaller values for two constants that decide how much the engine reads at once, and nothing else: the
 * buffer for hashing (256 MiB), and the size above which it reads a file in pieces (50 MiB). Each is written into the bytes of
 * the old one, so nothing moves.
 * @throws {Error} when a place holds another instruction
 */
export function withSmallReads(module: Uint8Array, engine: KnownEngine): Uint8Array<ArrayBuffer> {
  const changed = Uint8Array.from(module);
  for (const at of engine.hashBufferAt) {
    replaceConstant(changed, at, I64_CONST, PUBLISHED_HASH_BUFFER_BYTES, LIMITS.enginePieceBytes);
  }
  for (const at of engine.wholeFileAt) {
    // The engine compares with "at least", so the constant is the first size that is too large.
    replaceConstant(changed, at, I32_CONST, LIMITS.engineWholeFileBytes + 1, LIMITS.engineWholeReadBytes + 1);
  }
  return changed;
}

/** Positive numbers only, whose highest group of bits does not look like a sign. */
function replaceConstant(module: Uint8Array, at: number, instruction: number, from: number, to: number): void {
  const before = [instruction, ...encodeNumber(from)];
  if (before.some((byte, i) => module[at + i] !== byte)) {
    throw new Error(`The C2PA engine module has another instruction at ${at}`);
  }
  module.set(padded(to, before.length - 1), at + 1);
}

/** LEB128 in exactly that many bytes, which the format allows (WebAssembly core 1.0 §5.2.2). */
function padded(value: number, length: number): number[] {
  return Array.from({ length }, (_, i) => {
    const bits = Math.floor(value / 128 ** i) % 128;
    return i < length - 1 ? bits | 0x80 : bits;
  });
}
