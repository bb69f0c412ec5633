import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { madeOnce } from '../shared/made-once.ts';
import { fileSystemTime } from './file-system-time.ts';
import { errorCode } from './system-error.ts';

/** Where uploads of this process lie, and how those of dead processes are cleared away. */
export interface UploadSpace {
  /** Private folder of this process. */
  readonly directory: string;
  /**
   * Removes the files that dead processes left, except those that an unfinished job still needs. Answers how many.
   * @param neededPaths which of the given paths belong to unfinished jobs
   */
  sweep(neededPaths: NeededPaths): Promise<number>;
  /** Removes this process's folder when it is empty. */
  close(): Promise<void>;
}

const OWNER = /^([0-9a-f]{12})-(\d{1,10})-[0-9a-f]{16}$/;

/** Longer than any request may take: nobody writes any more what has not changed for so long. */
const IDLE_MS = 2 * 60 * 60 * 1000;

/**
 * Each process has a folder of its own, named by host, process id and a random part. So a start after a crash can tell at
 * once which files nobody is writing any more, also when the new process got the old one's id, as in a container.
 * Whether a process of another host lives cannot be seen from here: its folder is judged by age alone, and so are our own
 * files, of which a job that was never stored may have left some. The age is the file system's word on both its ends: the
 * clock of this process may be wrong by days, and the folder may lie on another machine.
 */
export async function openUploadSpace(dataDir: string): Promise<UploadSpace> {
  const root = join(dataDir, 'uploads');
  const own = `${thisHost()}-${process.pid}-${randomBytes(8).toString('hex')}`;
  const directory = join(root, own);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await chmod(root, 0o700);
  return {
    directory,
    sweep: async (neededPaths) => {
      const now = madeOnce(() => fileSystemTime(root));
      const isIdle = async (path: string): Promise<boolean> => {
        const { mtimeMs } = await stat(path);
        return (await now()) - mtimeMs > IDLE_MS;
      };
      let removed = 0;
      for (const name of await readdir(root)) {
        const folder = join(root, name);
        if (name === own) removed += await clearFiles(await whichAre(await filesIn(folder), isIdle), neededPaths);
        else if (await isAbandoned(folder, name, isIdle)) removed += await clearFolder(folder, neededPaths);
      }
      return removed;
    },
    close: () => removeIfEmpty(directory),
  };
}

function thisHost(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 12);
}

type IsIdle = (path: string) => Promise<boolean>;

async function isAbandoned(folder: string, name: string, isIdle: IsIdle): Promise<boolean> {
  const [, host, pid] = OWNER.exec(name) ?? [];
  if (host === undefined) return false;
  if (host !== thisHost()) return isIdle(folder);
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

type NeededPaths = (paths: readonly string[]) => Promise<ReadonlySet<string>>;

async function clearFolder(folder: string, neededPaths: NeededPaths): Promise<number> {
  const removed = await clearFiles(await filesIn(folder), neededPaths);
  await removeIfEmpty(folder);
  return removed;
}

async function clearFiles(paths: readonly string[], neededPaths: NeededPaths): Promise<number> {
  const needed = paths.length === 0 ? new Set<string>() : await neededPaths(paths);
  const abandoned = paths.filter((path) => !needed.has(path));
  await Promise.all(abandoned.map((path) => rm(path, { force: true })));
  return abandoned.length;
}

async function filesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).map((name) => join(folder, name));
}

/** A file that its request has finished with meanwhile is none of them. */
async function whichAre(paths: readonly string[], isIdle: IsIdle): Promise<string[]> {
  const answers = await Promise.all(paths.map((path) => isIdle(path).catch(notIfGone)));
  return paths.filter((_path, index) => answers[index]);
}

function notIfGone(error: unknown): false {
  if (errorCode(error) !== 'ENOENT') throw error;
  return false;
}

async function removeIfEmpty(folder: string): Promise<void> {
  try {
    await rmdir(folder);
  } catch (error) {
    const code = errorCode(error);
    if (code !== 'ENOTEMPTY' && code !== 'ENOENT') throw error;
  }
}
