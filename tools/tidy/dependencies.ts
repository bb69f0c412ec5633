import type { Violation } from '../source/violation.ts';
import { numberedLines, type Check } from './check.ts';
import { rangeAccepts } from './node-range.ts';

/** The oldest Node.js that the product promises to run on (package.json, engines). */
const OLDEST_NODE = '20.19.0';

/** Every package that is installed for sure runs on the oldest Node.js we promise. npm checks only the direct ones. */
export const checkEngines: Check = (tree) => {
  if (!tree.has('package-lock.json')) return [];
  return lockedPackages(tree.text('package-lock.json')).flatMap(({ name, node, optional }) => {
    if (node === null || optional) return [];
    const problem = rangeProblem(node);
    return problem === null ? [] : [violation('engines', 'package-lock.json', 0, `${name}: ${problem}`)];
  });
};

/** The lockfile and the settings name no download address, so that they work with any registry. */
export const checkDownloadAddresses: Check = (tree) => [
  ...(tree.has('package-lock.json') ? numberedLines(tree.text('package-lock.json')) : [])
    .filter(([, text]) => /"resolved": "(?!packages\/)[a-z+]+:/.test(text))
    .map(([line]) => violation('download-address', 'package-lock.json', line, 'the lockfile names a download address')),
  ...(tree.has('.npmrc') ? numberedLines(tree.text('.npmrc')) : [])
    .filter(([, text]) => /^\s*((@[^:]+:)?registry\s*=|\/\/)/.test(text))
    .map(([line]) => violation('download-address', '.npmrc', line, 'the settings name a registry or its credentials')),
];

const DEPENDENCY_TABLE = 'docs/decisions/0011-dependencies.md';

/** Every direct dependency has a row in the table that says why it is here. */
export const checkDependencyTable: Check = (tree) => {
  if (!tree.has(DEPENDENCY_TABLE)) return [];
  const rows = tree
    .text(DEPENDENCY_TABLE)
    .split('\n')
    .filter((line) => line.startsWith('|'));
  const named = new Set(
    rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name)),
  );
  return tree.paths
    .filter((path) => /^(packages\/[^/]+\/)?package\.json$/.test(path))
    .flatMap((path) =>
      directDependencies(tree.text(path))
        .filter((name) => !name.startsWith('@revera/') && !named.has(name))
        .map((name) => violation('dependency-table', path, 0, `${name} has no row in ${DEPENDENCY_TABLE}`)),
    );
};

function directDependencies(manifest: string): string[] {
  const parsed: unknown = JSON.parse(manifest);
  return ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'].flatMap((kind) =>
    Object.keys(member(parsed, kind) ?? {}),
  );
}

interface LockedPackage {
  name: string;
  node: string | null;
  optional: boolean;
}

function lockedPackages(lockfile: string): LockedPackage[] {
  return Object.entries(member(JSON.parse(lockfile), 'packages') ?? {}).map(([name, entry]) => {
    const node = member(member(entry, 'engines'), 'node');
    return { name, node: typeof node === 'string' ? node : null, optional: member(entry, 'optional') === true };
  });
}

function rangeProblem(range: string): string | null {
  try {
    return rangeAccepts(range, OLDEST_NODE) ? null : `needs Node.js ${range}, and we promise ${OLDEST_NODE}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : null;
}

function violation(rule: string, path: string, line: number, message: string): Violation {
  return { rule, path, line, message };
}
