import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteReleasedBlob, keepBlob, releaseBlob, reserveBlob, sweepBlobs } from './blob-registry.ts';
import { BlobStoreError, objectsOf, openBlobStore, type BlobStore } from './blob-store.ts';
import { silentLog } from './log.ts';
import { claimJobs } from './queue/claim.ts';
import { failJob } from './queue/end.ts';
import { enqueueJob } from './queue/insert.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { createTestGate } from './test-gate.ts';
import { until } from './test-process.ts';

const BYTES = Buffer.from('signed');
const FACTS = {
  sizeBytes: BYTES.length,
  sha256: createHash('sha256').update(BYTES).digest('hex'),
  mediaType: 'image/png',
};
const HOUR_MS = 3_600_000;

let database: TestDatabase;
let store: BlobStore;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'revera-blobs-'));
  database = await createTestDatabase();
  store = await openBlobStore({ kind: 'local', directory: join(folder, 'assets') });
  await writeFile(join(folder, 'file'), BYTES);
});
afterAll(async () => {
  await store.close();
  await database.drop();
  await rm(folder, { recursive: true });
});
beforeEach(() => database.db.deleteFrom('blob').execute());

const sweep = (blobs = store) => sweepBlobs(database, blobs, silentLog);
const isStored = async (key: string) => (await store.stat(key)) !== undefined;
const rows = async () => (await database.db.selectFrom('blob').select('key').execute()).map(({ key }) => key);

async function storeOne(holdMs: number): Promise<string> {
  const key = await reserveBlob(database.db, 'asset', holdMs);
  await store.put(key, join(folder, 'file'), FACTS);
  return key;
}

/** The hold or retention has passed. */
async function letPass(key: string): Promise<void> {
  await database.pool.query(`update blob set delete_after = now() - interval '1 second' where key = $1`, [key]);
}

describe('a registered object', () => {
  it('is named unlike any other before its bytes are stored', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, () => reserveBlob(database.db, 'asset', HOUR_MS)));
    expect(new Set(keys).size).toBe(20);
    for (const key of keys) expect(key).toMatch(/^asset_[0-9A-Za-z]{32}$/);
    expect((await rows()).toSorted()).toEqual(keys.toSorted());
  });

  it('is left alone while it is held, and deleted with its row when nobody kept it', async () => {
    const key = await storeOne(HOUR_MS);
    expect([await sweep(), await isStored(key)]).toEqual([0, true]);
    await letPass(key);
    expect([await sweep(), await isStored(key), await rows()]).toEqual([1, false, []]);
    expect(await sweep()).toBe(0);
  });

  it('stays when it is kept, until its retention ends', async () => {
    const key = await storeOne(0);
    expect(await database.db.transaction().execute((trx) => keepBlob(trx, key, HOUR_MS))).toBe(true);
    expect([await sweep(), await isStored(key)]).toEqual([0, true]);
    await letPass(key);
    expect([await sweep(), await isStored(key)]).toEqual([1, false]);
  });

  it('goes with the next sweep when it is released', async () => {
    const key = await storeOne(HOUR_MS);
    await releaseBlob(database.db, key);
    expect([await sweep(), await isStored(key)]).toEqual([1, false]);
  });

  it('cannot be kept any more once it was swept', async () => {
    const key = await storeOne(0);
    await sweep();
    expect(await keepBlob(database.db, key, HOUR_MS)).toBe(false);
    expect(await rows()).toEqual([]);
  });

  it('is deleted at once when it was released, and left alone when it was not', async () => {
    const [released, kept] = [await storeOne(HOUR_MS), await storeOne(HOUR_MS)];
    await releaseBlob(database.db, released);
    for (const key of [released, kept]) await deleteReleasedBlob(database, store, key);
    expect([await isStored(released), await isStored(kept), await rows()]).toEqual([false, true, [kept]]);
  });

  it('is not released or kept by a transaction that rolls back', async () => {
    const key = await storeOne(0);
    const rolledBack = database.db.transaction().execute(async (trx) => {
      await keepBlob(trx, key, HOUR_MS);
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect([await sweep(), await isStored(key)]).toEqual([1, false]);
  });
});

describe('the upload of a job', () => {
  it('has a key that no signed file has, and neither reaches the other', async () => {
    const key = await reserveBlob(database.db, 'upload', HOUR_MS);
    expect(key).toMatch(/^upload_[0-9A-Za-z]{32}$/);
    const signed = await storeOne(HOUR_MS);
    await expect(objectsOf(store, 'asset').get(key)).rejects.toThrow(TypeError);
    await expect(objectsOf(store, 'upload').stat(signed)).rejects.toThrow(TypeError);
    expect(await objectsOf(store, 'asset').stat(signed)).toEqual({ sizeBytes: BYTES.length });
  });

  it('stays as long as the job is unfinished, also when its time is over, and then goes', async () => {
    const key = await reserveBlob(database.db, 'upload', 0);
    await store.put(key, join(folder, 'file'), FACTS);
    const input = { upload: { kind: 'object', name: key } };
    const { id } = await enqueueJob(database.db, { kind: 'lab', organizationId: null, input, retentionMs: null });
    const other = await storeOne(0);
    expect([await sweep(), await rows()]).toEqual([1, [key]]);
    expect(await isStored(other)).toBe(false);
    const claim = { queue: 'media', kinds: ['lab'], limit: 1, leaseOwner: 'w', leaseMs: 60_000 } as const;
    expect(await claimJobs(database.db, claim)).toHaveLength(1);
    await deleteReleasedBlob(database, store, key);
    expect([await sweep(), await isStored(key)]).toEqual([0, true]);
    await failJob(database.db, { id, leaseOwner: 'w' }, { code: 'INTERNAL_ERROR', message: '' });
    expect([await sweep(), await isStored(key), await rows()]).toEqual([1, false, []]);
  });

  it('goes with the sweep when its job was deleted', async () => {
    const key = await reserveBlob(database.db, 'upload', 0);
    await store.put(key, join(folder, 'file'), FACTS);
    const input = { upload: { kind: 'object', name: key } };
    await enqueueJob(database.db, { kind: 'lab', organizationId: null, input, retentionMs: null });
    await database.db.deleteFrom('job').execute();
    expect([await sweep(), await isStored(key)]).toEqual([1, false]);
  });
});

describe('the sweep', () => {
  const failing = (code: 'UNAVAILABLE' | 'NO_SPACE'): BlobStore => ({
    ...store,
    delete: () => Promise.reject(new BlobStoreError(code, 'the store is away')),
  });

  it('keeps the row of what could not be deleted, and deletes it the next time', async () => {
    const key = await storeOne(0);
    await expect(sweep(failing('UNAVAILABLE'))).rejects.toThrow('the store is away');
    expect([await rows(), await isStored(key)]).toEqual([[key], true]);
    expect([await sweep(), await isStored(key)]).toEqual([1, false]);
  });

  it('deletes the row of an object that was never stored', async () => {
    await reserveBlob(database.db, 'asset', 0);
    expect([await sweep(), await rows()]).toEqual([1, []]);
  });

  it('makes whoever wants to keep what is being deleted wait, and then learn that it is gone', async () => {
    const key = await storeOne(0);
    const gate = createTestGate();
    const slow: BlobStore = {
      ...store,
      delete: async (name) => {
        await gate.pass();
        await store.delete(name);
      },
    };
    const swept = sweep(slow);
    await gate.reached;
    const kept = keepBlob(database.db, key, HOUR_MS);
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await until(async () => (await database.pool.query(waiting)).rowCount === 1);
    // Another process sweeps meanwhile: it passes over what is being deleted.
    expect(await sweep()).toBe(0);
    gate.open();
    expect([await swept, await kept]).toEqual([1, false]);
  });
});
