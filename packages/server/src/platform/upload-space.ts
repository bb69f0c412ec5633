import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Where uploads of this process lie, and how those of dead processes are cleared away. */
export interface UploadSpace {
  /** Private folder of this process. */
  readonly directory: string;
  /**
   * Removes the files that dead processes left, except those that an unfinished job still needs. Answers how many.
   * @param neededPaths which of the given paths belong to unfinished jobs
   */
  sweep(neededPaths: (paths: readonly string[]) => Promise<ReadonlySet<string>>): Promise<number>;
  /** Removes this process's folder when it is empty. */
  close(): Promise<void>;
}

const OWNER = /^(\d{1,10})-[0-9a-f]{16}$/;

/**
 * Each process has a folder of its own, named by its process id and a random part. So a start after a crash can tell at
 * once which files nobody is writing any more, also when the new process got the old one's id, as in a container.
 */
export async function openUploadSpace(dataDir: string): Promise<UploadSpace> {
  const root = join(dataDir, 'uploads');
  const own = `${process.pid}-${randomBytes(8).toString('hex')}`;
  const directory = join(root, own);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await chmod(root, 0o700);
  return {
    directory,
    sweep: async (neededPaths) => {
      let removed = 0;
      for (const name of await readdir(root)) {
        if (name !== own && isAbandoned(name)) removed += await clearFolder(join(root, name), neededPaths);
      }
      return removed;
    },
    close: () => removeIfEmpty(directory),
  };
}

function isAbandoned(name: string): boolean {
  const pid = Number(OWNER.exec(name)?.[1]);
  if (!Number.isSafeInteger(pid) || pid === 0) return false;
  // Another folder with our own process id belongs to an earlier life of it.
  return pid === process.pid || !isRunning(pid);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, as another user. ESRCH: it does not.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function clearFolder(
  folder: string,
  neededPaths: (paths: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<number> {
  const paths = (await readdir(folder)).map((name) => join(folder, name));
  const needed = paths.length === 0 ? new Set<string>() : await neededPaths(paths);
  const abandoned = paths.filter((path) => !needed.has(path));
  await Promise.all(abandoned.map((path) => rm(path, { force: true })));
  await removeIfEmpty(folder);
  return abandoned.length;
}

async function removeIfEmpty(folder: string): Promise<void> {
  try {
    await rmdir(folder);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ENOTEMPTY' && code !== 'ENOENT') throw error;
  }
}
