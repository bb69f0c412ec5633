import type { RandomAccess } from '../../bytes/random-access.ts';
import { LIMITS } from '../../limits.ts';
import { LabelWriteError, type Splice } from './writer.ts';

export type { Splice };

/**
 * In order of offset, an insertion before what is removed at its place.
 * @throws {LabelWriteError} they overlap: structures of a damaged file can lie inside one another
 */
export function sortSplices(splices: readonly Splice[]): Splice[] {
  const sorted = splices.toSorted((a, b) => a.offset - b.offset || a.removed - b.removed);
  for (const [index, { offset, removed }] of sorted.entries()) {
    const next = sorted[index + 1];
    if (next !== undefined && next.offset < offset + removed) {
      throw new LabelWriteError('media_unreadable', 'structures of the file overlap');
    }
  }
  return sorted;
}

/** The position of an original byte after the changes; for a removed byte, where its replacement begins. */
export function shiftedOffset(splices: readonly Splice[], offset: number): number {
  let shift = 0;
  for (const { offset: at, removed, inserted } of splices) {
    if (at + removed <= offset) shift += inserted.length - removed;
    else if (at < offset) return at + shift;
  }
  return offset + shift;
}

/** Bytes of the changed file. */
export function splicedSize(size: number, splices: readonly Splice[]): number {
  return splices.reduce((sum, { removed, inserted }) => sum + inserted.length - removed, size);
}

/** Writes the changed file out in pieces, so that a file of any size can be changed. */
export function copySpliced(
  original: RandomAccess,
  splices: readonly Splice[],
  write: (bytes: Uint8Array) => void,
): void {
  let from = 0;
  const copyTo = (end: number): void => {
    while (from < end) {
      const piece = original.read(from, Math.min(LIMITS.copyPieceBytes, end - from));
      if (piece.length === 0) throw new RangeError('the file became shorter while it was read');
      write(piece);
      from += piece.length;
    }
  };
  for (const { offset, removed, inserted } of sortSplices(splices)) {
    copyTo(offset);
    write(inserted);
    from = offset + removed;
  }
  copyTo(original.size);
}

/** The changed bytes of a file that is in memory. */
export function applySplices(original: Uint8Array, splices: readonly Splice[]): Uint8Array {
  const sorted = sortSplices(splices);
  const out = new Uint8Array(splicedSize(original.length, sorted));
  let [from, to] = [0, 0];
  for (const { offset, removed, inserted } of sorted) {
    out.set(original.subarray(from, offset), to);
    to += offset - from;
    out.set(inserted, to);
    to += inserted.length;
    from = offset + removed;
  }
  out.set(original.subarray(from), to);
  return out;
}
