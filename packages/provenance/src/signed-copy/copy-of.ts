import type { RandomAccess } from '../bytes/random-access.ts';
import { copySpliced, splicedSize, type Splice } from '../label/write/splice.ts';

/** A file with changes, in memory. */
export function copyOf(file: RandomAccess, splices: readonly Splice[]): Uint8Array {
  const bytes = new Uint8Array(splicedSize(file.size, splices));
  let filled = 0;
  copySpliced(file, splices, (piece) => {
    bytes.set(piece, filled);
    filled += piece.length;
  });
  return bytes;
}
