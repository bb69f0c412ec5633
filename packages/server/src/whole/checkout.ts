import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPOSITORY = fileURLToPath(new URL('../../../..', import.meta.url));
const PACKAGES = ['provenance', 'server', 'cli'];
const FILES = ['build.mjs', 'package.json', 'package-lock.json', 'tsconfig.json', 'CHANGELOG.md', 'tools/build'];

/** A copy of this repository that a test may build and change. */
export interface Checkout {
  folder: string;
  program: string;
  /** `npm run build`, in its own process. */
  build(): Promise<{ exit: number | null; output: string }>;
  /** The folders of its builds, as `dist` names them. */
  builds(): string[];
  remove(): Promise<void>;
}

export async function createCheckout(): Promise<Checkout> {
  const parent = await mkdtemp(join(tmpdir(), 'revera-checkout-'));
  const folder = join(parent, 'revera');
  await mkdir(join(folder, 'node_modules', '@revera'), { recursive: true });
  // Node.js looks for packages in the parent folders, too: ours are found in the copy, all others in this repository.
  await symlink(join(REPOSITORY, 'node_modules'), join(parent, 'node_modules'));
  for (const name of PACKAGES) {
    await copy(`packages/${name}`, folder);
    await symlink(join(folder, 'packages', name), join(folder, 'node_modules', '@revera', name));
  }
  for (const path of FILES) await copy(path, folder);
  return {
    folder,
    program: join(folder, 'dist', 'cli.js'),
    build: () => runBuild(folder),
    builds: () => readdirSync(join(folder, '.builds')).map((name) => join('.builds', name)),
    remove: () => rm(parent, { recursive: true }),
  };
}

async function copy(path: string, folder: string): Promise<void> {
  const filter = (source: string): boolean =>
    !/^(node_modules|dist)$/.test(basename(source)) && !source.includes('.test.');
  await cp(join(REPOSITORY, path), join(folder, path), { recursive: true, filter });
}

async function runBuild(folder: string): Promise<{ exit: number | null; output: string }> {
  const child = spawn(process.execPath, ['build.mjs'], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  await once(child, 'close');
  return { exit: child.exitCode, output };
}
