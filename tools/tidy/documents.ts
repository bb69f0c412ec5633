import type { Tree } from '../source/tree.ts';
import type { Violation } from '../source/violation.ts';
import type { Check } from './check.ts';

const DECISION = /^docs\/decisions\/(?!0000-)\d{4}-[a-z0-9-]+\.md$/;

/** A decision that nothing enforces is forgotten: each names the files (tests, checks, settings) that hold it. */
export const checkDecisions: Check = (tree) =>
  tree.paths
    .filter((path) => DECISION.test(path))
    .flatMap((path) => {
      const lines = tree.text(path).split('\n');
      const line = lines.findIndex((text) => text.startsWith('Enforced by:'));
      const named = [...(lines[line] ?? '').matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
      if (named.length === 0) return [violation('decisions', path, 0, 'no line "Enforced by: `path`, …"')];
      return named
        .filter((file) => !exists(tree, file))
        .map((file) => violation('decisions', path, line + 1, `names ${file}, which does not exist`));
    });

/** The pair of commands that a newcomer types first. */
export const checkReadme: Check = (tree) => {
  if (!tree.has('README.md')) return [violation('readme', 'README.md', 0, 'there is no README')];
  const readme = tree.text('README.md');
  const scripts = scriptNames(tree);
  const missing = ['npm ci && npm start', 'npm ci && npm test'].filter((command) => !readme.includes(command));
  const unknown = [...readme.matchAll(/npm (?:run ([\w:-]+)|(start|test))\b/g)]
    .map((match) => match[1] ?? match[2] ?? '')
    .filter((script) => !scripts.includes(script));
  return [
    ...missing.map((command) => violation('readme', 'README.md', 0, `does not name "${command}"`)),
    ...unknown.map((script) => violation('readme', 'README.md', 0, `names the script "${script}", which is none`)),
  ];
};

/** What changed is written down under the version that will carry it. */
export const checkChangelog: Check = (tree) => {
  const path = 'CHANGELOG.md';
  if (!tree.has(path)) return [violation('changelog', path, 0, 'there is no CHANGELOG')];
  const version = manifest(tree)['version'];
  const heads = tree
    .text(path)
    .split('\n')
    .filter((line) => line.startsWith('## '));
  const current = heads.some((head) => /unreleased/i.test(head) || head.includes(String(version)));
  return current ? [] : [violation('changelog', path, 0, `no section "Unreleased" or ${String(version)}`)];
};

function exists(tree: Tree, file: string): boolean {
  return tree.has(file) || tree.paths.some((path) => path.startsWith(file.endsWith('/') ? file : `${file}/`));
}

function scriptNames(tree: Tree): string[] {
  return Object.keys(manifest(tree)['scripts'] ?? {});
}

function manifest(tree: Tree): Record<string, unknown> {
  const parsed: unknown = tree.has('package.json') ? JSON.parse(tree.text('package.json')) : {};
  return typeof parsed === 'object' && parsed !== null ? Object.fromEntries(Object.entries(parsed)) : {};
}

function violation(rule: string, path: string, line: number, message: string): Violation {
  return { rule, path, line, message };
}
