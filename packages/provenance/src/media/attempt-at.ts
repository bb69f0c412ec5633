import type { MediaSource } from './media-source.ts';
import type { MetadataSink } from './metadata-sink.ts';

/** A failure costs as much time as that many structures that are read. */
const FAILURE_STEPS = 30;

/**
 * Runs one reader over one structure of many, as `sink.attempt` does, and charges its failure: a file of nothing but
 * damaged structures would else cost more than its steps are meant to.
 *
 * @throws {LimitError} the file's budget is spent
 */
export function attemptAt(source: MediaSource, sink: MetadataSink, offset: number, read: () => void): void {
  if (!sink.attempt(read)) chargeFailure(source, offset);
}

/** Like `attemptAt`, for a failure that was caught elsewhere. */
export function chargeFailure(source: MediaSource, offset: number): void {
  for (let step = 0; step < FAILURE_STEPS; step += 1) source.step('damaged structures', offset);
}
