import { dirname, join } from 'node:path/posix';
import { isBuiltin } from 'node:module';
import { listImports } from '../source/import-list.ts';
import { tokenize, type Token } from '../source/lexer.ts';
import { isCode, isTest, type Tree } from '../source/tree.ts';

/** Entries beside the door of a package; its package.json exports them. */
const SUBPATHS = /^@revera\/(provenance\/(?:statuses|statement)|testkit\/[a-z]+)$/;

/** What an import specifier means. `path` of a file is relative to the repository root. */
export type Target =
  | { kind: 'file'; path: string }
  | { kind: 'ours'; name: string; door: boolean }
  | { kind: 'builtin'; name: string }
  | { kind: 'npm'; name: string };

export interface Edge {
  from: string;
  line: number;
  specifier: string;
  typeOnly: boolean;
  target: Target;
}

export interface CodeFile {
  path: string;
  test: boolean;
  tokens: Token[];
  edges: Edge[];
}

export function readCode(tree: Tree): CodeFile[] {
  return tree.paths.filter(isCode).map((path) => {
    const tokens = tokenize(tree.text(path));
    const edges = listImports(tokens).map((found) => ({
      ...found,
      from: path,
      target: resolve(path, found.specifier),
    }));
    return { path, test: isTest(path), tokens, edges };
  });
}

function resolve(from: string, specifier: string): Target {
  if (specifier.startsWith('.')) return { kind: 'file', path: join(dirname(from), specifier) };
  if (specifier.startsWith('/')) return { kind: 'file', path: specifier };
  if (isBuiltin(specifier)) return { kind: 'builtin', name: specifier.replace(/^node:/, '') };
  const [scope = '', name = '', ...rest] = specifier.split('/');
  if (scope === '@revera') return { kind: 'ours', name, door: rest.length === 0 || SUBPATHS.test(specifier) };
  return { kind: 'npm', name: scope.startsWith('@') ? `${scope}/${name}` : scope };
}

/** `provenance`, `server`, `cli`, `testkit` or `tools`. */
export function packageOf(path: string): string {
  return /^packages\/([^/]+)\//.exec(path)?.[1] ?? 'tools';
}

/** The path below a package's `src`, or null for a file of another package. */
export function within(packageName: string, path: string): string | null {
  const prefix = `packages/${packageName}/src/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : null;
}
