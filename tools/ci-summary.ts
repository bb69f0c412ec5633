import { existsSync, readFileSync } from 'node:fs';
import { addUp, countRun, type RunCount } from './ci-summary/count-run.ts';
import { failedTests } from './ci-summary/failed-tests.ts';
import { slowestFiles } from './ci-summary/slowest-files.ts';

/**
 * Prints what the test runs of `.ci/run` came to, with the slowest files and the failed tests of each, and as the last line
 * `N passed, N failed`. Arguments: `LABEL=REPORT.json` for each run of vitest, and `LABEL!` for each other step that failed.
 */
const SLOWEST = 10;

const counts: RunCount[] = [];
const failures: string[] = [];
for (const argument of process.argv.slice(2)) {
  const [label = '', path] = argument.split('=');
  if (path === undefined) {
    counts.push({ label: label.replace(/!$/, ''), passed: 0, failed: 1, skipped: 0 });
    continue;
  }
  const report = existsSync(path) ? readFileSync(path, 'utf8') : null;
  counts.push(countRun(label, report));
  for (const { path: file, title, message } of failedTests(report, process.cwd())) {
    failures.push(`Failed, ${label}: ${file}: ${title ?? 'the file itself'}\n${message}`);
  }
  console.log(`Slowest files, ${label}:`);
  for (const { path: file, seconds } of slowestFiles(report, { root: process.cwd(), count: SLOWEST })) {
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
  }
}

for (const failure of failures) console.log(failure);
for (const { label, passed, failed, skipped } of counts) {
  console.log(`${label}: ${passed} passed, ${failed} failed, ${skipped} skipped`);
}
const total = addUp(counts);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
