/** The parts of the WebAssembly JavaScript interface that Node has at run time and its type package leaves out. */
declare namespace WebAssembly {
  function compile(bytes: ArrayBufferView<ArrayBuffer> | ArrayBuffer): Promise<Module>;
  class RuntimeError extends Error {}
  class Memory {
    readonly buffer: ArrayBuffer;
    /** Answers the size before, in pages of 64 KiB. */
    grow(pages: number): number;
  }
  class Table {
    readonly length: number;
    set(index: number, value: unknown): void;
  }
  class Module {
    constructor(bytes: ArrayBufferView<ArrayBuffer> | ArrayBuffer);
    static imports(module: Module): { module: string; name: string; kind: string }[];
  }
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, unknown>>);
    readonly exports: Record<string, Memory | Table | ((...parameters: number[]) => unknown)>;
  }
}
