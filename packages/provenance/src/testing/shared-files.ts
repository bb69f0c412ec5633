import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';

/** Real files to test against. They are not part of the repository: developers and CI have them beside it. */
const SHARED = join(import.meta.dirname, '../../../../../shared');

/**
 * Tests that need the real files, grouped as `title`. Without the folder they are skipped, and fail where `CI=true`.
 * `shared` makes a path below the folder.
 */
export function describeShared(title: string, tests: (shared: (path: string) => string) => void): void {
  if (existsSync(SHARED)) {
    describe(title, () => tests((path) => join(SHARED, path)));
    return;
  }
  it(title, (context) => {
    if (process.env['CI'] === 'true') throw new Error(`${SHARED} is needed in CI`);
    context.skip(`needs ${SHARED}`);
  });
}

/** Paths of all files below a folder, sorted, relative to it. */
export function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();
}
