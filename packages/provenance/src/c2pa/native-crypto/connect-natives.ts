import { createNativeCompression, type CompressionBounds, type NativeCompression } from './native-compression.ts';
import { createNativeSignatures } from './native-signatures.ts';
import { HOOK, HOST_FUNCTIONS } from './reroute-functions.ts';

/** Functions of the host that the changed module asks, with the engine's addresses. Each answers 1 when it did the work. */
export type HostFunctions = Record<(typeof HOST_FUNCTIONS)[number]['name'], (...values: number[]) => number>;

/** Nobody answers, and the engine does everything itself. */
export const NO_HOST_FUNCTIONS: HostFunctions = { compress: () => 0, verify: () => 0 };

/** Lets OpenSSL work for an instance of a changed module; null for a module as it was published. */
export function connectNatives(instance: object, bounds?: CompressionBounds): NativeCompression | null {
  const memory: unknown = Reflect.get(instance, 'memory');
  if (!(HOOK.table in instance) || !(memory instanceof WebAssembly.Memory)) return null;
  const compression = createNativeCompression(memory, bounds);
  const signatures = createNativeSignatures(memory);
  fillSlots(instance, {
    compress: (state = 0, blocks = 0, count = 0) => compression.compress(state, blocks, count),
    verify: (...values) => signatures.verify(values),
  });
  return compression;
}

/** Puts the host's functions into the slots that the module has for them: the last ones. */
export function fillSlots(instance: object, host: HostFunctions): void {
  const table: unknown = Reflect.get(instance, HOOK.table);
  if (!(table instanceof WebAssembly.Table)) throw new Error('The C2PA engine module exports no table');
  HOST_FUNCTIONS.forEach(({ name, parameters }, i) => {
    const { exports } = new WebAssembly.Instance(wrapperModule(parameters), { e: { f: host[name] } });
    table.set(table.length - HOST_FUNCTIONS.length + i, exports['g']);
  });
}

/**
 * A module that imports a function and exports it again: only a function of WebAssembly can stand in a table.
 * `(module (import "e" "f" (func (param i32 …) (result i32))) (export "g" (func 0)))`
 */
function wrapperModule(parameters: number): WebAssembly.Module {
  const type = [1, 0x60, parameters, ...Array.from({ length: parameters }, () => 0x7f), 1, 0x7f];
  const before = Buffer.from('0061736d01000000', 'hex');
  const after = Buffer.from(['020701016501660000', '07050101670000'].join(''), 'hex');
  return new WebAssembly.Module(Buffer.concat([before, Buffer.from([1, type.length]), Buffer.from(type), after]));
}
