import { itemLocations, locationForm, type ItemLocation } from '../../media/bmff/item-table.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { bigEndianBytes, fullBoxFields } from './number-bytes.ts';
import type { BoxEditor, Shift } from './box-editor.ts';
import type { BoxNode } from './box-tree.ts';

const UINT32_LIMIT = 2 ** 32;
/** How much further an offset may move than the file is long today: labels and tables are far smaller. */
const GROWTH_BYTES = 64 * 1024 * 1024;

/** An item whose bytes this writer moves. */
export interface PlacedItem {
  id: number;
  length: number;
  place: (shift: Shift) => number;
}

/**
 * Rewrites `iloc`, each extent with its own offset and no base: file offsets follow the changes, and `placed` is where the
 * caller says. Fields are as wide as a file of this size needs.
 */
export function rewriteLocations(
  source: MediaSource,
  editor: BoxEditor,
  { table, placed }: { table: BoxNode; placed: PlacedItem | null },
): void {
  const { contentStart, start, end } = table;
  const { version, indexBytes } = locationForm(source.cursor(contentStart, 6, 'iloc'));
  const kept = Array.from(itemLocations(source, table)).filter(({ id }) => id !== placed?.id);
  const largest = kept.flatMap(({ base, extents }) => extents.map(({ offset, length }) => base + offset + length));
  const width = Math.max(source.size, largestOf(largest)) + GROWTH_BYTES < UINT32_LIMIT ? 4 : 8;
  const form = { version, indexBytes, width };
  const make = (shift: Shift): Uint8Array =>
    encode([...kept.map(rowOf(source, shift)), ...placedRow(placed, shift)], form);
  editor.replaceLater(table.parent, {
    offset: start,
    removed: end - start,
    // The offsets do not change the length of the table.
    length: encode([...kept.map(rowOf(source, (offset) => offset)), ...placedRow(placed, () => 0)], form).length,
    make,
  });
}

function largestOf(values: readonly number[]): number {
  return values.reduce((largest, value) => Math.max(largest, value), 0);
}

type Row = Omit<ItemLocation, 'base'>;

function rowOf(source: MediaSource, shift: Shift): (location: ItemLocation) => Row {
  return ({ id, method, dataReference, base, extents }) => {
    const isHere = method === 0 && dataReference === 0;
    const moved = extents.map(({ index, offset, length }) => {
      const at = base + offset;
      // Length 0 is "to the end", and the end moves.
      return isHere ? { index, offset: shift(at), length: length || source.size - at } : { index, offset: at, length };
    });
    return { id, method, dataReference, extents: moved };
  };
}

function placedRow(placed: PlacedItem | null, shift: Shift): Row[] {
  if (placed === null) return [];
  const { id, length, place } = placed;
  return [{ id, method: 0, dataReference: 0, extents: [{ index: 0, offset: Math.max(0, place(shift)), length }] }];
}

interface Form {
  version: number;
  indexBytes: number;
  width: number;
}

function encode(rows: readonly Row[], { version, indexBytes, width }: Form): Uint8Array {
  const idBytes = version < 2 ? 2 : 4;
  const content = [
    ...fullBoxFields(version),
    width * 16 + width,
    version === 0 ? 0 : indexBytes,
    ...bigEndianBytes(rows.length, idBytes),
  ];
  for (const { id, method, dataReference, extents } of rows) {
    content.push(...bigEndianBytes(id, idBytes));
    if (version > 0) content.push(...bigEndianBytes(method, 2));
    content.push(...bigEndianBytes(dataReference, 2), ...bigEndianBytes(extents.length, 2));
    for (const { index, offset, length } of extents) {
      content.push(
        ...bigEndianBytes(index, indexBytes),
        ...bigEndianBytes(offset, width),
        ...bigEndianBytes(length, width),
      );
    }
  }
  return Uint8Array.from([...bigEndianBytes(content.length + 8, 4), 0x69, 0x6c, 0x6f, 0x63, ...content]);
}
