import { execFile } from 'node:child_process';
import { chmod, link, mkdir, mkdtemp, readdir, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openBlobStore } from '../blob-store.ts';
import { fileSystemTime } from '../file-system-time.ts';
import type { BlobStore } from './store.ts';
import { itIsABlobStore, readAll, sourceFiles } from './test-contract.ts';

const run = promisify(execFile);

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted();
}

describe('a folder as store', () => {
  let directory: string;
  let store: BlobStore;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'revera-blobs-'));
    store = await openBlobStore({ kind: 'local', directory });
  });
  afterAll(async () => {
    await store.close();
    await rm(directory, { recursive: true });
  });
  itIsABlobStore(() => ({ store, names: () => filesBelow(directory) }));
});

describe('the folder of a store', () => {
  const files = sourceFiles();
  let parent: string;
  let directory: string;
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'revera-blobs-'));
    directory = join(parent, 'made', 'at', 'open');
  });
  afterEach(() => rm(parent, { recursive: true }));
  const open = (): Promise<BlobStore> => openBlobStore({ kind: 'local', directory });
  const putOne = async (store: BlobStore, key: string, bytes: Uint8Array): Promise<void> => {
    const { path, facts } = await files.make(bytes);
    await store.put(key, path, facts);
  };

  it('is made, private as all in it, and fanned out', async () => {
    await putOne(await open(), 'private_file', Buffer.from('x'));
    expect(await filesBelow(directory)).toEqual(['private_file']);
    const entries = await readdir(directory, { recursive: true });
    const path = join(directory, entries.find((name) => name.endsWith('private_file')) ?? '');
    expect(path).toMatch(/\/[0-9a-f]{2}\/private_file$/);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    for (const folder of [directory, dirname(path), join(directory, 'tmp')]) {
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
    }
  });

  describe('takes a file on the same file system', () => {
    const BYTES = Buffer.alloc(3_000_000, 'a private file ');
    const storedPath = async (): Promise<string> => {
      const names = await readdir(directory, { recursive: true });
      return join(directory, names.find((name) => name.endsWith('linked_blob')) ?? '');
    };
    const privateFile = async () => {
      const made = await files.make(BYTES);
      await chmod(made.path, 0o600);
      return made;
    };

    it('as it is, without a copy of it', async () => {
      const store = await open();
      const { path, facts } = await privateFile();
      const { ino } = await stat(path);
      await store.put('linked_blob', path, facts);
      expect(await filesBelow(directory)).toEqual(['linked_blob']);
      await rm(path);
      expect(await stat(await storedPath())).toMatchObject({ ino, nlink: 1, size: BYTES.length });
      expect((await readAll(store, 'linked_blob')).equals(BYTES)).toBe(true);
    });

    it.each([
      ['others can read it', (path: string) => chmod(path, 0o644)],
      ['it has another name', (path: string) => link(path, `${path}-other`)],
      [
        'its name is a link to it',
        async (path: string) => {
          await rename(path, `${path}-target`);
          await symlink(`${path}-target`, path);
        },
      ],
    ])('as a private copy when %s', async (_why, change) => {
      const store = await open();
      const { path, facts } = await privateFile();
      await change(path);
      const { ino } = await stat(path);
      await store.put('linked_blob', path, facts);
      expect(await filesBelow(directory)).toEqual(['linked_blob']);
      const stored = await stat(await storedPath());
      expect([stored.nlink, stored.mode & 0o777, stored.ino === ino]).toEqual([1, 0o600, false]);
      expect((await readAll(store, 'linked_blob')).equals(BYTES)).toBe(true);
    });

    it('never when it is not as its facts say, and leaves it where it is', async () => {
      const store = await open();
      const { path, facts } = await privateFile();
      for (const wrong of [
        { sha256: 'a'.repeat(64) },
        { sizeBytes: BYTES.length - 1 },
        { sizeBytes: BYTES.length + 1 },
      ]) {
        const put = store.put('linked_blob', path, { ...facts, ...wrong });
        await expect(put).rejects.toMatchObject({ code: 'DIGEST_MISMATCH' });
      }
      expect(await filesBelow(directory)).toEqual([]);
      expect(await stat(path)).toMatchObject({ nlink: 1, size: BYTES.length });
    });
  });

  it('is cleared of what dead processes left, and of nothing else', async () => {
    const store = await open();
    await putOne(store, 'finished_blob', Buffer.from('whole'));
    const [left, fresh] = [join(directory, 'tmp', 'left-0'), join(directory, 'tmp', 'fresh-0')];
    await writeFile(left, 'half');
    await writeFile(fresh, 'half');
    // By the clock of the file system, which dates and judges them.
    const now = (await fileSystemTime(directory)) / 1000;
    await utimes(left, now - 2 * 60 * 60, now - 2 * 60 * 60);
    await utimes(fresh, now, now);
    await open();
    expect(await filesBelow(directory)).toEqual(['finished_blob', 'fresh-0']);
    expect((await readAll(store, 'finished_blob')).toString()).toBe('whole');
  });

  it('that is gone, such as a disk that is not mounted, is no empty store', async () => {
    const store = await open();
    await putOne(store, 'on_a_lost_disk', Buffer.from('x'));
    await rename(directory, `${directory}-away`);
    await mkdir(directory);
    const attempts: (() => Promise<unknown>)[] = [
      () => store.get('on_a_lost_disk'),
      () => store.stat('on_a_lost_disk'),
      () => store.delete('on_a_lost_disk'),
      () => putOne(store, 'another_one', Buffer.from('x')),
      () => store.check(),
    ];
    for (const attempt of attempts) {
      await expect(attempt()).rejects.toMatchObject({ code: 'UNAVAILABLE', cause: { code: 'ENOENT' } });
    }
    expect(await readdir(directory)).toEqual([]);
  });

  it('that cannot be made is an error at the start', async () => {
    await writeFile(join(parent, 'made'), 'a file in the way');
    await expect(open()).rejects.toMatchObject({ name: 'BlobStoreError', code: 'UNAVAILABLE' });
  });

  it('gives an error of the stream for what cannot be read', async () => {
    const store = await open();
    await putOne(store, 'became_a_folder', Buffer.from('x'));
    const name =
      (await readdir(directory, { recursive: true })).find((entry) => entry.endsWith('became_a_folder')) ?? '';
    await rm(join(directory, name));
    await mkdir(join(directory, name));
    await expect(readAll(store, 'became_a_folder')).rejects.toMatchObject({
      name: 'BlobStoreError',
      code: 'UNAVAILABLE',
      cause: { code: 'EISDIR' },
    });
  });

  it('on a full disk keeps nothing of a file, and takes the next when there is room', async (ctx) => {
    await mkdir(directory, { recursive: true });
    try {
      await run('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'revera-test', directory]);
    } catch {
      ctx.skip('a small file system cannot be mounted here (that needs root)');
    }
    try {
      const store = await open();
      await expect(putOne(store, 'too_large_for_it', Buffer.alloc(1_000_000))).rejects.toMatchObject({
        code: 'NO_SPACE',
        cause: { code: 'ENOSPC' },
      });
      expect(await filesBelow(directory)).toEqual([]);
      await putOne(store, 'small_enough', Buffer.alloc(100_000));
      await store.check();
      await expect(writeFile(join(directory, 'filler'), Buffer.alloc(1_000_000))).rejects.toThrow('ENOSPC');
      await expect(store.check()).rejects.toMatchObject({ code: 'NO_SPACE' });
      expect(await filesBelow(directory)).toEqual(['filler', 'small_enough']);
    } finally {
      await run('umount', [directory]);
    }
  });
});
