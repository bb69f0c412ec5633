import { describe, expect, it } from 'vitest';
import { addUp, countRun } from './count-run.ts';

const report = (failed: number, success: boolean): string =>
  JSON.stringify({ numPassedTests: 7, numFailedTests: failed, numPendingTests: 2, numTodoTests: 1, success });

describe('countRun', () => {
  it.each([
    ['a good run', report(0, true), { passed: 7, failed: 0, skipped: 3 }],
    ['failed tests', report(2, false), { passed: 7, failed: 2, skipped: 3 }],
    ['a file that could not be loaded', report(0, false), { passed: 7, failed: 1, skipped: 3 }],
    ['a run that wrote no report', null, { passed: 0, failed: 1, skipped: 0 }],
    ['a report of another form', '[]', { passed: 0, failed: 1, skipped: 0 }],
  ])('counts %s', (_title, text, expected) => {
    expect(countRun('unit', text)).toEqual({ label: 'unit', ...expected });
  });
});

describe('addUp', () => {
  it('sums passed and failed over all runs', () => {
    expect(addUp([countRun('a', report(2, false)), countRun('b', null)])).toEqual({ passed: 7, failed: 3 });
  });
});
