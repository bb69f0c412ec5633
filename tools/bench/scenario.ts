import type { Table } from './table.ts';

export const MIB = 1024 * 1024;

/** One thing that is measured. */
export interface Scenario {
  /** For `--only`. */
  name: string;
  run(context: BenchContext): Promise<ScenarioResult>;
}

export interface BenchContext {
  /** Fewer repetitions and no file above 10 MiB: shows that everything runs, not how fast it is. */
  isQuick: boolean;
  /** A private folder of this scenario; it is deleted afterwards. */
  folder: string;
}

export interface ScenarioResult {
  tables: Table[];
  targets: Target[];
  /** What a reader of the tables has to know. */
  notes: string[];
}

/** A figure that was promised: below one number, or at least another. */
export type Target = ({ below: number; atLeast?: never } | { atLeast: number; below?: never }) & {
  name: string;
  /** In the unit that `name` says. Null when it could not be measured here. */
  measured: number | null;
};
