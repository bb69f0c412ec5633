import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BlobFacts, BlobStore } from './store.ts';

export interface StoreUnderTest {
  store: BlobStore;
  /** Every name that the store keeps, including unfinished ones, as reported by something other than the store. */
  names(): Promise<string[]>;
}

export interface SourceFiles {
  /** A file with these bytes, and the facts about it. */
  make(bytes: Uint8Array): Promise<{ path: string; facts: BlobFacts }>;
}

/** Files to store, in a folder that is removed after the group of tests. */
export function sourceFiles(): SourceFiles {
  let folder = '';
  let count = 0;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'revera-blob-sources-'));
  });
  afterAll(() => rm(folder, { recursive: true }));
  return {
    make: async (bytes) => {
      const path = join(folder, String((count += 1)));
      await writeFile(path, bytes);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      return { path, facts: { sizeBytes: bytes.length, sha256, mediaType: 'image/jpeg' } };
    },
  };
}

export async function readAll(store: BlobStore, key: string, range?: { start: number; end: number }): Promise<Buffer> {
  const stream = await store.get(key, range);
  if (stream === undefined) throw new Error(`there is no ${key}`);
  return buffer(stream);
}

/** The behaviour of every store of signed files. Each test has its own keys, because the store is shared. */
export function itIsABlobStore(subject: () => StoreUnderTest): void {
  const files = sourceFiles();
  const store = (): BlobStore => subject().store;

  describe('stores and reads', () => {
    itKeepsBlobs(files, store);
    itServesRanges(files, store);
  });
  describe('refuses', () => itRefuses(files, store, subject));
}

function itKeepsBlobs(files: SourceFiles, store: () => BlobStore): void {
  it('what it was given until it is deleted', async () => {
    const bytes = Buffer.alloc(300_000, 'a signed file ');
    const { path, facts } = await files.make(bytes);
    await store().put('kept_until_deleted', path, facts);
    expect(await store().stat('kept_until_deleted')).toEqual({ sizeBytes: bytes.length });
    expect((await readAll(store(), 'kept_until_deleted')).equals(bytes)).toBe(true);
    await store().delete('kept_until_deleted');
    expect(await store().stat('kept_until_deleted')).toBeUndefined();
    expect(await store().get('kept_until_deleted')).toBeUndefined();
  });

  it('an empty file', async () => {
    const { path, facts } = await files.make(Buffer.alloc(0));
    await store().put('empty_file_1', path, facts);
    expect(await store().stat('empty_file_1')).toEqual({ sizeBytes: 0 });
    expect((await readAll(store(), 'empty_file_1')).length).toBe(0);
    await expect(store().get('empty_file_1', { start: 0, end: 0 })).rejects.toMatchObject({ code: 'OUT_OF_RANGE' });
  });

  it('nothing under a key that was never used', async () => {
    expect(await store().stat('never_used_key')).toBeUndefined();
    expect(await store().get('never_used_key')).toBeUndefined();
    expect(await store().get('never_used_key', { start: 0, end: 9 })).toBeUndefined();
    await store().delete('never_used_key');
  });

  it('a stream that is given up unread, or half read, leaves the store as it was', async () => {
    const { path, facts } = await files.make(Buffer.alloc(2_000_000, 'x'));
    await store().put('given_up_stream', path, facts);
    (await store().get('given_up_stream'))?.destroy();
    for await (const piece of (await store().get('given_up_stream')) ?? []) {
      expect(piece).toBeInstanceOf(Buffer);
      break;
    }
    expect((await readAll(store(), 'given_up_stream')).length).toBe(2_000_000);
  });

  it('and says that it can', async () => {
    await store().check();
    await store().check();
  });
}

function itServesRanges(files: SourceFiles, store: () => BlobStore): void {
  it.each([
    ['the first byte', { start: 0, end: 0 }, '0'],
    ['the last byte', { start: 9, end: 9 }, '9'],
    ['the middle', { start: 3, end: 6 }, '3456'],
    ['all', { start: 0, end: 9 }, '0123456789'],
    ['up to an end behind the end', { start: 8, end: 1_000 }, '89'],
  ])('a part: %s', async (title, range, expected) => {
    const { path, facts } = await files.make(Buffer.from('0123456789'));
    const key = `a_part_of_it_${title.replaceAll(' ', '_')}`;
    await store().put(key, path, facts);
    expect((await readAll(store(), key, range)).toString()).toBe(expected);
  });

  it('no part that begins behind the end', async () => {
    const { path, facts } = await files.make(Buffer.from('0123456789'));
    await store().put('part_behind_end', path, facts);
    await expect(store().get('part_behind_end', { start: 10, end: 11 })).rejects.toMatchObject({
      name: 'BlobStoreError',
      code: 'OUT_OF_RANGE',
    });
  });

  it.each([
    { start: -1, end: 3 },
    { start: 4, end: 3 },
    { start: 0.5, end: 3 },
    { start: 0, end: Number.POSITIVE_INFINITY },
  ])('no range $start-$end', async (range) => {
    await expect(store().get('range_of_no_form', range)).rejects.toThrow(TypeError);
  });
}

function itRefuses(files: SourceFiles, store: () => BlobStore, subject: () => StoreUnderTest): void {
  it('to overwrite', async () => {
    const first = await files.make(Buffer.from('first'));
    const second = await files.make(Buffer.from('second'));
    await store().put('used_only_once', first.path, first.facts);
    for (const { path, facts } of [second, first]) {
      await expect(store().put('used_only_once', path, facts)).rejects.toMatchObject({
        name: 'BlobStoreError',
        code: 'EXISTS',
      });
    }
    expect((await readAll(store(), 'used_only_once')).toString()).toBe('first');
  });

  it('all but one of several that come at once', async () => {
    const rivals = await Promise.all(['a', 'b', 'c', 'd'].map((text) => files.make(Buffer.alloc(200_000, text))));
    const outcomes = await Promise.allSettled(rivals.map(({ path, facts }) => store().put('rivals_key', path, facts)));
    const winners = rivals.filter((_, at) => outcomes[at]?.status === 'fulfilled');
    expect(winners.length).toBe(1);
    const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    for (const reason of lost) expect(reason).toMatchObject({ code: 'EXISTS' });
    const stored = createHash('sha256').update(await readAll(store(), 'rivals_key'));
    expect(stored.digest('hex')).toBe(winners[0]?.facts.sha256);
  });

  it.each([
    ['with other bytes', (facts: BlobFacts) => ({ ...facts, sha256: 'a'.repeat(64) })],
    ['longer than that', (facts: BlobFacts) => ({ ...facts, sizeBytes: facts.sizeBytes - 1 })],
    ['shorter than that', (facts: BlobFacts) => ({ ...facts, sizeBytes: facts.sizeBytes + 1 })],
    ['and not empty', (facts: BlobFacts) => ({ ...facts, sizeBytes: 0 })],
  ])('a file other than its facts say (%s), and keeps nothing of it', async (_title, change) => {
    const { path, facts } = await files.make(Buffer.alloc(200_000, 'y'));
    const before = await subject().names();
    await expect(store().put('not_as_told_of', path, change(facts))).rejects.toMatchObject({ code: 'DIGEST_MISMATCH' });
    expect(await store().stat('not_as_told_of')).toBeUndefined();
    expect(await subject().names()).toEqual(before);
    await store().put('not_as_told_of', path, facts);
    await store().delete('not_as_told_of');
  });

  it('a file that is not there', async () => {
    const { path, facts } = await files.make(Buffer.from('x'));
    const before = await subject().names();
    await expect(store().put('no_such_source', `${path}-gone`, facts)).rejects.toMatchObject({
      code: 'SOURCE_UNREADABLE',
      cause: { code: 'ENOENT' },
    });
    expect(await subject().names()).toEqual(before);
  });

  it.each(['', 'short', '../../../etc/passwd', 'a/b/c/d/e/f/g', 'with-hyphen-inside', 'ends_with_newline\n'])(
    'the key %j',
    async (key) => {
      const { path, facts } = await files.make(Buffer.from('x'));
      await expect(store().put(key, path, facts)).rejects.toThrow(TypeError);
      await expect(store().get(key)).rejects.toThrow(TypeError);
      await expect(store().stat(key)).rejects.toThrow(TypeError);
      await expect(store().delete(key)).rejects.toThrow(TypeError);
    },
  );
}
