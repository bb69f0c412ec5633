import { existsSync, readFileSync } from 'node:fs';
import { addUp, countRun, type RunCount } from './ci-summary/count-run.ts';

/**
 * Prints what the test runs of `.ci/run` came to and, as the last line, `N passed, N failed`.
 * Arguments: `LABEL=REPORT.json` for each run of vitest, and `LABEL!` for each other step that failed.
 */
const counts = process.argv.slice(2).map((argument): RunCount => {
  const [label = '', report] = argument.split('=');
  if (report === undefined) return { label: label.replace(/!$/, ''), passed: 0, failed: 1, skipped: 0 };
  return countRun(label, existsSync(report) ? readFileSync(report, 'utf8') : null);
});

for (const { label, passed, failed, skipped } of counts) {
  console.log(`${label}: ${passed} passed, ${failed} failed, ${skipped} skipped`);
}
const total = addUp(counts);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
