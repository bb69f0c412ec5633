import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Marks the build that this process runs from, so that a later build does not remove files that threads and rarely used parts
 * still have to load (tools/build/old-builds.mjs). There is no build when running from the sources.
 */
export function holdBuild(): void {
  const users = fileURLToPath(new URL('./used-by/', import.meta.url));
  if (!existsSync(users)) return;
  const mark = `${users}${process.pid}`;
  try {
    writeFileSync(mark, '');
  } catch (error) {
    // In an installation that belongs to another user, or is read-only, only its owner removes builds.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EACCES' || code === 'EROFS') return;
    throw error;
  }
  process.once('exit', () => rmSync(mark, { force: true }));
}
