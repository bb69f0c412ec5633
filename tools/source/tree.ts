import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** The files a checker looks at: paths relative to the root, with `/`, sorted. Text is read on demand and kept. */
export interface Tree {
  root: string;
  paths: readonly string[];
  /** Throws when the path is not one of `paths`. */
  text(path: string): string;
  has(path: string): boolean;
}

const NOT_SOURCE = new Set(['node_modules', 'dist', '.builds', 'data', 'coverage', '.git']);

/** Reads a working tree: what git tracks or would track; without git, every file outside the generated folders. */
export function readTree(root: string): Tree {
  const paths = ((existsSync(join(root, '.git')) ? listWithGit(root) : null) ?? listFolder(root, root)).toSorted();
  const known = new Set(paths);
  const texts = new Map<string, string>();
  return {
    root,
    paths,
    has: (path) => known.has(path),
    text(path) {
      if (!known.has(path)) throw new Error(`${path} is not a file of this tree`);
      let text = texts.get(path);
      if (text === undefined) texts.set(path, (text = readFileSync(join(root, path), 'utf8')));
      return text;
    },
  };
}

/** Sources that the layer and size rules are about. */
export function isCode(path: string): boolean {
  return /^(packages\/[^/]+\/(src|bin)|tools)\/.*\.(ts|tsx|mjs)$/.test(path) || path === 'build.mjs';
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path);
}

/** Null where git cannot answer: it is not installed, or the folder belongs to somebody else. */
function listWithGit(root: string): string[] | null {
  const { status, stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) return null;
  // A file that was deleted and not yet committed is still listed.
  return [...new Set(stdout.split('\0'))].filter((path) => path !== '' && existsSync(join(root, path)));
}

function listFolder(folder: string, root: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (NOT_SOURCE.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return listFolder(path, root);
    return entry.isFile() ? [relative(root, path).split(sep).join('/')] : [];
  });
}
