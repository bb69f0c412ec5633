import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { LIMITS } from '../limits.ts';

const WASM_PAGE_BYTES = 65_536;
const MEMORY_SECTION = 5;
const HEADER_BYTES = 8;

/**
 * Compiles the C2PA engine with a hard upper bound on its memory.
 *
 * The published module may grow to 4 GiB. A hostile manifest could use that to bring the whole host down, and nothing
 * outside can stop a thread from growing its WASM memory, so the bound is written into the module before compilation: beyond
 * it the engine's allocator fails and the thread is replaced. One compiled module is shared by all threads.
 */
export async function compileEngineModule(memoryMaximumBytes = LIMITS.engineMemoryBytes): Promise<WebAssembly.Module> {
  const path = createRequire(import.meta.url).resolve('@contentauth/c2pa-wasm/c2pa.wasm');
  return WebAssembly.compile(boundMemory(await readFile(path), Math.floor(memoryMaximumBytes / WASM_PAGE_BYTES)));
}

/** Rewrites the module's only memory so that it has a maximum (WebAssembly core 1.0 §5.5.8). Sizes in 64 KiB pages. */
export function boundMemory(module: Uint8Array, maximumPages: number): Uint8Array<ArrayBuffer> {
  let offset = HEADER_BYTES;
  while (offset < module.length) {
    const id = module[offset];
    const size = decodeLeb128(module, offset + 1);
    const end = size.next + size.value;
    if (id === MEMORY_SECTION) {
      const content = boundedMemorySection(module, size.next, maximumPages);
      const section = [MEMORY_SECTION, ...encodeLeb128(content.length), ...content];
      return concat(module.subarray(0, offset), Uint8Array.from(section), module.subarray(end));
    }
    offset = end;
  }
  throw new Error('The C2PA engine module defines no memory of its own; its memory cannot be bounded');
}

function boundedMemorySection(module: Uint8Array, offset: number, maximumPages: number): number[] {
  const count = decodeLeb128(module, offset);
  const flags = module[count.next];
  if (count.value !== 1 || (flags !== 0 && flags !== 1)) {
    throw new Error('The C2PA engine module has a memory of a kind that cannot be bounded');
  }
  const minimum = decodeLeb128(module, count.next + 1);
  if (minimum.value > maximumPages) throw new Error('The C2PA engine needs more memory than its bound allows');
  return [1, 1, ...encodeLeb128(minimum.value), ...encodeLeb128(maximumPages)];
}

function decodeLeb128(bytes: Uint8Array, offset: number): { value: number; next: number } {
  let value = 0;
  for (let i = 0; i < 5; i++) {
    const byte = bytes[offset + i];
    if (byte === undefined) break;
    value += (byte & 0x7f) * 2 ** (7 * i);
    if (byte < 0x80) return { value, next: offset + i + 1 };
  }
  throw new Error('The C2PA engine module is damaged');
}

function encodeLeb128(value: number): number[] {
  const out: number[] = [];
  let rest = value;
  do {
    const low = rest & 0x7f;
    rest = Math.floor(rest / 128);
    out.push(rest > 0 ? low | 0x80 : low);
  } while (rest > 0);
  return out;
}

function concat(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
