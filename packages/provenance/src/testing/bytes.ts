/** Builders of hostile and ordinary bytes for tests. */

export function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

export function concat(...parts: (Uint8Array | readonly number[])[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

export function u32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

export function u64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value);
  return bytes;
}

/** A box of the ISO kind: 32-bit length, four characters, content. */
export function box(type: string, ...content: (Uint8Array | readonly number[])[]): Uint8Array {
  const body = concat(...content);
  return concat(u32(body.length + 8), ascii(type), body);
}

/** A JUMBF superbox with a label; `type` is the first four characters of its content type. */
export function superBox(type: string, label: string, ...children: Uint8Array[]): Uint8Array {
  const uuid = concat(ascii(type), Buffer.from('00110010800000aa00389b71', 'hex'));
  return box('jumb', box('jumd', uuid, [0x03], Buffer.from(label), [0]), ...children);
}
