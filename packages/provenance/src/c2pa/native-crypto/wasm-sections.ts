/** A WebAssembly module in parts (WebAssembly core 1.0 §5.5); sections are views of the module. */
export interface Section {
  id: number;
  content: Uint8Array;
}

export const SECTION = {
  type: 1,
  import: 2,
  function: 3,
  table: 4,
  memory: 5,
  export: 7,
  element: 9,
  code: 10,
} as const;

const HEADER = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];

/** @throws {Error} when the module is cut short */
export function readSections(module: Uint8Array): Section[] {
  const cursor = new ModuleCursor(module.subarray(HEADER.length));
  const sections: Section[] = [];
  while (!cursor.isAtEnd()) {
    const id = cursor.byte();
    sections.push({ id, content: cursor.take(cursor.number()) });
  }
  return sections;
}

export function writeModule(sections: readonly Section[]): Uint8Array<ArrayBuffer> {
  const parts = sections.flatMap(({ id, content }) => [[id, ...encodeNumber(content.length)], content]);
  return concat(HEADER, ...parts);
}

/** Reads the numbers and vectors that a section is made of, one after the other. */
export class ModuleCursor {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  byte(): number {
    const [byte = 0] = this.take(1);
    return byte;
  }

  /** An unsigned number in LEB128. */
  number(): number {
    let value = 0;
    for (let i = 0; i < 5; i++) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** (7 * i);
      if (byte < 0x80) return value;
    }
    throw new Error('The C2PA engine module is damaged');
  }

  take(length: number): Uint8Array {
    if (this.#at + length > this.#bytes.length) throw new Error('The C2PA engine module is damaged');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  rest(): Uint8Array {
    return this.take(this.#bytes.length - this.#at);
  }
}

/** Unsigned LEB128. */
export function encodeNumber(value: number): number[] {
  const out: number[] = [];
  let rest = value;
  do {
    const low = rest & 0x7f;
    rest = Math.floor(rest / 128);
    out.push(rest > 0 ? low | 0x80 : low);
  } while (rest > 0);
  return out;
}

/** Signed LEB128 of a 32-bit number, as `i32.const` has it. */
export function encodeWord(value: number): number[] {
  const out: number[] = [];
  for (let rest = value | 0; ;) {
    const low = rest & 0x7f;
    rest >>= 7;
    if ((rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0)) return [...out, low];
    out.push(low | 0x80);
  }
}

export function concat(...parts: readonly ArrayLike<number>[]): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
