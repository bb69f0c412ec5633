import { sortSplices, type Splice } from './splice.ts';
import { LabelWriteError, type LabelPlan } from './writer.ts';

/**
 * The plan of an image's writer. Structures of a damaged file can lie inside one another, and then changes would overlap.
 * @throws {LabelWriteError}
 */
export function imagePlan(splices: readonly Splice[], location: string): LabelPlan {
  try {
    return { splices: sortSplices(insertionsFirst(splices)), location, isFallback: false };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new LabelWriteError('media_unreadable', 'Structures of the file overlap', { cause: error });
  }
}

/** What is inserted in front of something that is taken out comes before it in the list; the other way round they overlap. */
export function insertionsFirst(splices: readonly Splice[]): Splice[] {
  return splices.toSorted((a, b) => a.offset - b.offset || a.removed - b.removed);
}
