import { relative } from 'node:path';
import { memberOf } from './member.ts';

export interface FileTime {
  path: string;
  seconds: number;
}

/** The test files of the JSON report of a vitest run that took longest, from their first test to their last. */
export function slowestFiles(report: string | null, { root, count }: { root: string; count: number }): FileTime[] {
  const files: unknown = report === null ? [] : memberOf(JSON.parse(report), 'testResults');
  if (!Array.isArray(files)) return [];
  return files
    .map((file: unknown) => timeOf(file, root))
    .filter((time) => time !== null)
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, count);
}

function timeOf(file: unknown, root: string): FileTime | null {
  const [name, start, end] = [memberOf(file, 'name'), memberOf(file, 'startTime'), memberOf(file, 'endTime')];
  if (typeof name !== 'string' || typeof start !== 'number' || typeof end !== 'number') return null;
  return { path: relative(root, name), seconds: (end - start) / 1000 };
}
