import { relative } from 'node:path';
import { memberOf } from './member.ts';

export interface FailedTest {
  path: string;
  /** The whole title; null when the file itself failed, so that none of its tests ran. */
  title: string | null;
  /** The first lines of what it said. */
  message: string;
}

const MESSAGE_LINES = 6;

/** The failed tests of the JSON report of a vitest run, so that the end of a long log says what is wrong. */
export function failedTests(report: string | null, root: string): FailedTest[] {
  const files = report === null ? [] : listOf(JSON.parse(report), 'testResults');
  return files.flatMap((file) => {
    const name = memberOf(file, 'name');
    const path = typeof name === 'string' ? relative(root, name) : '';
    const failed = listOf(file, 'assertionResults').filter((test) => memberOf(test, 'status') === 'failed');
    if (failed.length > 0) return failed.map((test) => failedTest(path, test));
    return memberOf(file, 'status') === 'failed'
      ? [{ path, title: null, message: firstLines(memberOf(file, 'message')) }]
      : [];
  });
}

function failedTest(path: string, test: unknown): FailedTest {
  const title = memberOf(test, 'fullName');
  return {
    path,
    title: typeof title === 'string' ? title : '',
    message: firstLines(listOf(test, 'failureMessages')[0]),
  };
}

function listOf(value: unknown, name: string): unknown[] {
  const list = memberOf(value, name);
  return Array.isArray(list) ? list : [];
}

function firstLines(text: unknown): string {
  return typeof text === 'string' ? text.split('\n').slice(0, MESSAGE_LINES).join('\n') : '';
}
