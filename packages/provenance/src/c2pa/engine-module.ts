import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { LIMITS } from '../limits.ts';
import { withSmallReads } from './native-crypto/engine-constants.ts';
import { testCompression } from './native-crypto/hash-self-test.ts';
import { findKnownEngine, type KnownEngine } from './native-crypto/known-engines.ts';
import { rerouteFunctions } from './native-crypto/reroute-functions.ts';
import { testSignatures } from './native-crypto/signature-self-test.ts';
import { encodeNumber, ModuleCursor, readSections, SECTION, writeModule } from './native-crypto/wasm-sections.ts';

const WASM_PAGE_BYTES = 65_536;

/** The compiled engine, which all threads share, and the bound on each instance's memory. */
export interface BoundedModule {
  module: WebAssembly.Module;
  memoryMaximumBytes: number;
}

export interface EngineModule extends BoundedModule {
  cryptography: EngineCryptography;
}

/**
 * Whether OpenSSL computes the SHA-256 of content and checks signatures, or the engine itself does, which is slower and otherwise
 * the same.
 */
export type EngineCryptography = { kind: 'native' } | { kind: 'in_engine'; reason: string };

export interface EngineModuleOptions {
  memoryMaximumBytes?: number | undefined;
  /** What is known of the published module; undefined for a version without a row. */
  findKnown?: (published: Uint8Array) => KnownEngine | undefined;
}

/**
 * Compiles the C2PA engine with a hard upper bound on its memory, and with its SHA-256 computed by OpenSSL where that is known
 * to be right (decision 0025).
 *
 * The published module may grow to 4 GiB. A hostile manifest could use that to bring the whole host down, and nothing
 * outside can stop a thread from growing its WASM memory, so the bound is written into the module before compilation: beyond
 * it the engine's allocator fails and the thread is replaced. One compiled module is shared by all threads, and by all pools with
 * the same bound.
 */
export function compileEngineModule(options: EngineModuleOptions = {}): Promise<EngineModule> {
  const { memoryMaximumBytes = LIMITS.engineMemoryBytes, findKnown } = options;
  if (findKnown !== undefined) return compileAndTest(memoryMaximumBytes, findKnown);
  const kept = COMPILED.get(memoryMaximumBytes);
  if (kept !== undefined) return kept;
  const compiling = compileAndTest(memoryMaximumBytes, findKnownEngine);
  COMPILED.set(memoryMaximumBytes, compiling);
  // The caller is told of the failure; the next one tries again.
  compiling.catch(() => COMPILED.delete(memoryMaximumBytes));
  return compiling;
}

/**
 * What was compiled in this thread, by the bound: nothing else makes a difference. Compiling and testing takes some 300 ms of
 * processor time, and V8 optimizes a new module's functions anew.
 */
const COMPILED = new Map<number, Promise<EngineModule>>();

async function compileAndTest(
  memoryMaximumBytes: number,
  findKnown: (published: Uint8Array) => KnownEngine | undefined,
): Promise<EngineModule> {
  const published = await readFile(createRequire(import.meta.url).resolve('@contentauth/c2pa-wasm/c2pa.wasm'));
  const maximumPages = Math.floor(memoryMaximumBytes / WASM_PAGE_BYTES);
  const known = findKnown(published);
  const attempt =
    known === undefined ? 'this version is not known' : await compileKnown(published, known, maximumPages);
  if (typeof attempt !== 'string') return { module: attempt, memoryMaximumBytes, cryptography: { kind: 'native' } };
  return {
    module: await WebAssembly.compile(boundMemory(published, maximumPages)),
    memoryMaximumBytes,
    cryptography: { kind: 'in_engine', reason: attempt },
  };
}

/** The changed module, or why it must not be used. */
async function compileKnown(
  published: Uint8Array,
  known: KnownEngine,
  maximumPages: number,
): Promise<WebAssembly.Module | string> {
  try {
    const changed = rerouteFunctions(withSmallReads(published, known), known);
    const module = await WebAssembly.compile(boundMemory(changed, maximumPages));
    testCompression(module);
    testSignatures(module);
    return module;
  } catch (error) {
    // Whatever is wrong with a changed module, the published one is right.
    return error instanceof Error ? error.message : 'it failed without a message';
  }
}

/** Rewrites the module's only memory so that it has a maximum (WebAssembly core 1.0 §5.5.8). Sizes in 64 KiB pages. */
export function boundMemory(module: Uint8Array, maximumPages: number): Uint8Array<ArrayBuffer> {
  const sections = readSections(module);
  if (!sections.some(({ id }) => id === SECTION.memory)) {
    throw new Error('The C2PA engine module defines no memory of its own; its memory cannot be bounded');
  }
  const bounded = sections.map(({ id, content }) => ({
    id,
    content: id === SECTION.memory ? boundedMemorySection(new ModuleCursor(content), maximumPages) : content,
  }));
  return writeModule(bounded);
}

function boundedMemorySection(memories: ModuleCursor, maximumPages: number): Uint8Array {
  const count = memories.number();
  const flags = memories.byte();
  if (count !== 1 || (flags !== 0 && flags !== 1)) {
    throw new Error('The C2PA engine module has a memory of a kind that cannot be bounded');
  }
  const minimum = memories.number();
  if (minimum > maximumPages) throw new Error('The C2PA engine needs more memory than its bound allows');
  return Uint8Array.from([1, 1, ...encodeNumber(minimum), ...encodeNumber(maximumPages)]);
}
