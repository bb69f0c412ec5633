import type { Violation } from '../source/violation.ts';
import { within, type CodeFile, type Edge } from './graph.ts';

const ID = 'pure-views';

/** Components, words and what runs in the browser: functions of data, which know neither the request nor the database. */
const VIEW = /^site\/(.*\/)?(?!(.*-)?(routes|answer)\.tsx$)(words[a-z.-]*\.ts|[a-z-]+\.tsx|islands\/[a-z.-]+\.ts)$/;
const MAY_REACH = /^(site|shared)\//;

/** Views that reach other parts of the server, directly or through a helper beside them. Types are free. */
export function findImpureViews(files: readonly CodeFile[]): Violation[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return files
    .filter(({ path, test }) => !test && VIEW.test(within('server', path) ?? ''))
    .flatMap((view) => firstStray(view, byPath));
}

function firstStray(view: CodeFile, byPath: ReadonlyMap<string, CodeFile>): Violation[] {
  const seen = new Set([view.path]);
  const waiting = view.edges.filter(isValue).map((edge) => ({ edge, line: edge.line }));
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { edge, line } = next;
    const { target } = edge;
    if (target.kind !== 'file' || seen.has(target.path)) continue;
    seen.add(target.path);
    const reached = within('server', target.path);
    if (reached === null) continue;
    if (!MAY_REACH.test(reached)) {
      const message = `"${edge.specifier}" of ${edge.from}: a view of the site may reach only site/ and shared/`;
      return [{ rule: ID, path: view.path, line, message }];
    }
    const further = byPath.get(target.path)?.edges ?? [];
    waiting.push(...further.filter(isValue).map((found) => ({ edge: found, line })));
  }
  return [];
}

function isValue({ typeOnly }: Edge): boolean {
  return !typeOnly;
}
