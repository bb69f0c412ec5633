import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Everything a build is made from: our packages, the packages it is built with, and the build itself. */
export const INPUTS = [
  'CHANGELOG.md',
  'build.mjs',
  'package-lock.json',
  'package.json',
  'packages/cli',
  'packages/provenance',
  'packages/server',
  'tools/build',
  'tsconfig.json',
];

const NOT_INPUT = /^(\..*|node_modules|dist|.*\.test\.tsx?)$/;

/** Names the build of these inputs by their content, so that going back to an earlier commit finds its build again. */
export function fingerprint() {
  const hash = createHash('sha256');
  for (const path of INPUTS.flatMap(listFiles)) {
    const bytes = readFileSync(path);
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex').slice(0, 16);
}

function listFiles(path) {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => !NOT_INPUT.test(name));
  return names.toSorted().flatMap((name) => listFiles(join(path, name)));
}
