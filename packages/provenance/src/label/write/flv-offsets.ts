import type { AmfValue } from '../../media/amf0.ts';
import { shiftedOffset, type Splice } from './splice.ts';

const NUMBER_BYTES = 8;
const FILE_OFFSET_NAMES = 3;
const NAME_MAX_CHARS = 32;

/** Numbers of `onMetaData` that count bytes of the file, by the names that lead to them; '' stands for an array. */
const FILE_SIZE = 'filesize';
const FILE_OFFSETS = new Set(['lastkeyframelocation', 'keyframes/filepositions/']);

/** Seek tables and the file's size, as they are after the changes. */
export function offsetSplices(values: readonly AmfValue[], splices: readonly Splice[]): Splice[] {
  const total = splices.reduce((sum, { removed, inserted }) => sum + inserted.length - removed, 0);
  if (total === 0) return [];
  return values.flatMap(({ names, number, offset }) => {
    if (number === null || !Number.isSafeInteger(number) || number <= 0) return [];
    // Names are the file's own and may be of any length.
    if (names.length > FILE_OFFSET_NAMES || names.some(({ length }) => length > NAME_MAX_CHARS)) return [];
    const name = names.join('/').toLowerCase();
    if (name === FILE_SIZE) return [numberSplice(offset, number + total)];
    if (!FILE_OFFSETS.has(name)) return [];
    const shifted = shiftedOffset(splices, number);
    return shifted === number ? [] : [numberSplice(offset, shifted)];
  });
}

function numberSplice(offset: number, value: number): Splice {
  const inserted = new Uint8Array(NUMBER_BYTES);
  new DataView(inserted.buffer).setFloat64(0, value);
  return { offset, removed: NUMBER_BYTES, inserted };
}
