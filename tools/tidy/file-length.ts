import { isCode } from '../source/tree.ts';
import type { Check } from './check.ts';

const MAX_LINES = 400;

/** Nobody reads a file of a thousand lines; a second use case in a file means a second file. */
export const checkFileLength: Check = (tree) =>
  tree.paths.filter(isCode).flatMap((path) => {
    const lines = tree.text(path).trimEnd().split('\n').length;
    if (lines <= MAX_LINES) return [];
    return [{ rule: 'file-length', path, line: 0, message: `${lines} lines; a file has at most ${MAX_LINES}` }];
  });
