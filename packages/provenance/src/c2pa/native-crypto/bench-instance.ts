export const PAGE_BYTES = 65_536;

/** An instance of a changed module for tests of its functions, with memory of its own for their arguments. */
export interface BenchInstance {
  instance: object;
  memory: WebAssembly.Memory;
  /** Where the engine's own memory ends and free memory begins. */
  at: number;
  /** @throws {Error} when the module exports no such function */
  functionNamed: (name: string) => (...values: number[]) => unknown;
}

/** The imports of the engine are never called. */
export function openBenchInstance(module: WebAssembly.Module, freePages: number): BenchInstance {
  const imports: Record<string, Record<string, () => void>> = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    (imports[from] ??= {})[name] = () => undefined;
  }
  const { exports } = new WebAssembly.Instance(module, imports);
  const { memory } = exports;
  if (!(memory instanceof WebAssembly.Memory)) throw new Error('The C2PA engine module exports no memory');
  return {
    instance: exports,
    memory,
    at: memory.grow(freePages) * PAGE_BYTES,
    functionNamed: (name) => {
      const found: unknown = exports[name];
      if (!isFunction(found)) throw new Error(`The C2PA engine module exports no function ${name}`);
      return found;
    },
  };
}

function isFunction(value: unknown): value is (...values: number[]) => unknown {
  return typeof value === 'function';
}
