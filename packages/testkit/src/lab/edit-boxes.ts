import { concat, indexOfBytes, type Bytes, type Part } from '../bytes.ts';
import { box } from '../media/bmff.ts';

const HEAD_BYTES = 8;

/** Puts a box behind the first top box of a type, and moves the offsets of the samples behind it. */
export function insertTopBox(file: Uint8Array, after: string, added: Uint8Array): Bytes {
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  let at = 0;
  while (at + HEAD_BYTES <= file.length) {
    const size = view.getUint32(at);
    const isWanted = indexOfBytes(file.subarray(at + 4, at + HEAD_BYTES), after) === 0;
    at += size;
    if (isWanted) return moveSamples(concat(file.subarray(0, at), added, file.subarray(at)), added.length, at);
  }
  throw new Error(`no ${after} at the top`);
}

/** A `uuid` box. */
export function uuidBox(uuid: string, ...content: Part[]): Bytes {
  return box('uuid', Buffer.from(uuid.replaceAll('-', ''), 'hex'), ...content);
}

/** Overwrites the first occurrence of some bytes by as many others. */
export function overwrite(file: Uint8Array, old: Part, replacement: Part, from = 0): Bytes {
  const [before, now] = [concat(old), concat(replacement)];
  if (before.length !== now.length) throw new RangeError('the replacement has another length');
  const at = indexOfBytes(file, before, from);
  if (at === -1) throw new Error('nothing to replace');
  return concat(file.subarray(0, at), now, file.subarray(at + before.length));
}

/** Sets a 32-bit number at a distance from where a box type stands. */
export function setBoxField(file: Uint8Array, type: string, distance: number, value: number): Bytes {
  const out = concat(file);
  const at = indexOfBytes(out, type);
  if (at === -1) throw new Error(`no ${type}`);
  new DataView(out.buffer).setUint32(at + distance, value);
  return out;
}

/** Adds `shift` to every chunk offset that points behind `from`; for tables of 32-bit offsets. */
export function moveSamples(file: Bytes, shift: number, from: number): Bytes {
  const view = new DataView(file.buffer);
  for (let at = indexOfBytes(file, 'stco'); at !== -1; at = indexOfBytes(file, 'stco', at + 4)) {
    const count = view.getUint32(at + 8);
    for (let index = 0; index < count && at + 16 + index * 4 <= file.length; index += 1) {
      const place = at + 12 + index * 4;
      const offset = view.getUint32(place);
      if (offset >= from) view.setUint32(place, offset + shift);
    }
  }
  return file;
}
