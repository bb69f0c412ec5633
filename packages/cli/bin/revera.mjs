#!/usr/bin/env node
// `revera` in a checkout: runs the bundle, and makes it first when it is not there yet.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../../', import.meta.url);
const bundle = new URL('dist/cli.js', root);

if (!existsSync(bundle)) {
  // What the build says belongs to stderr: stdout is the command's own.
  const { status } = spawnSync(process.execPath, ['build.mjs'], { cwd: fileURLToPath(root), stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(1);
}
await import(bundle.href);
