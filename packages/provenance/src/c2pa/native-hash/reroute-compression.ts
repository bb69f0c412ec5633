import { concat, encodeNumber, encodeWord, ModuleCursor, readSections, SECTION, writeModule } from './wasm-sections.ts';
import { INITIAL_WORD, TOKEN_WORD } from './hash-state.ts';

/** The names under which the changed module exports its function table and its compression function. */
export const HOOK = { table: 'revera_table', compression: 'revera_compression' } as const;

const I32 = 0x7f;
const FUNCTION_TYPE = 0x60;
const FUNCTION_REFERENCES = 0x70;
const FUNCTION_IMPORT = 0;
const EXPORTED = { function: 0, table: 1 } as const;

/**
 * Lets a host function compute SHA-256's compression function, which is of the type `(state, blocks, count) -> ()`.
 *
 * The module's function table gets one more slot, at its end, for the host's function. The compression function asks it first,
 * when its state is the initial one or one of the host's tokens, and returns if the answer is 1; otherwise it goes on as before.
 * @throws {Error} when the module is not made as this expects
 */
export function rerouteCompression(module: Uint8Array, compressionFunction: number): Uint8Array<ArrayBuffer> {
  const sections = readSections(module);
  const contentOf = (id: number): ModuleCursor => {
    const section = sections.find((candidate) => candidate.id === id);
    if (section === undefined) throw new Error(`The C2PA engine module has no section ${id}`);
    return new ModuleCursor(section.content);
  };
  const type = withHostType(contentOf(SECTION.type));
  const table = withSlot(contentOf(SECTION.table));
  const defined = compressionFunction - countImports(contentOf(SECTION.import));
  const prologue = prologueFor(table.slot, type.index);
  const replaced = new Map<number, Uint8Array>([
    [SECTION.type, type.content],
    [SECTION.table, table.content],
    [SECTION.export, withExports(contentOf(SECTION.export), compressionFunction)],
    [SECTION.code, withPrologue(contentOf(SECTION.code), defined, prologue)],
  ]);
  return writeModule(sections.map(({ id, content }) => ({ id, content: replaced.get(id) ?? content })));
}

function withHostType(types: ModuleCursor): { content: Uint8Array; index: number } {
  const index = types.number();
  const hostType = [FUNCTION_TYPE, 3, I32, I32, I32, 1, I32];
  return { content: concat(encodeNumber(index + 1), types.rest(), hostType), index };
}

function withSlot(tables: ModuleCursor): { content: Uint8Array; slot: number } {
  const count = tables.number();
  const kind = tables.byte();
  const hasMaximum = tables.byte() === 1;
  const slot = tables.number();
  if (kind !== FUNCTION_REFERENCES || !hasMaximum || tables.number() !== slot) {
    throw new Error('The first table of the C2PA engine module is not one of functions with a fixed size');
  }
  const size = encodeNumber(slot + 1);
  return { content: concat(encodeNumber(count), [kind, 1], size, size, tables.rest()), slot };
}

function countImports(imports: ModuleCursor): number {
  const count = imports.number();
  for (let i = 0; i < count; i++) {
    imports.take(imports.number());
    imports.take(imports.number());
    if (imports.byte() !== FUNCTION_IMPORT) throw new Error('The C2PA engine module imports more than functions');
    imports.number();
  }
  return count;
}

function withExports(exports: ModuleCursor, compressionFunction: number): Uint8Array {
  const count = exports.number();
  const entry = (name: string, kind: number, index: number): number[] => [
    ...encodeNumber(name.length),
    ...Buffer.from(name),
    kind,
    ...encodeNumber(index),
  ];
  return concat(
    encodeNumber(count + 2),
    exports.rest(),
    entry(HOOK.table, EXPORTED.table, 0),
    entry(HOOK.compression, EXPORTED.function, compressionFunction),
  );
}

function withPrologue(code: ModuleCursor, place: number, prologue: readonly number[]): Uint8Array {
  const count = code.number();
  const bodies = Array.from({ length: count }, () => code.take(code.number()));
  const body = bodies[place];
  if (body === undefined) throw new Error('The C2PA engine module has no such function');
  const rest = new ModuleCursor(body);
  const groups = rest.number();
  for (let i = 0; i < groups; i++) {
    rest.number();
    rest.byte();
  }
  const instructions = rest.rest();
  const locals = body.subarray(0, body.length - instructions.length);
  bodies[place] = concat(locals, prologue, instructions);
  return concat(encodeNumber(count), ...bodies.flatMap((one) => [encodeNumber(one.length), one]));
}

function prologueFor(slot: number, hostType: number): number[] {
  const BLOCK = [0x02, 0x40];
  const IF = [0x04, 0x40];
  const [RETURN, END, EQUAL, OR, IS_ZERO] = [0x0f, 0x0b, 0x46, 0x72, 0x45];
  const LEAVE_BLOCK_IF = [0x0d, 0];
  const local = (index: number): number[] => [0x20, index];
  const constant = (value: number): number[] => [0x41, ...encodeWord(value)];
  const firstWord = [...local(0), 0x28, 2, 0];
  const call = [0x11, ...encodeNumber(hostType), 0];
  const isFirstWord = (value: number): number[] => [...firstWord, ...constant(value), EQUAL];
  const isOurs = [...isFirstWord(INITIAL_WORD), ...isFirstWord(TOKEN_WORD), OR];
  const ask = [...local(0), ...local(1), ...local(2), ...constant(slot), ...call];
  return [...BLOCK, ...isOurs, IS_ZERO, ...LEAVE_BLOCK_IF, ...ask, ...IF, RETURN, END, END];
}
