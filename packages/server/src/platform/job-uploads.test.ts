import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweepBlobs } from './blob-registry.ts';
import { BlobStoreError, openBlobStore, type BlobStore } from './blob-store.ts';
import { createJobUploads, UploadLost, type JobUploads, type StoredUpload } from './job-uploads.ts';
import type { StoreJob } from './job-uploads/give-to-store.ts';
import { silentLog } from './log.ts';
import { enqueueJob } from './queue/insert.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { openUploadSpace, type UploadSpace } from './upload-space.ts';

const BYTES = Buffer.from('the bytes of a photograph');
const SHA256 = createHash('sha256').update(BYTES).digest('hex');
const NEVER = new AbortController().signal;

interface Host {
  space: UploadSpace;
  uploads: JobUploads;
}

let database: TestDatabase;
let folder: string;
let store: BlobStore;
let front: Host;
let back: Host;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db.deleteFrom('job').execute();
  await database.db.deleteFrom('blob').execute();
  folder = await mkdtemp(join(tmpdir(), 'revera-job-uploads-'));
  store = await openBlobStore({ kind: 'local', directory: join(folder, 'assets') });
  front = await openHost('front');
  back = await openHost('back');
  return () => rm(folder, { recursive: true });
});

/** A process on a host of that name, with its own disk by default. */
async function openHost(name: string, change: { store?: BlobStore; isStoreShared?: boolean; disk?: string } = {}) {
  const space = await openUploadSpace(join(folder, change.disk ?? name), name);
  const parts = { database, space, store, isStoreShared: true, log: silentLog, ...change };
  return { space, uploads: createJobUploads(parts) };
}

async function receive({ space }: Host) {
  const path = join(space.directory, 'received.part');
  await writeFile(path, BYTES);
  const kept: string[] = [];
  const keep = (): string => {
    kept.push(path);
    return path;
  };
  return { kept, file: { path, sizeBytes: BYTES.length, sha256: SHA256, keep } };
}

const storeJob: StoreJob = async (trx, upload) => {
  const { id } = await enqueueJob(trx, { kind: 'lab', organizationId: null, input: { upload }, retentionMs: null });
  return { id, isTaken: true };
};

/** Gives a file and answers its location according to the job. */
async function give(host: Host): Promise<StoredUpload> {
  const { file } = await receive(host);
  let given: StoredUpload | undefined;
  await host.uploads.give(file, (trx, upload) => {
    given = upload;
    return storeJob(trx, upload);
  });
  if (given === undefined) throw new Error('no job was stored');
  return given;
}

const facts = (upload: StoredUpload) => ({ upload, size_bytes: BYTES.length, sha256: SHA256 });
const blobs = async () => (await database.db.selectFrom('blob').select('key').execute()).map(({ key }) => key);
const jobs = async () => (await database.db.selectFrom('job').select('id').execute()).length;

describe('an upload in a store that the hosts share', () => {
  it('is brought into the private folder of another host, and goes from there when the work is over', async () => {
    const upload = await give(front);
    expect(upload).toEqual({ kind: 'object', name: expect.stringMatching(/^upload_\w{32}$/) as string });
    await rm(join(folder, 'front'), { recursive: true });
    const opened = await back.uploads.open(facts(upload), NEVER);
    expect(await readFile(opened.path)).toEqual(BYTES);
    expect([join(opened.path, '..'), (await stat(opened.path)).mode & 0o777]).toEqual([back.space.directory, 0o600]);
    await opened.close();
    expect(await readdir(back.space.directory)).toEqual([]);
    expect(await store.stat(upload.name)).toEqual({ sizeBytes: BYTES.length });
  });

  it('is not kept on the host that received it', async () => {
    const { file, kept } = await receive(front);
    await front.uploads.give(file, storeJob);
    expect(kept).toEqual([]);
  });

  it('is released with the end of its job, and deleted at once or by the sweep', async () => {
    for (const removes of [true, false]) {
      const upload = await give(front);
      await database.db.transaction().execute(async (trx) => {
        await trx.deleteFrom('job').execute();
        await back.uploads.release(trx, upload);
      });
      if (removes) await back.uploads.remove(upload);
      else await sweepBlobs(database, store, silentLog);
      expect([await blobs(), await store.stat(upload.name)]).toEqual([[], undefined]);
    }
  });

  it('stays when it is told to go while its job is unfinished, and when the store does not answer', async () => {
    const upload = await give(front);
    await back.uploads.remove(upload);
    expect(await blobs()).toEqual([upload.name]);
    await database.db.deleteFrom('job').execute();
    await back.uploads.release(database.db, upload);
    const away = await openHost('away', { store: failing('UNAVAILABLE') });
    await away.uploads.remove(upload);
    expect(await blobs()).toEqual([upload.name]);
  });

  it('is deleted when its request was one before, or is refused with its job', async () => {
    const { file } = await receive(front);
    const outcome = await front.uploads.give(file, () => Promise.resolve({ id: 'job_before', isTaken: false }));
    expect(outcome).toEqual({ id: 'job_before', isTaken: false });
    const refused = front.uploads.give(file, () => Promise.reject(new Error('another request had this key')));
    await expect(refused).rejects.toThrow('another request had this key');
    expect([await blobs(), await readdir(join(folder, 'assets'), { recursive: true })]).toEqual([
      [],
      expect.not.arrayContaining([expect.stringContaining('upload_')]) as string[],
    ]);
  });

  it.each(['UNAVAILABLE', 'NO_SPACE'] as const)('is refused when the store is %s, without a job', async (code) => {
    const host = await openHost('front-of-a-broken-store', { store: failing(code) });
    const { file } = await receive(host);
    await expect(host.uploads.give(file, storeJob)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await jobs()).toBe(0);
    await sweepBlobs(database, store, silentLog);
    expect(await blobs()).toEqual([]);
  });

  it('is refused when it took so long that it was swept before its job was stored', async () => {
    const { file } = await receive(front);
    const swept: StoreJob = async (trx, upload) => {
      await database.db.deleteFrom('blob').where('key', '=', upload.name).execute();
      return storeJob(trx, upload);
    };
    await expect(front.uploads.give(file, swept)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await jobs()).toBe(0);
  });

  it('is lost when it is gone or changed, and may be there later when the store does not answer', async () => {
    const upload = await give(front);
    const open = (host: Host, change = {}) => host.uploads.open({ ...facts(upload), ...change }, NEVER);
    await expect(open(back, { sha256: 'ab'.repeat(32) })).rejects.toThrow(UploadLost);
    await expect(open(back, { size_bytes: BYTES.length + 1 })).rejects.toThrow(UploadLost);
    const away = await openHost('away', { store: failing('UNAVAILABLE') });
    await expect(open(away)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await store.delete(upload.name);
    await expect(open(back)).rejects.toThrow(UploadLost);
    expect(await readdir(back.space.directory)).toEqual([]);
  });

  it('is not brought to a worker that stops', async () => {
    const upload = await give(front);
    await expect(back.uploads.open(facts(upload), AbortSignal.abort())).rejects.toThrow('aborted');
    expect(await readdir(back.space.directory)).toEqual([]);
  });
});

describe('an upload on a disk', () => {
  const local = (name: string, disk = name) => openHost(name, { isStoreShared: false, disk });

  it('is read by whoever has the disk, under whatever host name, and goes with its job', async () => {
    const [giver, worker] = [await local('front'), await local('a-container', 'front')];
    const upload = await give(giver);
    expect(upload).toMatchObject({ kind: 'file', folder: giver.space.folderId });
    const opened = await worker.uploads.open(facts(upload), NEVER);
    expect(await readFile(opened.path)).toEqual(BYTES);
    await opened.close();
    expect(existsSync(opened.path)).toBe(true);
    await worker.uploads.remove(upload);
    expect(existsSync(opened.path)).toBe(true);
    await database.db.deleteFrom('job').execute();
    await worker.uploads.remove(upload);
    expect(existsSync(opened.path)).toBe(false);
    expect(await blobs()).toEqual([]);
  });

  it('is not read on another disk, not even when a file of that name is there', async () => {
    const upload = await give(await local('front'));
    const other = await local('back');
    await expect(other.uploads.open(facts(upload), NEVER)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    const name = other.space.nameOf('x.part');
    await writeFile(other.space.pathOf(name), BYTES);
    const foreign: StoredUpload = { kind: 'file', folder: 'f'.repeat(22), name };
    await expect(other.uploads.open(facts(foreign), NEVER)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await other.uploads.remove(foreign);
    expect(existsSync(other.space.pathOf(name))).toBe(true);
  });

  it('is lost when it is gone from its own disk, or is another file', async () => {
    const host = await local('front');
    const upload = await give(host);
    await writeFile(host.space.pathOf(upload.name), 'other bytes');
    await expect(host.uploads.open(facts(upload), NEVER)).rejects.toThrow(UploadLost);
    await rm(host.space.pathOf(upload.name));
    await expect(host.uploads.open(facts(upload), NEVER)).rejects.toThrow(UploadLost);
  });

  it('of an earlier version, which did not say on which disk, may be on another one', async () => {
    const host = await local('front');
    const upload: StoredUpload = { kind: 'file', folder: null, name: (await give(host)).name };
    const opened = await host.uploads.open(facts(upload), NEVER);
    expect(await readFile(opened.path)).toEqual(BYTES);
    const other = await local('back');
    await expect(other.uploads.open(facts(upload), NEVER)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    const input = JSON.stringify({ path: opened.path });
    await database.db.updateTable('job').set({ input }).execute();
    await host.uploads.remove(upload);
    expect(existsSync(opened.path)).toBe(true);
    await database.db.transaction().execute(async (trx) => {
      await trx.deleteFrom('job').execute();
      await host.uploads.giveUp(trx, upload);
    });
    expect(existsSync(opened.path)).toBe(false);
  });

  it('stays with its request when that was one before, or is refused', async () => {
    const host = await local('front');
    const { file, kept } = await receive(host);
    await host.uploads.give(file, () => Promise.resolve({ id: 'job_before', isTaken: false }));
    await expect(host.uploads.give(file, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(kept).toEqual([]);
    await host.uploads.give(file, storeJob);
    expect(kept).toEqual([file.path]);
    expect(await host.space.sweep(() => Promise.resolve(new Set()))).toBe(1);
  });
});

function failing(code: 'UNAVAILABLE' | 'NO_SPACE'): BlobStore {
  const fail = () => Promise.reject(new BlobStoreError(code, 'the store is away'));
  return { ...store, put: fail, get: fail, delete: fail };
}
