import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'vitest';

/** Beside the repository: real files and trust lists that are not ours to publish. */
const SHARED = new URL('../../../../shared/', import.meta.url);

/**
 * The path of a folder or file below `../shared` (relative to the repository root), or null when it is absent.
 * With `CI=true` an absent one throws: there the tests on real files must run.
 */
export function sharedFolder(sub: string): string | null {
  const path = fileURLToPath(new URL(sub, SHARED));
  if (existsSync(path)) return path;
  if (process.env['CI'] === 'true') throw new Error(`the tests need ../shared/${sub}, which is absent`);
  return null;
}

/** A group of tests on real files; without them it is one skipped test that says what is missing. */
export function describeWithShared(title: string, sub: string, tests: (folder: string) => void): void {
  const folder = sharedFolder(sub);
  describe(title, () => {
    if (folder === null) it('has its real files', (ctx) => ctx.skip(`../shared/${sub} is absent`));
    else tests(folder);
  });
}
