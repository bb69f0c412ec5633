import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileSystemTime } from './file-system-time.ts';
import { openUploadSpace } from './upload-space.ts';

const HOUR_MS = 3_600_000;
const NOTHING_NEEDED = () => Promise.resolve(new Set<string>());

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'revera-uploads-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

/** A folder as another process would have left it, with one file. */
async function leave(name: string): Promise<string> {
  const folder = join(dataDir, 'uploads', name);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'a.part'), 'x');
  return folder;
}

/** As if it had been written that long ago. */
async function ageBy(ms: number, path: string): Promise<void> {
  const at = new Date((await fileSystemTime(dataDir)) - ms);
  await utimes(path, at, at);
}

async function folders(): Promise<string[]> {
  return (await readdir(join(dataDir, 'uploads'))).filter((name) => name !== 'folder-id').toSorted();
}

describe('the folders of uploads', () => {
  it('are cleared of dead processes and of an earlier life of our own, and our own is kept', async () => {
    const space = await openUploadSpace(dataDir);
    const [host = ''] = basename(space.directory).split('-');
    await writeFile(join(space.directory, 'live.part'), 'x');
    // Process ids end at 4194304 on Linux, so nothing runs under this one.
    await leave(`${host}-4194999-${'0'.repeat(16)}`);
    await leave(`${host}-${process.pid}-${'1'.repeat(16)}`);
    expect(await space.sweep(NOTHING_NEEDED)).toBe(2);
    expect(await folders()).toEqual([basename(space.directory)]);
    expect(await readdir(space.directory)).toEqual(['live.part']);
  });

  it('are private', async () => {
    const space = await openUploadSpace(dataDir);
    for (const folder of [space.directory, join(dataDir, 'uploads')]) {
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
    }
  });

  it('of a running process are left alone', async () => {
    const space = await openUploadSpace(dataDir);
    const [host = ''] = basename(space.directory).split('-');
    const running = await leave(`${host}-${process.ppid}-${'2'.repeat(16)}`);
    expect(await space.sweep(NOTHING_NEEDED)).toBe(0);
    expect(await folders()).toContain(basename(running));
  });

  it('of another host are judged by age alone, which the clock of this process has no part in', async () => {
    const space = await openUploadSpace(dataDir);
    const other = await leave(`${'f'.repeat(12)}-1-${'3'.repeat(16)}`);
    expect(await space.sweep(NOTHING_NEEDED)).toBe(0);
    await ageBy(HOUR_MS, other);
    expect(await space.sweep(NOTHING_NEEDED)).toBe(0);
    await ageBy(3 * HOUR_MS, other);
    expect(await space.sweep(NOTHING_NEEDED)).toBe(1);
  });

  it('of our own lose what is older than any request and needed by no job', async () => {
    const { directory, sweep, nameOf } = await openUploadSpace(dataDir);
    const names = ['new.part', 'left.part', 'needed.part'] as const;
    const isNeeded = (name: string): boolean => name === nameOf('needed.part');
    const [fresh, left, needed] = names.map((name) => join(directory, name));
    for (const name of names) await writeFile(join(directory, name), 'x');
    for (const path of [left, needed]) await ageBy(3 * HOUR_MS, path ?? '');
    expect(await sweep((found) => Promise.resolve(new Set(found.filter(isNeeded))))).toBe(1);
    expect((await readdir(directory)).map((name) => join(directory, name)).toSorted()).toEqual([needed, fresh]);
  });

  it('keep what an unfinished job needs, and anything with another name', async () => {
    const space = await openUploadSpace(dataDir);
    const [host = ''] = basename(space.directory).split('-');
    const dead = await leave(`${host}-4194999-${'4'.repeat(16)}`);
    await leave('not-ours');
    const needed = `${basename(dead)}/a.part`;
    expect(await space.sweep((names) => Promise.resolve(new Set(names.filter((name) => name === needed))))).toBe(0);
    expect(await readdir(dead)).toEqual(['a.part']);
    expect(await folders()).toContain('not-ours');
  });

  it('of a living process of another host stay, however long it has had no upload', async () => {
    const idle = await openUploadSpace(dataDir, 'another-host');
    const space = await openUploadSpace(dataDir);
    await ageBy(3 * HOUR_MS, idle.directory);
    await idle.sweep(NOTHING_NEEDED);
    await space.sweep(NOTHING_NEEDED);
    expect(existsSync(idle.directory)).toBe(true);
  });

  it('of living processes lose what was handed over to a job that has ended, and nothing else', async () => {
    const space = await openUploadSpace(dataDir);
    const names = ['needed.part', 'ended.part', 'received.part'].map((file) => space.nameOf(`/any/path/${file}`));
    const [needed = '', ended = ''] = names;
    for (const name of names) await writeFile(space.pathOf(name), 'x');
    space.handOver(needed);
    space.handOver(ended);
    expect(await space.sweep(() => Promise.resolve(new Set([needed])))).toBe(1);
    expect((await readdir(space.directory)).toSorted()).toEqual(['needed.part', 'received.part']);
    expect(await space.sweep(NOTHING_NEEDED)).toBe(1);
    expect(await readdir(space.directory)).toEqual(['received.part']);
  });

  it('end with their process when they are empty', async () => {
    const space = await openUploadSpace(dataDir);
    await space.close();
    expect(await folders()).toEqual([]);
  });
});

describe('the folder that holds them', () => {
  it('is called the same by every process that has it, wherever it is mounted', async () => {
    const spaces = await Promise.all(
      ['one-host', 'another-host', 'one-host'].map((host) => openUploadSpace(dataDir, host)),
    );
    expect(new Set(spaces.map(({ folderId }) => folderId)).size).toBe(1);
    const [{ directory } = await openUploadSpace(dataDir)] = spaces;
    const elsewhere = join(dataDir, 'mounted');
    await symlink(dataDir, elsewhere);
    const mounted = await openUploadSpace(elsewhere, 'a-container');
    expect(mounted.folderId).toBe(spaces[0]?.folderId);
    const name = spaces[0]?.nameOf(join(directory, 'a.part')) ?? '';
    expect(mounted.pathOf(name)).toBe(join(elsewhere, 'uploads', basename(directory), 'a.part'));
    expect((await stat(join(dataDir, 'uploads', 'folder-id'))).mode & 0o777).toBe(0o600);
  });

  it('is another one on another disk', async () => {
    const space = await openUploadSpace(dataDir);
    expect((await openUploadSpace(join(dataDir, 'second'))).folderId).not.toBe(space.folderId);
  });

  it('refuses names that lead out of it', async () => {
    const space = await openUploadSpace(dataDir);
    const own = basename(space.directory);
    for (const name of ['', 'a.part', '../a.part', `${own}/../a.part`, `${own}/a.signed`, `/${own}/a.part`]) {
      expect(() => space.pathOf(name)).toThrow(TypeError);
    }
  });

  it('does not take another text for its name', async () => {
    await mkdir(join(dataDir, 'uploads'));
    await writeFile(join(dataDir, 'uploads', 'folder-id'), 'half');
    await expect(openUploadSpace(dataDir)).rejects.toThrow('does not hold the name of a folder');
  });
});
