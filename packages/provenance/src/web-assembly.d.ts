/** The parts of the WebAssembly JavaScript interface that Node has at run time and its type package leaves out. */
declare namespace WebAssembly {
  function compile(bytes: ArrayBufferView<ArrayBuffer> | ArrayBuffer): Promise<Module>;
  class RuntimeError extends Error {}
  class Memory {
    readonly buffer: ArrayBuffer;
  }
}
