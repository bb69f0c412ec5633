import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { fileSystemTime } from './file-system-time.ts';
import { errorCode } from './system-error.ts';
import { readFolderId } from './upload-folder-id.ts';

/** Where this process keeps its uploads, and how those of dead processes are removed. */
export interface UploadSpace {
  /** Private folder of this process. */
  readonly directory: string;
  /**
   * Names the folder that holds the folders of all processes with this DATA_DIR, whichever host they run on and wherever it is
   * mounted there: processes with the same name can read the same files.
   */
  readonly folderId: string;
  /** The name of a file of this process in the whole folder: the same on every host that has it. */
  nameOf(path: string): string;
  /**
   * The path of the file of that name here.
   * @throws {TypeError} when `nameOf` does not give such a name
   */
  pathOf(name: string): string;
  /** From now on the file of this name belongs to a job: the sweep deletes it when no unfinished job needs it. */
  handOver(name: string): void;
  /**
   * Removes the files that dead processes left and those that were handed over, except what an unfinished job still
   * needs. Answers how many.
   * @param neededNames which of the given names belong to unfinished jobs
   */
  sweep(neededNames: (names: readonly string[]) => Promise<ReadonlySet<string>>): Promise<number>;
  /** Removes this process's folder when it is empty. */
  close(): Promise<void>;
}

const OWNER = /^([0-9a-f]{12})-(\d{1,10})-[0-9a-f]{16}$/;

/** The folder of a process and a file in it; nothing that leads elsewhere. */
const NAME = /^[0-9a-f]{12}-\d{1,10}-[0-9a-f]{16}\/\w{1,100}\.part$/;

/** Longer than any request may take, and than a living process leaves its folder untouched. */
const IDLE_MS = 2 * 60 * 60 * 1000;

/**
 * Each process has its own folder, named by host, process id and a random part. So a start after a crash knows at once which
 * files nobody is writing any more, even when the new process got the old one's id, as in a container. Whether a process of
 * another host lives cannot be seen from here: its folder is judged by age alone, and so are our own files, some of which may
 * belong to jobs that were never stored. Age is measured by the file system's clock only: that of this process may be wrong by
 * days, and the folder may be on another machine.
 */
export async function openUploadSpace(dataDir: string, hostName = hostname()): Promise<UploadSpace> {
  const root = join(dataDir, 'uploads');
  const host = createHash('sha256').update(hostName).digest('hex').slice(0, 12);
  const own = `${host}-${process.pid}-${randomBytes(8).toString('hex')}`;
  const directory = join(root, own);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await chmod(root, 0o700);
  const folderId = await readFolderId(root);
  const handedOver = new Set<string>();
  return {
    directory,
    folderId,
    nameOf: (path) => `${own}/${basename(path)}`,
    pathOf: (name) => join(root, checkedName(name)),
    handOver: (name) => void handedOver.add(name),
    sweep: async (neededNames) => {
      // In our own folder, which it touches: the processes of other hosts judge it by its age.
      const now = await fileSystemTime(directory);
      const isIdle: IsIdle = async (name) => {
        const found = await stat(join(root, name)).catch(ifAbsent);
        return found !== undefined && now - found.mtimeMs > IDLE_MS;
      };
      let removed = await clearHandedOver(root, handedOver, neededNames);
      removed += await clearFiles(root, await whichAre(await filesIn(root, own), isIdle), neededNames);
      for (const name of await readdir(root)) {
        if (name === own || !(await isAbandoned(name, host, isIdle))) continue;
        removed += await clearFiles(root, await filesIn(root, name), neededNames);
        await removeIfEmpty(join(root, name));
      }
      return removed;
    },
    close: () => removeIfEmpty(directory),
  };
}

function checkedName(name: string): string {
  if (!NAME.test(name)) throw new TypeError('This is no name of an upload');
  return name;
}

type IsIdle = (name: string) => Promise<boolean>;

async function isAbandoned(name: string, thisHost: string, isIdle: IsIdle): Promise<boolean> {
  const [, host, pid] = OWNER.exec(name) ?? [];
  if (host === undefined) return false;
  if (host !== thisHost) return isIdle(name);
  // Another folder with our own process id belongs to an earlier life of it.
  return Number(pid) === process.pid || !isRunning(Number(pid));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, as another user. ESRCH: it does not.
    return errorCode(error) === 'EPERM';
  }
}

type NeededNames = (names: readonly string[]) => Promise<ReadonlySet<string>>;

/** Files in the folder of a living process, left by workers that died between the end of a job and the deletion of its file. */
async function clearHandedOver(root: string, handedOver: Set<string>, neededNames: NeededNames): Promise<number> {
  const names = [...handedOver];
  const needed = names.length === 0 ? new Set<string>() : await neededNames(names);
  let removed = 0;
  for (const name of names.filter((each) => !needed.has(each))) {
    const path = join(root, name);
    if ((await stat(path).catch(ifAbsent)) !== undefined) removed += 1;
    await rm(path, { force: true });
    handedOver.delete(name);
  }
  return removed;
}

async function clearFiles(root: string, names: readonly string[], neededNames: NeededNames): Promise<number> {
  const needed = names.length === 0 ? new Set<string>() : await neededNames(names);
  const abandoned = names.filter((name) => !needed.has(name));
  await Promise.all(abandoned.map((name) => rm(join(root, name), { force: true })));
  return abandoned.length;
}

async function filesIn(root: string, folder: string): Promise<string[]> {
  return ((await readdir(join(root, folder)).catch(ifAbsent)) ?? []).map((name) => `${folder}/${name}`);
}

/** A file that its request has finished with meanwhile does not count. */
async function whichAre(names: readonly string[], isIdle: IsIdle): Promise<string[]> {
  const answers = await Promise.all(names.map((name) => isIdle(name)));
  return names.filter((_name, index) => answers[index]);
}

/** Another process is removing the same folder. */
function ifAbsent(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error;
  return undefined;
}

async function removeIfEmpty(folder: string): Promise<void> {
  try {
    await rmdir(folder);
  } catch (error) {
    const code = errorCode(error);
    if (code !== 'ENOTEMPTY' && code !== 'ENOENT') throw error;
  }
}
