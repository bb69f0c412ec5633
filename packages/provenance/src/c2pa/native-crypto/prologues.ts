import { INITIAL_WORD, TOKEN_WORD } from './hash-state.ts';
import { encodeNumber, encodeWord } from './wasm-sections.ts';

/**
 * Instructions before those of a function, which ask a host function first and return if its answer is 1 (WebAssembly core 1.0
 * §5.4). `call` is the type and the slot of the host function.
 */
export type Prologue = (call: { type: number; slot: number }) => number[];

/** What the engine's functions write for a signature that is valid: `Ok(())`, as Rust lays it out. */
export const VALID_SIGNATURE = -1;

const BLOCK = [0x02, 0x40];
const IF = [0x04, 0x40];
const [RETURN, END, EQUAL, OR, IS_ZERO] = [0x0f, 0x0b, 0x46, 0x72, 0x45];
const LEAVE_BLOCK_IF = [0x0d, 0];
const LOAD = [0x28, 2, 0];
const STORE = [0x36, 2, 0];

/** For `(state, blocks, count) -> ()`: asks when the state is the initial one or one of the host's tokens. */
export const compressionPrologue: Prologue = (call) => {
  const isFirstWord = (value: number): number[] => [...local(0), ...LOAD, ...constant(value), EQUAL];
  const isOurs = [...isFirstWord(INITIAL_WORD), ...isFirstWord(TOKEN_WORD), OR];
  const ask = [...local(0), ...local(1), ...local(2), ...calling(call)];
  return [...BLOCK, ...isOurs, IS_ZERO, ...LEAVE_BLOCK_IF, ...ask, ...IF, RETURN, END, END];
};

/**
 * For `(result, variant, signature, length, data, length, key, length) -> ()`: asks with the number of the scheme instead of the
 * result, and writes that the signature is valid.
 */
export function signaturePrologue(scheme: number): Prologue {
  return (call) => {
    const ask = [...constant(scheme), ...[1, 2, 3, 4, 5, 6, 7].flatMap(local), ...calling(call)];
    return [...ask, ...IF, ...local(0), ...constant(VALID_SIGNATURE), ...STORE, RETURN, END];
  };
}

function local(index: number): number[] {
  return [0x20, index];
}

function constant(value: number): number[] {
  return [0x41, ...encodeWord(value)];
}

function calling({ type, slot }: { type: number; slot: number }): number[] {
  return [...constant(slot), 0x11, ...encodeNumber(type), 0];
}
