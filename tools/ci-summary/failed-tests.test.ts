import { describe, expect, it } from 'vitest';
import { failedTests } from './failed-tests.ts';

const report = JSON.stringify({
  testResults: [
    {
      name: '/repository/packages/a.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [
        { fullName: 'a works', status: 'passed', failureMessages: [] },
        { fullName: 'a fails', status: 'failed', failureMessages: ['Error: 1\n2\n3\n4\n5\n6\n7'] },
      ],
    },
    { name: '/repository/b.test.ts', status: 'failed', message: 'Error: cannot be loaded', assertionResults: [] },
    { name: '/repository/c.test.ts', status: 'passed', message: '', assertionResults: [] },
  ],
});

describe('failedTests', () => {
  it('names failed tests with the beginning of what they said, and files that could not be loaded', () => {
    expect(failedTests(report, '/repository')).toEqual([
      { path: 'packages/a.test.ts', title: 'a fails', message: 'Error: 1\n2\n3\n4\n5\n6' },
      { path: 'b.test.ts', title: null, message: 'Error: cannot be loaded' },
    ]);
  });

  it.each([null, '[]', '{"testResults":[{}]}'])('names none of %s', (text) => {
    expect(failedTests(text, '/repository')).toEqual([]);
  });
});
