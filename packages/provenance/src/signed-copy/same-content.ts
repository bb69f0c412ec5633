import type { RandomAccess } from '../bytes/random-access.ts';
import { sortSplices, type Splice } from '../label/write/splice.ts';
import { LIMITS } from '../limits.ts';
import type { Range } from './tiff-content.ts';

/** What must be kept of a file, in order: ranges of it, and bytes that stand for what is written there. */
export interface KeptContent {
  file: RandomAccess;
  parts: readonly (Range | Uint8Array)[];
}

/**
 * A file with changes.
 * @throws {LabelWriteError} they overlap
 */
export function splicedContent(file: RandomAccess, splices: readonly Splice[]): KeptContent {
  const parts: (Range | Uint8Array)[] = [];
  let start = 0;
  for (const { offset, removed, inserted } of sortSplices(splices)) {
    parts.push({ start, end: offset }, inserted);
    start = offset + removed;
  }
  return { file, parts: [...parts, { start, end: Math.max(start, file.size) }] };
}

/** Whether both consist of the same bytes, however they are divided into parts. Reads both piece by piece. */
export function isSameContent(one: KeptContent, other: KeptContent): boolean {
  if (sizeOf(one) !== sizeOf(other)) return false;
  const [left, right] = [piecesOf(one), piecesOf(other)];
  let [a, b]: [Buffer, Buffer] = [NOTHING, NOTHING];
  for (;;) {
    if (a.length === 0) a = left.next().value ?? NOTHING;
    if (b.length === 0) b = right.next().value ?? NOTHING;
    const length = Math.min(a.length, b.length);
    // The sizes are equal, so both end together.
    if (length === 0) return true;
    if (a.compare(b, 0, length, 0, length) !== 0) return false;
    [a, b] = [a.subarray(length), b.subarray(length)];
  }
}

const NOTHING = Buffer.alloc(0);

function sizeOf({ parts }: KeptContent): number {
  return parts.reduce((sum, part) => sum + (part instanceof Uint8Array ? part.length : part.end - part.start), 0);
}

/** None is empty. */
function* piecesOf({ file, parts }: KeptContent): Generator<Buffer, undefined> {
  for (const part of parts) {
    if (part instanceof Uint8Array) {
      if (part.length > 0) yield bufferOver(part);
    } else {
      for (let at = part.start; at < part.end; at += LIMITS.copyPieceBytes) {
        const length = Math.min(LIMITS.copyPieceBytes, part.end - at);
        const piece = file.read(at, length);
        if (piece.length < length) throw new RangeError('the file became shorter while it was read');
        yield bufferOver(piece);
      }
    }
  }
}

function bufferOver({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}
