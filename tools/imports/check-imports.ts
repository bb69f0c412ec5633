import type { Tree } from '../source/tree.ts';
import type { Violation } from '../source/violation.ts';
import { findCycles } from './cycles.ts';
import { EDGE_RULES } from './edge-rules.ts';
import { FILE_RULES } from './file-rules.ts';
import { readCode, type CodeFile } from './graph.ts';
import { findImpureViews } from './site-views.ts';

export interface ImportsOutcome {
  files: number;
  violations: Violation[];
}

/** Checks every source file of the packages and tools against the layer rules. */
export function checkImports(tree: Tree): ImportsOutcome {
  const files = readCode(tree);
  const violations = [
    ...files.flatMap(checkEdges),
    ...files.flatMap(checkFile),
    ...findCycles(files),
    ...findImpureViews(files),
  ];
  return { files: files.length, violations: violations.toSorted((a, b) => compare(a, b)) };
}

function checkEdges(file: CodeFile): Violation[] {
  const rules = EDGE_RULES.filter((rule) => !file.test || rule.alsoTests === true);
  return file.edges.flatMap((edge) =>
    rules.flatMap((rule) => {
      const why = rule.why(edge);
      if (why === null) return [];
      return [{ rule: rule.id, path: file.path, line: edge.line, message: `"${edge.specifier}": ${why}` }];
    }),
  );
}

function checkFile(file: CodeFile): Violation[] {
  if (file.test) return [];
  return FILE_RULES.flatMap((rule) =>
    rule.lines(file).map((line) => ({ rule: rule.id, path: file.path, line, message: rule.why })),
  );
}

function compare(a: Violation, b: Violation): number {
  return a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1;
}
