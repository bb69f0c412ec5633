import { SIGNATURE_SCHEMES, type KnownEngine, type SignatureScheme } from './known-engines.ts';
import { compressionPrologue, signaturePrologue, type Prologue } from './prologues.ts';
import { concat, encodeNumber, ModuleCursor, readSections, SECTION, writeModule } from './wasm-sections.ts';

/** The names under which the changed module exports its function table and the functions that ask the host. */
export const HOOK = {
  table: 'revera_table',
  compression: 'revera_compression',
  ecdsa: 'revera_ecdsa',
  rsa_pss: 'revera_rsa_pss',
  rsa_pkcs1: 'revera_rsa_pkcs1',
} as const satisfies Record<'table' | 'compression' | SignatureScheme, string>;

/** The host's functions, in the order of their slots at the end of the table, with the number of their parameters. */
export const HOST_FUNCTIONS = [
  { name: 'compress', parameters: 3 },
  { name: 'verify', parameters: 8 },
] as const;

const I32 = 0x7f;
const FUNCTION_TYPE = 0x60;
const FUNCTION_REFERENCES = 0x70;
const FUNCTION_IMPORT = 0;
const EXPORTED = { function: 0, table: 1 } as const;

interface Reroute {
  exportedAs: string;
  /** Index in the module, imports included. */
  index: number;
  /** Of the host function, in HOST_FUNCTIONS. */
  host: number;
  prologue: Prologue;
}

/**
 * Lets host functions compute SHA-256's compression function and check signatures.
 *
 * The module's function table gets more slots, at its end, for the host's functions. A changed function asks the host first and
 * returns if the answer is 1; otherwise it goes on as before.
 * @throws {Error} when the module is not made as this expects
 */
export function rerouteFunctions(
  module: Uint8Array,
  known: Pick<KnownEngine, 'compressionFunction' | 'signatureFunctions'>,
): Uint8Array<ArrayBuffer> {
  const sections = readSections(module);
  const contentOf = (id: number): ModuleCursor => {
    const section = sections.find((candidate) => candidate.id === id);
    if (section === undefined) throw new Error(`The C2PA engine module has no section ${id}`);
    return new ModuleCursor(section.content);
  };
  const reroutes = reroutesOf(known);
  const types = withHostTypes(contentOf(SECTION.type));
  const table = withSlots(contentOf(SECTION.table));
  const imported = countImports(contentOf(SECTION.import));
  const prologues = new Map(
    reroutes.map(({ index, host, prologue }) => [
      index - imported,
      prologue({ type: types.first + host, slot: table.first + host }),
    ]),
  );
  const replaced = new Map<number, Uint8Array>([
    [SECTION.type, types.content],
    [SECTION.table, table.content],
    [SECTION.export, withExports(contentOf(SECTION.export), reroutes)],
    [SECTION.code, withPrologues(contentOf(SECTION.code), prologues)],
  ]);
  return writeModule(sections.map(({ id, content }) => ({ id, content: replaced.get(id) ?? content })));
}

function reroutesOf(known: Parameters<typeof rerouteFunctions>[1]): Reroute[] {
  const signatures = SIGNATURE_SCHEMES.map((scheme, number) => ({
    exportedAs: HOOK[scheme],
    index: known.signatureFunctions[scheme],
    host: 1,
    prologue: signaturePrologue(number),
  }));
  const compression = { exportedAs: HOOK.compression, index: known.compressionFunction, host: 0 };
  return [{ ...compression, prologue: compressionPrologue }, ...signatures];
}

function withHostTypes(types: ModuleCursor): { content: Uint8Array; first: number } {
  const first = types.number();
  const added = HOST_FUNCTIONS.flatMap(({ parameters }) => [
    FUNCTION_TYPE,
    parameters,
    ...Array.from({ length: parameters }, () => I32),
    1,
    I32,
  ]);
  return { content: concat(encodeNumber(first + HOST_FUNCTIONS.length), types.rest(), added), first };
}

function withSlots(tables: ModuleCursor): { content: Uint8Array; first: number } {
  const count = tables.number();
  const kind = tables.byte();
  const hasMaximum = tables.byte() === 1;
  const first = tables.number();
  if (kind !== FUNCTION_REFERENCES || !hasMaximum || tables.number() !== first) {
    throw new Error('The first table of the C2PA engine module is not one of functions with a fixed size');
  }
  const size = encodeNumber(first + HOST_FUNCTIONS.length);
  return { content: concat(encodeNumber(count), [kind, 1], size, size, tables.rest()), first };
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

function withExports(exports: ModuleCursor, reroutes: readonly Reroute[]): Uint8Array {
  const count = exports.number();
  const entry = (name: string, kind: number, index: number): number[] => [
    ...encodeNumber(name.length),
    ...Buffer.from(name),
    kind,
    ...encodeNumber(index),
  ];
  return concat(
    encodeNumber(count + 1 + reroutes.length),
    exports.rest(),
    entry(HOOK.table, EXPORTED.table, 0),
    ...reroutes.map(({ exportedAs, index }) => entry(exportedAs, EXPORTED.function, index)),
  );
}

function withPrologues(code: ModuleCursor, prologues: ReadonlyMap<number, readonly number[]>): Uint8Array {
  const count = code.number();
  const bodies = Array.from({ length: count }, () => code.take(code.number()));
  for (const [place, prologue] of prologues) {
    const body = bodies[place];
    if (body === undefined) throw new Error('The C2PA engine module has no such function');
    bodies[place] = withPrologue(body, prologue);
  }
  return concat(encodeNumber(count), ...bodies.flatMap((one) => [encodeNumber(one.length), one]));
}

function withPrologue(body: Uint8Array, prologue: readonly number[]): Uint8Array {
  const rest = new ModuleCursor(body);
  const groups = rest.number();
  for (let i = 0; i < groups; i++) {
    rest.number();
    rest.byte();
  }
  const instructions = rest.rest();
  return concat(body.subarray(0, body.length - instructions.length), prologue, instructions);
}
