import type { RandomAccess } from '@revera/provenance';

/** A source that counts the bytes it gives. */
export function countBytes(source: RandomAccess): { source: RandomAccess; bytes(): number } {
  let bytes = 0;
  const countedRead: RandomAccess['read'] = (offset, length) => {
    const piece = source.read(offset, length);
    bytes += piece.length;
    return piece;
  };
  return { source: { ...source, read: countedRead }, bytes: () => bytes };
}
