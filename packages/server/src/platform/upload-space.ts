import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Clock } from './clock.ts';

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

const OWNER = /^([0-9a-f]{12})-(\d{1,10})-[0-9a-f]{16}$/;

/** Longer than any request may take: nobody writes into a folder that has not changed for so long. */
const OTHER_HOST_IDLE_MS = 2 * 60 * 60 * 1000;

/**
 * Each process has a folder of its own, named by host, process id and a random part. So a start after a crash can tell at
 * once which files nobody is writing any more, also when the new process got the old one's id, as in a container.
 * Whether a process of another host lives cannot be seen from here: its folder is judged by age alone.
 */
export async function openUploadSpace(dataDir: string, clock: Clock): Promise<UploadSpace> {
  const root = join(dataDir, 'uploads');
  const own = `${thisHost()}-${process.pid}-${randomBytes(8).toString('hex')}`;
  const directory = join(root, own);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await chmod(root, 0o700);
  return {
    directory,
    sweep: async (neededPaths) => {
      let removed = 0;
      for (const name of await readdir(root)) {
        if (name === own) continue;
        const folder = join(root, name);
        if (await isAbandoned(folder, name, clock)) removed += await clearFolder(folder, neededPaths);
      }
      return removed;
    },
    close: () => removeIfEmpty(directory),
  };
}

function thisHost(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 12);
}

async function isAbandoned(folder: string, name: string, clock: Clock): Promise<boolean> {
  const [, host, pid] = OWNER.exec(name) ?? [];
  if (host === undefined) return false;
  if (host !== thisHost()) return clock.now().getTime() - (await stat(folder)).mtimeMs > OTHER_HOST_IDLE_MS;
  // Another folder with our own process id belongs to an earlier life of it.
  return Number(pid) === process.pid || !isRunning(Number(pid));
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
