import { mkdtemp, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The time by the clock that dates files in a folder: that of this machine's kernel, or of the machine that the folder is on.
 * File dates are compared with it, and not with the clock of this process.
 */
export async function fileSystemTime(folder: string): Promise<number> {
  const made = await mkdtemp(join(folder, '.time-'));
  const { mtimeMs } = await stat(made);
  await rmdir(made);
  return mtimeMs;
}
