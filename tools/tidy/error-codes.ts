import type { Tree } from '../source/tree.ts';
import type { Violation } from '../source/violation.ts';
import { ERROR_TABLE, raisedCodes, readErrorTable } from './error-table.ts';

/**
 * A published code that nothing raises is a promise nobody keeps. `waiting` holds the codes whose area is not built
 * yet; one that is raised leaves it.
 */
export function checkErrorCodes(tree: Tree, waiting: Readonly<Record<string, string>>): Violation[] {
  const table = readErrorTable(tree);
  const raised = raisedCodes(tree);
  if (tree.has(ERROR_TABLE) && table.length === 0) {
    return [{ rule: 'error-codes', path: ERROR_TABLE, line: 0, message: 'no code could be read from the table' }];
  }
  const broken = table.flatMap(({ code, line }) => {
    const message = problemOf(raised.has(code), waiting[code]);
    return message === null ? [] : [{ rule: 'error-codes', path: ERROR_TABLE, line, message: `${code} ${message}` }];
  });
  const known = new Set(table.map(({ code }) => code));
  const gone = Object.keys(waiting).filter((code) => table.length > 0 && !known.has(code));
  return [
    ...broken,
    ...gone.map((code) => ({
      rule: 'error-codes',
      path: 'tools/tidy/not-yet-raised.ts',
      line: 0,
      message: `${code} is not in the table of error codes`,
    })),
  ];
}

function problemOf(raised: boolean, area: string | undefined): string | null {
  if (raised) return area === undefined ? null : 'is raised now: take it out of tools/tidy/not-yet-raised.ts';
  return area === undefined ? 'is raised by no source file' : null;
}
