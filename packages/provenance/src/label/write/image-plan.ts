import { sortSplices, type Splice } from './splice.ts';
import type { LabelPlan } from './writer.ts';

/**
 * The plan of an image's writer.
 * @throws {LabelWriteError} structures of the file overlap
 */
export function imagePlan(splices: readonly Splice[], location: string): LabelPlan {
  return { splices: sortSplices(splices), location, isFallback: false };
}
