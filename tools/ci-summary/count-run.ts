import { memberOf } from './member.ts';

/** What one run of the tests, or another step of CI, came to. */
export interface RunCount {
  label: string;
  passed: number;
  failed: number;
  skipped: number;
}

/**
 * Counts the JSON report of a vitest run. A file that could not be loaded holds no failed test, and a run that died
 * wrote no report: each counts as one failure, so that "0 failed" means that everything ran.
 */
export function countRun(label: string, report: string | null): RunCount {
  const died = { label, passed: 0, failed: 1, skipped: 0 };
  if (report === null) return died;
  const run: unknown = JSON.parse(report);
  const [passed, failed, pending, todo] = ['numPassedTests', 'numFailedTests', 'numPendingTests', 'numTodoTests'].map(
    (name) => numberIn(run, name),
  );
  if (passed === undefined || failed === undefined) return died;
  const silent = failed === 0 && memberOf(run, 'success') !== true ? 1 : 0;
  return { label, passed, failed: failed + silent, skipped: (pending ?? 0) + (todo ?? 0) };
}

export function addUp(counts: readonly RunCount[]): { passed: number; failed: number } {
  const sum = (pick: (count: RunCount) => number): number => counts.reduce((total, count) => total + pick(count), 0);
  return { passed: sum(({ passed }) => passed), failed: sum(({ failed }) => failed) };
}

function numberIn(value: unknown, name: string): number | undefined {
  const found = memberOf(value, name);
  return typeof found === 'number' ? found : undefined;
}
