import { createNativeCompression, type CompressionBounds, type NativeCompression } from './native-compression.ts';
import { HOOK } from './reroute-compression.ts';

type Compress = (state: number, blocks: number, count: number) => number;

/**
 * A module that imports a function and exports it again: only a function of WebAssembly can stand in a table.
 * `(module (import "e" "f" (func (param i32 i32 i32) (result i32))) (export "g" (func 0)))`
 */
const WRAPPER = Buffer.from(
  ['0061736d01000000', '01080160037f7f7f017f', '020701016501660000', '07050101670000'].join(''),
  'hex',
);

/** Gives an instance of a changed module its native compression; null for a module as it was published. */
export function connectCompression(instance: object, bounds?: CompressionBounds): NativeCompression | null {
  const memory: unknown = Reflect.get(instance, 'memory');
  if (!(HOOK.table in instance) || !(memory instanceof WebAssembly.Memory)) return null;
  const compression = createNativeCompression(memory, bounds);
  fillSlot(instance, (state, blocks, count) => compression.compress(state, blocks, count));
  return compression;
}

/** Puts the host's function into the slot that the module has for it: the last one. */
export function fillSlot(instance: object, compress: Compress): void {
  const table: unknown = Reflect.get(instance, HOOK.table);
  if (!(table instanceof WebAssembly.Table)) throw new Error('The C2PA engine module exports no table');
  const wrapper = new WebAssembly.Instance(new WebAssembly.Module(WRAPPER), { e: { f: compress } });
  table.set(table.length - 1, wrapper.exports['g']);
}
