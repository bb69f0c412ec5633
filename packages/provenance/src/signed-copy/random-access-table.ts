import { bufferSource, type RandomAccess } from '../bytes/random-access.ts';
import { nodesAt, topBoxes } from '../label/write/box-tree.ts';
import { bigEndianBytes } from '../label/write/number-bytes.ts';
import { MediaSource } from '../media/media-source.ts';
import { isCredential } from './bmff-content.ts';

interface Place {
  /** Where a fragment's offset is written. */
  at: number;
  width: 4 | 8;
  value: number;
}

/**
 * Repairs the random access table of a fragmented file: the engine writes the offset of a track's last fragment into every
 * row. The engine's hard binding excludes `/mfra`, so the copy stays valid.
 *
 * @throws {DecodeError} the boxes of a file do not fit together
 */
export function mendRandomAccess(original: RandomAccess, copy: Uint8Array): void {
  const before = readPlaces(MediaSource.of(original));
  if (before.places.length === 0) return;
  const after = readPlaces(MediaSource.of(bufferSource(copy)));
  if (after.places.length !== before.places.length) return;
  const moved = after.credentialBytes - before.credentialBytes;
  for (const [index, { value }] of before.places.entries()) {
    const place = after.places[index];
    const offset = value + moved;
    // A row that leads nowhere is left for the check to find.
    const fits = offset >= 0 && offset < (place?.width === 4 ? 2 ** 32 : Number.MAX_SAFE_INTEGER);
    if (place !== undefined && fits) copy.set(bigEndianBytes(offset, place.width), place.at);
  }
}

function readPlaces(source: MediaSource): { places: Place[]; credentialBytes: number } {
  const top = topBoxes(source);
  const credentialBytes = top.filter(isCredential).reduce((sum, { start, end }) => sum + end - start, 0);
  const tables = top.filter(({ type }) => type === 'mfra').flatMap((index) => nodesAt(source, index, ['tfra']));
  const places: Place[] = [];
  for (const table of tables) {
    const cursor = source.cursor(table.contentStart, table.end - table.contentStart, 'tfra');
    const width = cursor.u8('tfra version') === 0 ? 4 : 8;
    cursor.skip(7, 'tfra track');
    const sizes = cursor.u32('tfra sizes') & 63;
    const numbers = ((sizes >> 4) & 3) + ((sizes >> 2) & 3) + (sizes & 3) + 3;
    const count = cursor.u32('tfra count');
    for (let row = 0; row < count; row += 1) {
      source.step('tfra', table.start);
      cursor.skip(width, 'tfra time');
      const at = table.contentStart + 16 + row * (2 * width + numbers) + width;
      places.push({ at, width, value: width === 4 ? cursor.u32('tfra') : cursor.u64('tfra') });
      cursor.skip(numbers, 'tfra row');
    }
  }
  return { places, credentialBytes };
}
