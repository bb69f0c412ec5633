import { createHash, randomBytes } from 'node:crypto';
import { link, lstat, mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { join } from 'node:path';
import { fileSystemTime } from '../file-system-time.ts';
import { flushFile } from '../flush-file.ts';
import { errorCode } from '../system-error.ts';
import { BlobStoreError } from './blob-store-error.ts';
import { bytesOut } from './bytes-out.ts';
import { BLOB_LIMITS } from './limits.ts';
import { checkFile, readChecked } from './read-checked.ts';
import type { BlobFacts, BlobRange, BlobStore } from './store.ts';

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
const PERMISSIONS = 0o777;
/** Links to a file that had one name and was given another. */
const TWO_NAMES = 2;

/**
 * Blobs as files of a folder. A file is linked or written under a temporary name on the same file system and gets its own by a
 * hard link, which, unlike a rename, never replaces an existing file.
 */
export async function openLocalBlobStore(directory: string): Promise<BlobStore> {
  const temporary = join(directory, 'tmp');
  await told('be opened', async () => {
    await mkdir(temporary, { recursive: true, mode: PRIVATE_FOLDER });
    await removeLeftovers(temporary);
  });
  const folderOf = (key: string): string => join(directory, createHash('sha256').update(key).digest('hex').slice(0, 2));
  const pathOf = (key: string): string => join(folderOf(key), key);
  const temporaryPath = (name: string): string => join(temporary, `${name}-${randomBytes(8).toString('hex')}`);
  const namedFolders = new Set<string>();
  /** Flushes the name also of a folder that existed before: the process that made it may not have come this far. */
  const makeFolder = async (folder: string): Promise<void> => {
    const made = await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
    if (made === undefined && namedFolders.has(folder)) return;
    await syncFolder(directory);
    namedFolders.add(folder);
  };
  /** Undefined when there is no such file; but a missing folder, such as an unmounted disk, is a failure. */
  const ifPresent = async <T>(use: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await use();
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
      await stat(temporary);
      return undefined;
    }
  };

  return {
    put: (key, path, facts) =>
      told('store the file', async () => {
        const copy = temporaryPath(key);
        try {
          if (await isLinked(path, copy)) {
            // Under its new name: what is read here is what will be the blob.
            await Promise.all([checkFile(copy, facts), flushFile(copy)]);
          } else {
            await writeChecked(copy, path, facts);
          }
          await makeFolder(folderOf(key));
          await moveWithoutReplacing(copy, folderOf(key), key);
        } catch (error) {
          // What cannot be removed now is removed later as a leftover; the first failure is the one to report.
          await rm(copy, { force: true }).catch(() => undefined);
          throw error;
        }
      }),
    get: (key, range) => told('read the file', () => ifPresent(() => openBytes(pathOf(key), range))),
    stat: (key) =>
      told('look for the file', () => ifPresent(async () => ({ sizeBytes: (await stat(pathOf(key))).size }))),
    delete: (key) => told('delete the file', () => ifPresent(() => rm(pathOf(key)))),
    check: () => told('be written and read', () => tryOut(temporaryPath('check'))),
    close: () => Promise.resolve(),
  };
}

async function removeLeftovers(temporary: string): Promise<void> {
  const names = await readdir(temporary);
  const now = names.length === 0 ? 0 : await fileSystemTime(temporary);
  for (const name of names) {
    const path = join(temporary, name);
    try {
      const { mtimeMs } = await stat(path);
      if (now - mtimeMs > BLOB_LIMITS.leftoverMs) await rm(path, { force: true, recursive: true });
    } catch (error) {
      // Another process finished with it, or removed it, in between.
      if (errorCode(error) !== 'ENOENT') throw error;
    }
  }
}

/** What a file is copied for: another file system, one that forbids or limits links, or no such file, as reading it will say. */
const NO_LINK: ReadonlySet<unknown> = new Set(['EXDEV', 'EPERM', 'EACCES', 'EMLINK', 'ENOENT']);

/**
 * Whether the file could be given a second name. Only a private file with a single name is taken: others could be changed
 * through their other names, or read by others.
 */
async function isLinked(path: string, copy: string): Promise<boolean> {
  try {
    await link(path, copy);
  } catch (error) {
    if (NO_LINK.has(errorCode(error))) return false;
    throw error;
  }
  const found = await lstat(copy);
  const { mode, nlink } = found;
  if (found.isFile() && nlink === TWO_NAMES && (mode & PERMISSIONS) === PRIVATE_FILE) return true;
  await rm(copy);
  return false;
}

async function writeChecked(copy: string, path: string, facts: BlobFacts): Promise<void> {
  const file = await open(copy, 'wx', PRIVATE_FILE);
  try {
    for await (const piece of readChecked(path, facts)) await file.writeFile(piece);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function moveWithoutReplacing(copy: string, folder: string, name: string): Promise<void> {
  const path = join(folder, name);
  await link(copy, path);
  try {
    await rm(copy);
    await syncFolder(folder);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** Without this the name of a file may be lost in a power failure although its bytes are not. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function openBytes(path: string, range: BlobRange | undefined): Promise<Readable> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (range !== undefined && range.start >= size) {
      throw new BlobStoreError('OUT_OF_RANGE', `The file ends before byte ${range.start}`);
    }
  } catch (error) {
    await file.close();
    throw error;
  }
  return bytesOut(file.createReadStream(range), { failure: (cause) => failed('read the file', cause) });
}

/** Does everything that `put` needs of the file system, including hard links, which some mounts do not support. */
async function tryOut(path: string): Promise<void> {
  const second = `${path}-linked`;
  try {
    await writeFile(path, 'revera', { flag: 'wx', mode: PRIVATE_FILE });
    await link(path, second);
    const text = await readFile(second, 'utf8');
    if (text !== 'revera') throw new Error('what was read is not what was written');
  } finally {
    await rm(second, { force: true });
    await rm(path, { force: true });
  }
}

async function told<T>(action: string, use: () => Promise<T>): Promise<T> {
  try {
    return await use();
  } catch (cause) {
    throw failed(action, cause);
  }
}

function failed(action: string, cause: unknown): BlobStoreError {
  if (cause instanceof BlobStoreError) return cause;
  const code = errorCode(cause);
  if (code === 'EEXIST') return new BlobStoreError('EXISTS', 'There is a file under this key already', { cause });
  const message = `The folder of signed files could not ${action} (${typeof code === 'string' ? code : 'unknown reason'})`;
  const full = code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG';
  return new BlobStoreError(full ? 'NO_SPACE' : 'UNAVAILABLE', message, { cause });
}
