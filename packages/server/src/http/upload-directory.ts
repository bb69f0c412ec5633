import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The suffix of every file under the upload directory; the sweep touches nothing else. */
export const PART_SUFFIX = '.part';

/** Creates the private directory for uploads in progress, or makes an existing one private. */
export async function prepareUploadDirectory(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await chmod(directory, 0o700);
}

/**
 * Deletes what a crash left behind: `*.part` files last written more than `olderThanMs` ago. Younger ones may belong to
 * another process that shares the directory. Answers how many were deleted.
 */
export async function sweepUploadDirectory(
  directory: string,
  options: { readonly nowMs: number; readonly olderThanMs: number },
): Promise<number> {
  let deleted = 0;
  for (const name of await readdir(directory)) {
    if (!name.endsWith(PART_SUFFIX)) continue;
    const path = join(directory, name);
    const modifiedMs = await modifiedTime(path);
    if (modifiedMs === undefined || options.nowMs - modifiedMs <= options.olderThanMs) continue;
    await rm(path, { force: true });
    deleted += 1;
  }
  return deleted;
}

/** Undefined when the file is gone: its own request was faster. */
async function modifiedTime(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
