import { ModuleCursor, readSections, SECTION } from '../c2pa/native-crypto/wasm-sections.ts';

/** `i64.const 2^28`, and `i32.const` of 50 MiB and one byte. */
const HASH_BUFFER = [0x42, 0x80, 0x80, 0x80, 0x80, 0x01];
const WHOLE_FILE = [0x41, 0x81, 0x80, 0x80, 0x19];
/** SHA-256 turns words to the right by 2, 13, 22, 6, 11 and 25 bits (FIPS 180-4 §4.1.2): to the left by these. */
const ROTATIONS = [30, 19, 10, 26, 21, 7];
const ROTATE_LEFT = 0x77;

/** What a row of known-engines.ts may say of a module. The test of itself decides whether it is right. */
export function engineCandidates(module: Uint8Array) {
  return {
    compressionFunctions: functionsOf(module)
      .filter(({ body }) => ROTATIONS.every((bits) => Buffer.from(body).includes(Buffer.of(0x41, bits, ROTATE_LEFT))))
      .map(({ index }) => index),
    hashBufferAt: placesOf(module, HASH_BUFFER),
    wholeFileAt: placesOf(module, WHOLE_FILE),
  };
}

function functionsOf(module: Uint8Array): { index: number; body: Uint8Array }[] {
  const sections = readSections(module);
  const cursorAt = (id: number): ModuleCursor =>
    new ModuleCursor(sections.find((section) => section.id === id)?.content ?? new Uint8Array([0]));
  const imports = cursorAt(SECTION.import).number();
  const code = cursorAt(SECTION.code);
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
