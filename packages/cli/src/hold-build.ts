import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Leaves a mark in the build that this process runs from, so that a later build does not remove the files that threads
 * and rarely used parts are still to be loaded from (tools/build/old-builds.mjs). There is none beside the sources.
 */
export function holdBuild(): void {
  const users = fileURLToPath(new URL('./used-by/', import.meta.url));
  if (!existsSync(users)) return;
  const mark = `${users}${process.pid}`;
  try {
    writeFileSync(mark, '');
  } catch (error) {
    // In an installation that belongs to another user, or that cannot be written, builds are removed by its owner only.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EACCES' || code === 'EROFS') return;
    throw error;
  }
  process.once('exit', () => rmSync(mark, { force: true }));
}
