import { openBenchInstance, PAGE_BYTES } from './bench-instance.ts';
import { BLOCK_BYTES, readDigest, STATE_BYTES, writeInitial } from './hash-state.ts';
import { HOOK } from './reroute-functions.ts';

const MESSAGE_PAGES = 6;

/** An instance of a changed module whose compression function can be called directly, with room for two states and a message. */
export interface HashBench {
  instance: object;
  compress: (state: number, blocks: number, count: number) => unknown;
  memory: WebAssembly.Memory;
  /** Free memory of the engine. */
  at: number;
}

export function openHashBench(module: WebAssembly.Module): HashBench {
  const { instance, memory, at, functionNamed } = openBenchInstance(module, MESSAGE_PAGES + 1);
  return { instance, compress: functionNamed(HOOK.compression), memory, at };
}

/** The message as its last blocks are hashed (FIPS 180-4 §5.1.1). Hashed as a message itself, it looks like an end. */
export function padded(message: Uint8Array): Uint8Array {
  const blocks = Math.floor((message.length + 8) / BLOCK_BYTES) + 1;
  const out = Buffer.alloc(blocks * BLOCK_BYTES);
  out.set(message);
  out[message.length] = 0x80;
  out.writeBigUInt64BE(8n * BigInt(message.length), out.length - 8);
  return out;
}

/** Writes the initial state into one of the places for states, and answers its address. */
export function begin({ memory, at }: HashBench, place = 0): number {
  const state = at + place * STATE_BYTES;
  writeInitial(new DataView(memory.buffer, state, STATE_BYTES));
  return state;
}

export function bringForward({ compress, memory, at }: HashBench, state: number, blocks: Uint8Array): void {
  const place = at + PAGE_BYTES;
  new Uint8Array(memory.buffer).set(blocks, place);
  compress(state, place, blocks.length / BLOCK_BYTES);
}

export function copyState({ memory }: HashBench, from: number, to: number): void {
  new Uint8Array(memory.buffer).copyWithin(to, from, from + STATE_BYTES);
}

/** The digest that the state is, when the message has been ended. */
export function digestOf({ memory }: HashBench, state: number): Buffer {
  return readDigest(new DataView(memory.buffer, state, STATE_BYTES));
}
