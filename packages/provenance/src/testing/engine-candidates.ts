import { openBenchInstance } from '../c2pa/native-crypto/bench-instance.ts';
import { ModuleCursor, readSections, SECTION } from '../c2pa/native-crypto/wasm-sections.ts';

/** `i64.const 2^28`, and `i32.const` of 50 MiB and one byte. */
const HASH_BUFFER = [0x42, 0x80, 0x80, 0x80, 0x80, 0x01];
const WHOLE_FILE = [0x41, 0x81, 0x80, 0x80, 0x19];
/** SHA-256 turns words to the right by 2, 13, 22, 6, 11 and 25 bits (FIPS 180-4 §4.1.2): to the left by these. */
const ROTATIONS = [30, 19, 10, 26, 21, 7];
const ROTATE_LEFT = 0x77;
/** `(i32 × 8) -> ()`, a type that the engine's functions for signatures have. */
const SIGNATURE_TYPE = [0x60, 8, ...Array.from({ length: 8 }, () => 0x7f), 0];
/** What Rust writes before the methods of a type of one byte: nothing to drop, its size and its alignment. */
const ONE_BYTE_TYPE = [0, 1, 1];

/** What a row of known-engines.ts may say of a module. The test of itself decides whether it is right. */
export function engineCandidates(module: Uint8Array) {
  return {
    compressionFunctions: functionsOf(module)
      .filter(({ body }) => ROTATIONS.every((bits) => Buffer.from(body).includes(Buffer.of(0x41, bits, ROTATE_LEFT))))
      .map(({ index }) => index),
    signatureFunctions: methodsOfByteTypes(module),
    hashBufferAt: placesOf(module, HASH_BUFFER),
    wholeFileAt: placesOf(module, WHOLE_FILE),
  };
}

/** Functions of the type for signatures that are the only method of a type of one byte, such as the variants of a hash. */
function methodsOfByteTypes(module: Uint8Array): number[] {
  const slots = new Map(tableOf(module).map((index, slot) => [slot + 1, index]));
  const isSignatureFunction = signatureFunctionsOf(module);
  const { memory } = openBenchInstance(new WebAssembly.Module(Uint8Array.from(module)), 0);
  const words = new Int32Array(memory.buffer);
  const found = new Set<number>();
  words.forEach((word, at) => {
    const index = slots.get(word);
    if (index === undefined || !isSignatureFunction(index)) return;
    if (ONE_BYTE_TYPE.every((value, i) => words[at - ONE_BYTE_TYPE.length + i] === value)) found.add(index);
  });
  return [...found].toSorted((a, b) => a - b);
}

function signatureFunctionsOf(module: Uint8Array): (index: number) => boolean {
  const types = cursorAt(module, SECTION.type);
  const count = types.number();
  const bytes = Buffer.from(types.rest());
  // Types before it are counted by their first byte: none of them holds it otherwise.
  const type = bytes.subarray(0, bytes.indexOf(Buffer.from(SIGNATURE_TYPE))).filter((byte) => byte === 0x60).length;
  if (type >= count) throw new Error('no function has the type of those for signatures');
  const imports = cursorAt(module, SECTION.import).number();
  const functions = cursorAt(module, SECTION.function);
  const typeOf = Array.from({ length: functions.number() }, () => functions.number());
  return (index) => typeOf[index - imports] === type;
}

/** The functions in the module's table, the one in slot 1 first. */
function tableOf(module: Uint8Array): number[] {
  const elements = cursorAt(module, SECTION.element);
  const header = [elements.number(), elements.number(), elements.byte(), elements.number(), elements.byte()];
  if (header.join() !== '1,0,65,1,11') throw new Error('the table of the module is not filled as expected');
  return Array.from({ length: elements.number() }, () => elements.number());
}

function cursorAt(module: Uint8Array, id: number): ModuleCursor {
  const section = readSections(module).find((candidate) => candidate.id === id);
  return new ModuleCursor(section?.content ?? new Uint8Array([0]));
}

function functionsOf(module: Uint8Array): { index: number; body: Uint8Array }[] {
  const imports = cursorAt(module, SECTION.import).number();
  const code = cursorAt(module, SECTION.code);
  const count = code.number();
  return Array.from({ length: count }, (_, i) => ({ index: imports + i, body: code.take(code.number()) }));
}

function placesOf(module: Uint8Array, instruction: readonly number[]): number[] {
  const bytes = Buffer.from(module.buffer, module.byteOffset, module.length);
  const wanted = Buffer.from(instruction);
  const places: number[] = [];
  for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + 1)) places.push(at);
  return places;
}
