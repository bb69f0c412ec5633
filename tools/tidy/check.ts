import type { Tree } from '../source/tree.ts';
import type { Violation } from '../source/violation.ts';

/** One promise of the repository: looks at the tree and names every place that breaks it. */
export type Check = (tree: Tree) => Violation[];

/** The lines of a text, for checks that read line by line; numbers are 1-based. */
export function numberedLines(text: string): [line: number, text: string][] {
  return text.split('\n').map((content, index) => [index + 1, content]);
}
