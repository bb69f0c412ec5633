import { describe, expect, it } from 'vitest';
import { slowestFiles } from './slowest-files.ts';

const file = (name: string, seconds: number) => ({
  name: `/repository/packages/${name}`,
  startTime: 1_000,
  endTime: 1_000 + 1000 * seconds,
});
const options = { root: '/repository', count: 2 };

describe('slowestFiles', () => {
  it('names so many of a run, the slowest first', () => {
    const report = JSON.stringify({
      testResults: [file('a.test.ts', 1), file('b.test.ts', 9.5), file('c.test.ts', 3)],
    });
    expect(slowestFiles(report, options)).toEqual([
      { path: 'packages/b.test.ts', seconds: 9.5 },
      { path: 'packages/c.test.ts', seconds: 3 },
    ]);
  });

  it.each([null, '[]', '{"testResults":[{}]}'])('names none of %s', (report) => {
    expect(slowestFiles(report, options)).toEqual([]);
  });
});
