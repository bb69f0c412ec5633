import type { FileOutcome } from './verify-file.ts';

/** Writes the outcomes of a run, in order. */
export interface Printer {
  show(outcome: FileOutcome): void;
  /** Called once, after the last outcome. */
  end(): void;
}
